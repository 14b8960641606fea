import type { Schema } from '../../schema/validate/json-schema.ts'
import type { ProblemCode } from '../../schema/problems/problem-codes.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import { toWords } from '../../schema/shared/to-words.ts'

const askDeveloper = 'The developer of the site must correct it.'
const writeAddress = 'Choose the page from the list of links.'
const askOwner = 'Ask the owner which one is right, and choose it in its form.'
const placeholder = 'Write what is real, and remove the mark that it is not, such as “Placeholder”.'
const citeContact = 'Use the one of the site: type $ in the text, and choose it.'

/**
 * What to do in the studio, where the fix of a problem names a command, a file or YAML. What is
 * wrong has the same words everywhere.
 */
const fixes: Partial<Record<ProblemCode, string>> = {
  ADDRESS_GONE: 'Lead it to another page, or give it up.',
  ALIAS_COLLISION: 'Remove one of the two under Redirects, or change its address.',
  ALIAS_OF_UNLISTED_PAGE: 'Lead the old address to another page under Redirects, or remove it.',
  ANCHOR_GONE: 'Give the block its old anchor back, or lead the links elsewhere.',
  BREAKS_LATER: 'Correct it before that day.',
  BROKEN_LINK: `${writeAddress} If you will write that page later, plan it.`,
  DOUBLED_UNIT: 'Delete the unit beside the fact.',
  DUPLICATE_TITLE: 'Write titles that say what is unique to each page.',
  DUPLICATE_DESCRIPTION: 'Write a description that says what is unique to each page.',
  EMPTY_CELL: 'Fill it in: the page made from this row prints it.',
  EMPTY_TEXT: 'Write the text.',
  EVIDENCE_EXPIRED: 'Check it again, then update the dates of its evidence, or correct the value.',
  EVIDENCE_EXPIRING: 'Check it again, then update the dates of its evidence.',
  INDEXED_PPC_PAGE: 'Choose the kind “Landing” for a page that search engines may list.',
  INVALID_CITATION: 'Type $ in the text, and choose the fact.',
  LIMITED_WITHOUT_JAVASCRIPT: 'Ignore this if what the block shows without a script is enough.',
  LINK_TO_HIDDEN_PAGE: 'Publish that page, give the link the same days, or remove the link.',
  MISPLACED_SETTINGS: 'Remove it here, and write it in the settings.',
  MISSING_EVIDENCE:
    'Add its evidence: where it is proven, and when you checked. Or delete the claim.',
  MISSING_PLANNED_PAGE: 'Add “Planned” in the settings, with what planned pages show.',
  MISSING_TIME_ZONE: 'Add the time zone in the settings.',
  MISSING_TRANSLATION: 'Translate it: Page… › Translate page.',
  NEEDS_JAVASCRIPT: 'Remove it: this site loads no scripts.',
  NOINDEX_IN_MENU: 'Let search engines list it, or take it out of the menu.',
  NOINDEX_IN_SITEMAP: 'Ignore this if search engines should forget the page.',
  NOT_AN_ARTICLE: 'Choose the kind “Article”, or remove “Article” here.',
  NOT_INCLUDED: askDeveloper,
  NO_VALUE: 'Leave no gap between the days of two values.',
  OUTDATED_TRANSLATION: 'Compare the two, and change what has changed.',
  OVERLAPPING_VALUES: 'End the earlier value on the day before the other begins.',
  PLACEHOLDER: placeholder,
  PLANNED_COLLISION: 'Remove it from the planned pages.',
  PLANNED_ROUTE: 'Write the page: Page… › New page.',
  PPC_WITHOUT_CALL_BUTTON: 'Begin the page with a page header that has a button that calls.',
  SIMILAR_CONTACT: citeContact,
  UNAPPROVED: 'Send it to the person who must approve it, and record the answer.',
  UNCOMPARED_WORDS: 'Search the pages for the words of each subject, and read them side by side.',
  UNCONFIRMED_TRANSLATION: 'Compare the two. If they agree, confirm it here.',
  UNCITED_FIGURE: 'Make it a new fact, or type $ in the text and choose the fact that says it.',
  UNDATED_CHANGE:
    'Press “Record today as their date” before you publish, so that search engines read them again.',
  UNDESCRIBED_PICTURE: 'Write what it shows. If it only decorates, leave this empty and say so.',
  UNFILLED_PLACEHOLDER: placeholder,
  UNFINISHED_TEXT: 'Write the text.',
  UNKNOWN_BLOCK: 'Choose a type, or remove the block.',
  UNKNOWN_FACT: 'Type $ in the text, and choose a fact. A new one is added under Facts.',
  UNKNOWN_ICON: 'Choose one.',
  UNLINKED_PAGE: 'Link to it, or hide it from search engines.',
  UNSETTLED_FACT: askOwner,
  UNSETTLED_PROMISE: askOwner,
  UNSETTLED_TOTAL: 'Ask the owner which one is right, and correct the other.',
  UNSTATED_HOLIDAY: 'Add it to the special days in the settings: closed, usual or other hours.',
  UNWRITTEN_TEXT: 'Write the text, or remove what was added.',
  WRITTEN_OUT_CONTACT: citeContact,
  WRONG_HOME_KIND: 'Choose the kind “Home” for the page / and for no other.',
  WRONG_SUM: 'Change it, too, or have the sum of its parts printed.',
  WRONG_TOTAL: 'Have the total of the tariff printed, or change the amounts of the tariff.',
}

/** What to do about a problem, in the words of the studio. */
export const wordFix = ({
  code,
  fix,
  expected,
}: Pick<Problem, 'code' | 'fix' | 'expected'>): string => {
  if (code === 'INVALID_FORMAT' && expected !== undefined)
    return `Write ${expected.replace(/, in quotes$/, '').replaceAll(/['"]/g, '')}.`
  // Not of a page, but of one text that pages in every language share.
  if (code === 'MISSING_TRANSLATION' && expected?.startsWith('translations:'))
    return 'Translate it: Add field › Translations in this form.'
  return fixes[code] ?? (listPlainSentences(fix).join(' ') || askDeveloper)
}

/** What is about YAML in a description, and the words for it in a form. */
const formWords: [RegExp, string | ((match: string, name: string) => string)][] = [
  [/^true(?= (?:if|for|to)\b)/, 'Yes'],
  [/^true\b/, 'Yes:'],
  [/^false\b/, 'No:'],
  [/\btrue by default\b/, 'Yes by default'],
  [/\bfalse by default\b/, 'No by default'],
  [/(?<=^|\. )([a-z][\w-]*) by default\./, 'By default: $1.'],
  [/\bType \$ to cite a fact/, 'Type $ to insert a fact'],
  [/\bCite a fact as \$\{[^.]*\}(?: or \$\{.*?\})?/, 'Type $ to insert a fact'],
  [/, cited as a fact\b/, ': type $ to insert a fact'],
  [/(?:,| and) cited as \$\{name\}/, ''],
  [/\bA ppc\b/g, 'An ad'],
  [/\bppc\b/g, 'ad'],
  [/\bhero\b/g, 'page header'],
  [/, so (usually )?omit it\./, ': $1leave it out.'],
  [/\b(?:in|under) site\.(\w+)/, (_, name) => `under “${toWords(name)}” in the settings`],
  [/\bsite\.(\w+)/, (_, name) => `“${toWords(name)}” in the settings`],
  [/\bWith (\w+):/, (_, name) => `With “${toWords(name)}”:`],
  [/\borigin is not the real one\b/, 'web address is not the real one'],
  [/(?<=^|[.!?] )[a-z]/g, (letter) => letter.toUpperCase()],
  [/(?:a range )?\{ min, max \}/g, 'a range'],
  // An example in YAML.
  [/(?:,? such as|:) (?:[\w-]+: )?(?:\[['{\w][^\]]*\](?!\()|\{ .*\})/, ''],
  [/: (?:[\w ]+ )?\$\{[\w:.-]+\}/, ''],
  [/, in quotes: '(.*?)'/, ': $1'],
  [/: '([^' ]+)'/, ': $1'],
]

/** What the form of the studio calls a property: `formLabel` in its schema, or else its name. */
export const wordLabel = (name: string, { formLabel }: Schema): string => formLabel ?? toWords(name)

/**
 * What the form of the studio says about a value: `formHelp` in its schema, or else its
 * description, without commands and YAML.
 */
export function wordHelp({ description = '', formHelp }: Schema): string {
  if (formHelp !== undefined) return formHelp
  return listPlainSentences(description)
    .map((sentence) =>
      formWords.reduce((text, [pattern, word]) => text.replace(pattern, word as string), sentence),
    )
    .join(' ')
}

/** Lists the sentences that name no command, file or property that nobody sees in the studio. */
const listPlainSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=[A-Z`]|npm )/)
    .filter((sentence) => !/npm run|--\w|pages\.yaml|\.gen\.|\bunproven: /.test(sentence))

import type { ProblemCode } from '../../../schema/problems/problem-codes.ts'
import type { Problem } from '../../../schema/problems/types.ts'

const writeAddress = 'Choose the page from the list of links.'
const askOwner = 'Ask the owner which one is right, and settle it in its form.'
const placeholder = 'Write the real content, and remove “Placeholder” here.'
const citeContact = 'Cite the one of the site: type $ in the text, and choose it.'

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
  EMPTY_CELL: 'Fill it in: the page made from this row prints it.',
  EVIDENCE_EXPIRED: 'Check it again, then update the dates of its evidence, or correct the value.',
  EVIDENCE_EXPIRING: 'Check it again, then update the dates of its evidence.',
  INDEXED_PPC_PAGE: 'Choose the kind “Landing” for a page that search engines may list.',
  INVALID_BLOCK: 'The developer of the site must correct it.',
  INVALID_CITATION: 'Type $ in the text, and choose the fact.',
  LIMITED_WITHOUT_JAVASCRIPT: 'Ignore this if what the block shows without a script is enough.',
  LINK_TO_HIDDEN_PAGE: 'Publish that page, give the link the same days, or remove the link.',
  MISSING_EVIDENCE:
    'Add its evidence: where it is proven, and when you checked. Or delete the claim.',
  MISSING_PLANNED_PAGE: 'Add “Planned” in the settings, with what planned pages show.',
  MISSING_TIME_ZONE: 'Add the time zone in the settings.',
  MISSING_TRANSLATION: 'Add a page in that language, and choose this one as its original.',
  NEEDS_JAVASCRIPT: 'Remove it: this site loads no scripts.',
  NOINDEX_IN_MENU: 'Let search engines list it, or take it out of the menu.',
  NOINDEX_IN_SITEMAP: 'Ignore this if search engines should forget the page.',
  NOT_AN_ARTICLE: 'Choose the kind “Article”, or remove “Article” here.',
  NO_VALUE: 'Leave no gap between the days of two values.',
  OUTDATED_TRANSLATION: 'Compare the two, and change what has changed.',
  OVERLAPPING_VALUES: 'End the earlier value on the day before the other begins.',
  PLACEHOLDER: placeholder,
  PLANNED_COLLISION: 'Remove it from the planned pages.',
  PLANNED_ROUTE: 'Write the page: Page… › New page.',
  PPC_WITHOUT_CALL_BUTTON: 'Begin the page with a hero that has a button that calls.',
  SIMILAR_CONTACT: citeContact,
  UNCITED_FIGURE: 'Add it to Facts, then type $ in the text and choose it.',
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
  UNSTATED_HOLIDAY: 'Add it to the special days in the settings: closed, usual or other hours.',
  WRITTEN_OUT_CONTACT: citeContact,
  WRONG_HOME_KIND: 'Choose the kind “Home” for the page / and for no other.',
}

/** Names a command, or a file that nobody sees in the studio. */
const namesCommand = /npm run|--\w|\.gen\./

/** What to do about a problem, in the words of the studio. */
export function wordFix({ code, fix }: Pick<Problem, 'code' | 'fix'>): string {
  const own = fixes[code]
  if (own !== undefined) return own
  const sentences = fix.split(/(?<=[.!?])\s+(?=[A-Z])/)
  return sentences.filter((sentence) => !namesCommand.test(sentence)).join(' ')
}

/** Finding and completing citations of facts in texts: `${name}`. */
import { isCurrency, splitCitedName } from '../../../../schema/facts/facts.ts'
import { uncitedFigurePattern } from '../../../../schema/resolve/text/uncited-figures.ts'
import { replaceCitations } from '../../../../schema/resolve/parse-citations.ts'
import { replaceFound, hasPhrase } from '../../../edit/replace-text.ts'
import type { FactListing } from '../../../report/list-facts.ts'
import { createWordFilter } from '../../../../blocks/shared/text/match-words.ts'
import { listStrings } from '../../../../schema/util/records.ts'
import { removeMarkup } from '../../../../schema/util/remove-markup.ts'

/** What is cited at the cursor: `$`, `${` and the part of a name that follows. */
type OpenCitation = { start: number; end: number; query: string }

/** Finds the citation that is being written before the cursor. */
export function findOpenCitation(text: string, cursor: number): OpenCitation | undefined {
  const match = /\$(\{?)((?:[a-z][\w.-]*)?)$/i.exec(text.slice(0, cursor))
  if (!match) return undefined
  const [, brace = '', query = ''] = match
  // After the cursor is the rest of a citation that is being changed.
  const rest = brace === '' ? '' : (/^[\w.-]*\}?/.exec(text.slice(cursor))?.[0] ?? '')
  return { start: match.index, end: cursor + rest.length, query }
}

/** A citation to choose, with what it prints. */
export type CitationChoice = Pick<FactListing, 'name' | 'text' | 'label'>

const maxChoices = 12

/** Lists facts and readings whose name, label or value contains the words of a query. */
export function listCitations(facts: FactListing[], query: string): CitationChoice[] {
  const matches = createWordFilter(query.replaceAll(/[.-]/g, ' '))
  return listCitable(facts)
    .filter(({ name, text, label }) => matches(`${name} ${text} ${label}`))
    .slice(0, maxChoices)
}

const listCitable = (facts: FactListing[]): CitationChoice[] =>
  sortByUse(facts).flatMap(({ name, text, label, readings, isSettled }) => [
    { name, text, label },
    // Once it is settled, each of them prints the same.
    ...(readings.length > 1 && !isSettled
      ? readings.map((each) => ({ name: `${name}.${each.name}`, text: each.text, label }))
      : []),
  ])

/** More facts of the same figure are chosen with `$`. */
const maxTyped = 4

/**
 * The facts that print a figure which is typed into a text, such as `$60`, each as it is typed. A
 * bare number says little.
 */
export function listTyped(facts: FactListing[], text: string): CitationChoice[] {
  const own = replaceCitations(text, () => ' ')
  return listCitable(facts)
    .filter((each) => /\d/.test(each.text) && /[^\d.,]/.test(each.text))
    .flatMap((each) => {
      const typed = listSpacings(each.text).find((spaced) => hasPhrase(own, spaced))
      return typed === undefined ? [] : [{ ...each, text: typed }]
    })
    .filter(
      // Readings of one fact that print the same would be the same choice.
      ({ text: typed, label }, index, all) =>
        all.findIndex((each) => each.text === typed && each.label === label) === index,
    )
    .slice(0, maxTyped)
}

/** The prices and percentages that are typed into a text, each once. */
export const listFigures = (text: string): string[] => [
  ...new Set(replaceCitations(text, () => ' ').match(uncitedFigurePattern)),
]

/** A price such as € 15 is printed with a space that does not break, which nobody types. */
const listSpacings = (text: string) => [text, text.replace(/\s/g, ' '), text.replace(/\s/g, '')]

/** Cites a fact wherever what it prints is typed. */
export const citeTyped = (
  text: string,
  { name, text: typed }: Omit<CitationChoice, 'label'>,
): string => replaceFound(text, typed, `\${${name}}`, { isWhole: true })

/** Prices first, since they are what texts cite most, then what most pages print. */
export const sortByUse = (facts: FactListing[]): FactListing[] =>
  facts.toSorted(
    (a, b) =>
      Number(isCurrency(b.unit)) - Number(isCurrency(a.unit)) || b.pages.length - a.pages.length,
  )

/** The fact that is cited, and the reading that it prints. What is computed has only one. */
export function findPrinted(facts: FactListing[], cited: string) {
  const { name, reading } = cited.includes(':') ? { name: cited } : splitCitedName(cited)
  const fact = facts.find((each) => each.name === name)
  const used = reading === undefined || fact?.isSettled ? fact?.used : reading
  const printed = fact?.readings.find((each) => each.name === used)
  return fact && printed && { fact, printed }
}

/**
 * The fact that a value cites and an element prints by itself, such as the price in a row.
 * @param shown the text of the element
 */
export function findShownFact(facts: FactListing[], value: unknown, shown: string) {
  const toText = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  return listShownFacts(facts, value).find((found) => toText(found.printed.text) === toText(shown))
}

/** The facts that the texts of a value are or cite. */
export const listShownFacts = (facts: FactListing[], value: unknown) =>
  listStrings(value)
    .flatMap((text) => [text, ...listCited(text)])
    .flatMap((name) => findPrinted(facts, name) ?? [])

/**
 * Lists the names that a text cites, each once. Settings such as `site.phone` are not facts, and
 * neither are the counts of lists of the page.
 */
export function listCited(text: string): string[] {
  const names = new Set<string>()
  replaceCitations(text, (cited) => void names.add(cited))
  return [...names].filter((name) => !/^(?:(?:site|page)\.|count:(?:this$|#))/.test(name))
}

/** Prints citations, to count the characters that visitors see. */
export const printCitations = (facts: FactListing[], text: string): string =>
  replaceCitations(text, (cited) => findPrinted(facts, cited)?.printed.text)

/** The words of a text, without its marks: a list names a block by them. */
export const printWords = (facts: FactListing[], text: string): string =>
  removeMarkup(printCitations(facts, text))

import papaparse from 'papaparse'
import { formatFirstItems } from '../../schema/util/format-first-items.ts'
import { findFreeName } from '../../schema/util/find-free-name.ts'
import { formatReading } from '../../schema/facts/facts.ts'
import { slugify } from '../../schema/util/slugify.ts'
import type { LedgerEntry } from '../../schema/types.gen.ts'
import { addToGroup } from '../../schema/util/group-by.ts'
import { listWords } from './html/dom.ts'
import { toSlug } from './plan-routes.ts'

type ProposedFact = {
  name: string
  figure: string
  label: string
  addresses: Set<string>
}

/** A number, maybe with its thousands apart: 1.290,50 and 1 290 and 1’290. */
const amount = String.raw`(?:\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?|\d(?:[\d.,]{0,30}\d)?)(?![\d'’]|[.,]\d)`
/** A dash in place of the cents: 89.– */
const noCents = '(?:[.,][-–—]{1,2})?'
/** How currencies are written beside a number, besides their signs, of which $ may begin a citation. */
export const currencyNames = 'EUR|USD|GBP|CHF|kr|zł|Kč|Ft|lei|dollars?|euros?'
const beside = String.raw`(?:\p{Sc}(?!\{)|[円元]|(?:${currencyNames})(?![\p{L}\d]))`
/**
 * Matches a price, a range of prices or a percentage, as a text has them: not in an address, such as
 * %E7%97, and not in a formula.
 */
const figurePattern = new RegExp(
  [
    String.raw`(?<![\p{L}\d\p{Sc}])(?:\p{Sc}|CHF|EUR|USD|GBP)\s?${amount}(?:\s?[–-]\s?\p{Sc}?${amount})?${noCents}(?!(?:[km]|bn)(?!\p{L}))`,
    String.raw`(?<![\p{L}\d.,'’%/=\p{Sc}])(?:${amount}[-–])?${amount}(?:[.,]?[-–])?\s?(?:${beside}|(?:%|percent\b)(?![\p{L}\d%]))`,
  ].join('|'),
  'giu',
)

/** Matches what has no figures: addresses, formulas between dollars, and what is struck out. */
const noTextPattern =
  /\]\([^)]*\)|\bhttps?:\/\/\S+|~~[^~]*~~|\$[^$\n]{0,100}[\\^_=+{}][^$\n]{0,100}\$/g

/** With how many facts of the same figure a new one is compared: the last ones. */
const maxCompared = 100

/**
 * Proposes a fact for each price and percentage of the old site. Two figures are one fact only if
 * they are equal and about the same: an equal price of something else may change alone.
 */
export class FigureCiter {
  readonly #names = new Set<string>()
  readonly #tables: { name: string; label: string; address: string; rows: string[][] }[] = []
  readonly #byFigure = new Map<string, [ProposedFact, ...ProposedFact[]]>()

  /** @param dollar the currency that is written $ */
  constructor(
    private readonly language: string,
    private readonly dollar: string,
  ) {}

  /**
   * Cites the figures of a text.
   * @param about what a figure is about, if the text does not say it: the first cell of a row
   */
  cite(text: string, address: string, about?: string): string {
    const hidden = [...text.matchAll(noTextPattern)]
    return text.replace(figurePattern, (found: string, at: number) => {
      if (hidden.some(({ 0: { length }, index }) => index <= at && at < index + length))
        return found
      const sentence = about ?? findSentence(text, at)
      const before = about ?? sentence.slice(0, Math.max(0, sentence.indexOf(found)))
      return `\${${this.#findOrAdd(found, sentence, before, address)}}`
    })
  }

  /**
   * Makes a table of prices, whose cells are printed as they were.
   * @param rows the first has the headings
   * @returns its name; undefined if rows or columns cannot be told apart, or a cell cites something
   */
  addTable(rows: string[][], address: string): string | undefined {
    const [header = [], ...others] = rows
    const names = [header.slice(1), others.map(([label = '']) => label)]
    const isUnique = (texts: string[]) => {
      const slugs = texts.map((text) => slugify(text))
      return (
        slugs.every((slug) => /^[a-z0-9-]*[a-z][a-z0-9-]*$/.test(slug)) &&
        new Set(slugs).size === slugs.length
      )
    }
    if (!names.every(isUnique) || rows.flat().some((cell) => cell.includes('${'))) return undefined
    const name = findFreeName('prices', (each) => this.#names.has(each))
    this.#names.add(name)
    const label = header.filter(Boolean).join(', ').slice(0, 100) || 'Prices'
    this.#tables.push({ name, label, address, rows })
    return name
  }

  /** The files with the tables of prices. */
  listTables(): [path: string, content: string][] {
    return this.#tables.map(({ name, rows }) => [
      `data/${name}.csv`,
      `${papaparse.unparse(rows, { quotes: true, newline: '\n' })}\n`,
    ])
  }

  #findOrAdd(figure: string, sentence: string, before: string, address: string): string {
    const label = sentence.replaceAll(figurePattern, '…').slice(0, 100).trim() || 'A figure'
    const equal = this.#byFigure.get(figure) ?? []
    const known = equal.slice(-maxCompared).find((fact) => isAboutSame(fact.label, label))
    if (known) {
      known.addresses.add(address)
      return known.name
    }
    const name = this.#chooseName(before, label)
    const fact = { name, figure, label, addresses: new Set([address]) }
    this.#names.add(name)
    addToGroup(this.#byFigure, figure, fact)
    return name
  }

  #chooseName(before: string, label: string): string {
    const near = listWords(before.replaceAll(figurePattern, ' ')).slice(-4)
    const slug = toSlug((near.length > 0 ? near : listWords(label).slice(0, 4)).join(' '), 50)
    const plain = slug.replace(/^[\d-]+/, '') || 'some-figure'
    // A single word may be a variable of a program, such as $nick, which would look like a citation.
    const start = plain.includes('-') ? plain : `${plain}-figure`
    return findFreeName(start, (name) => this.#names.has(name))
  }

  /** @param describe an old address, for the source of a fact */
  listFacts(describe: (address: string) => string): [name: string, fact: object][] {
    const cite = (addresses: Iterable<string>) =>
      `${formatFirstItems([...addresses].map(describe), 3)} on the old site`
    const tables = this.#tables.map(({ name, label, address }): [string, object] => [
      name,
      { label, unit: 'text', table: `data/${name}.csv`, source: cite([address]) },
    ])
    const facts = [...this.#byFigure.values()]
      .flat()
      .map(({ name, figure, label, addresses }): [string, object] => [
        name,
        { label, ...this.#parse(figure), source: cite(addresses) },
      ])
    return [...tables, ...facts]
  }

  /** A figure that the ledger would print in another form stays a text. */
  #parse(figure: string): { unit: LedgerEntry['unit']; value: number | string } {
    const symbols = { $: this.dollar, '€': 'EUR', '£': 'GBP', '%': 'percent' }
    const symbol = Object.keys(symbols).find((each) => figure.includes(each))
    const value = Number(figure.replaceAll(/[^\d.]/g, ''))
    const unit = symbol && (symbols[symbol as keyof typeof symbols] as LedgerEntry['unit'])
    const isSame = unit && formatReading({ unit }, { value }, this.language).text === figure
    return isSame ? { unit, value } : { unit: 'text', value: figure }
  }
}

/** Whether all words of one are among those of the other. */
function isAboutSame(one: string, other: string): boolean {
  const [small = [], large = []] = [one, other].map(listWords).sort((a, b) => a.length - b.length)
  return small.length > 0 && small.every((word) => large.includes(word))
}

/** The sentence at a place of a Markdown text, without its marks. */
function findSentence(text: string, at: number): string {
  const isEnd = /[.!?]\s|\n/g
  const start = [...text.slice(0, at).matchAll(isEnd)].at(-1)
  const from = start ? start.index + start[0].length : 0
  isEnd.lastIndex = at
  const end = isEnd.exec(text)
  return text
    .slice(from, end ? end.index + 1 : undefined)
    .replace(/^\s*(?:#+|[-+])\s/, '')
    .replaceAll(/\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*~\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { slugify } from '../../../schema/util/slugify.ts'

const tradesDir = join(import.meta.dirname, 'trades')

type Trade = {
  /** The name of its file, such as `plumber`; `any` for a trade without a file of its own. */
  id: string
  /** The name of the business type in a sentence. */
  noun: string
  /** How it meets its customers. */
  way: string
  theme: Record<string, string>
  /** Those of its file, and of `any` where that has none. */
  texts: object
}

/** @property nouns What is done, such as catering, and who does it. */
type TradeFile = { names: string[]; nouns?: object } & Pick<Trade, 'way' | 'theme'>

/** Finds the texts of a trade. A pediatric dentist is a dentist, too, and a pet store is a store. */
export function findTrade(name: string): Trade {
  const isMobile = /^(mobile|travel+ing|in-home|on-site) /.test(name)
  const any = { ...readTrade('any'), id: 'any' }
  const words = [any, ...listIds().map((id) => ({ ...any, ...readTrade(id), id }))]
    // Nobody comes by at a mobile hairdresser's.
    .filter(({ way }) => !isMobile || way === 'any' || way === 'visit')
    .flatMap((file) =>
      [...file.names.map((word) => [word, undefined]), ...Object.entries(file.nouns ?? {})].map(
        ([word, noun]) => ({ word: toKey(word!), noun, file }),
      ),
    )
    .sort((a, b) => b.word.length - a.word.length)
  const find = (text: string) => words.find(({ word }) => ` ${toKey(text)}`.endsWith(` ${word}`))
  const { word, noun, file } = find(name.replace(serviceWord, '')) ?? find(name) ?? { file: any }
  const start =
    noun === undefined
      ? -1
      : [...name].findIndex(
          (letter, at) => (at === 0 || /[\s-]/.test(letter)) && toKey(name.slice(at)) === word,
        )
  return {
    id: file.id,
    noun:
      start === -1
        ? toBusinessNoun(word === undefined ? name : toSingular(name))
        : `${name.slice(0, start)} ${noun}`.trim(),
    way: isMobile && file.way === 'any' ? 'visit' : file.way,
    theme: file.theme,
    texts: file,
  }
}

const serviceWord = /[\s-](services?|company|business|contractors?|specialists?)$/

const readTrade = (id: string): TradeFile =>
  parse(readFileSync(join(tradesDir, `${id}.yaml`), 'utf8')) as TradeFile

const listIds = (): string[] =>
  readdirSync(tradesDir)
    .map((file) => file.replace(/\.yaml$/, ''))
    .filter((id) => id !== 'any')

/** Lists the trades that have texts of their own. */
export const listTrades = (): string[] => listIds().map((id) => id.replaceAll('-', ' '))

/** Cafés → cafe, dog-grooming → dog grooming. */
const toKey = (text: string): string =>
  toSingular(slugify(text.replace(/&|\band\b/g, ' ')).replaceAll('-', ' '))

const toSingular = (text: string): string => text.replace(/ies$/, 'y').replace(/(?<![isu])s$/, '')

/** Roofers → roofer, roofing → roofing company, since nobody calls their roofing. */
function toBusinessNoun(name: string): string {
  const noun = /(er|or|ist|ian|ic|service)s$/.test(name) ? toSingular(name) : name
  const isWork =
    /(ing|repair|removal|restoration|replacement|installation|maintenance|management|remediation|cleanup|prep|rental|storage|\bcare|control|[^isu]s)$|^\p{Lu}+$/u.test(
      noun,
    )
  return isWork ? `${noun} company` : noun
}

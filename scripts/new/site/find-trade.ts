import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const tradesDir = join(import.meta.dirname, 'trades')

type Trade = {
  /** The name of its file, such as `plumber`; `any` for a trade without a file of its own. */
  id: string
  /** The name of the business type in a sentence. */
  noun: string
  theme: Record<string, string>
  text: string
}

/** @property exact names that mean another trade with a word in front of them */
type TradeFile = { names: string[]; exact?: string[]; noun?: string; theme: Trade['theme'] }

/** Finds the texts of a trade. A pediatric dentist is a dentist, too. */
export function findTrade(name: string): Trade {
  const files = readdirSync(tradesDir).map((file) => {
    const text = readFileSync(join(tradesDir, file), 'utf8')
    return { id: file.replace(/\.yaml$/, ''), text, ...(parse(text) as TradeFile) }
  })
  const exact = files.find(({ names, exact = [] }) => [...names, ...exact].includes(name))
  const { id, noun, theme, text } =
    exact ??
    files.find(({ names }) => names.some((each) => name.endsWith(` ${each}`))) ??
    files.find((file) => file.id === 'any')!
  return { id, text, theme, noun: (exact && noun) ?? toBusinessNoun(name) }
}

/** Lists the trades that have texts of their own. */
export const listTrades = (): string[] =>
  readdirSync(tradesDir)
    .map((file) => file.replace(/\.yaml$/, '').replaceAll('-', ' '))
    .filter((id) => id !== 'any')

/** What somebody is called who does it. */
const people: Record<string, string> = {
  classes: 'teacher',
  cleaning: 'cleaner',
  coaching: 'coach',
  grooming: 'groomer',
  lessons: 'teacher',
  painting: 'painter',
  photography: 'photographer',
  sitting: 'sitter',
  training: 'trainer',
  tutoring: 'tutor',
  walking: 'walker',
}

/** Dog grooming → dog groomer, roofing → roofing company, since nobody calls their roofing. */
function toBusinessNoun(name: string): string {
  const [last = ''] = /[a-z]+$/.exec(name) ?? []
  if (Object.hasOwn(people, last)) return name.slice(0, -last.length) + people[last]
  return /(ing|repair|care)$|^\p{Lu}+$/u.test(name) ? `${name} company` : name
}

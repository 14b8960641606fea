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
type TradeFile = {
  names: string[]
  exact?: string[]
  noun?: string
  way: string
  theme: Trade['theme']
}

/** Finds the texts of a trade. A pediatric dentist is a dentist, too. */
export function findTrade(name: string): Trade {
  const all = readdirSync(tradesDir).map((file) => {
    const text = readFileSync(join(tradesDir, file), 'utf8')
    return { id: file.replace(/\.yaml$/, ''), text, ...(parse(text) as TradeFile) }
  })
  // Nobody comes by at a mobile hairdresser's.
  const files = all.filter(({ way }) => way !== 'appointment' || !/^mobile /.test(name))
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

/** Dog grooming → dog groomer, roofing → roofing company, since nobody calls their roofing. */
function toBusinessNoun(name: string): string {
  const person = name
    .replace(/\b(clean|groom|paint|sitt|train|tun|walk)ing$/, '$1er')
    .replace(/\b(coach|tutor)ing$/, '$1')
    .replace(/\bphotography$/, 'photographer')
    .replace(/\b(?:classes|lessons)$/, 'teacher')
  const isWork =
    /(ing|repair|removal|restoration|maintenance|\bcare|control|bonds)$|^\p{Lu}+$/u.test(person)
  return isWork ? `${name} company` : person
}

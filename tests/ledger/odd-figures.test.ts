/**
 * Every figure of this site comes from the ledger: with an odd number of its own for each, no page shows another one.
 * What is read here is the HTML of a build, and nothing is taken from the code that prints it.
 */
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { readYaml, writeYaml } from '../helpers/site-yaml.ts'

/** Prices that others must exceed come first. */
const least = [
  'travel-included',
  'online-price',
  'group-price',
  'cap-traditional',
  'cap-online',
  'mobile-base',
]

let site: string
/** The numbers of each unit, and every text of the ledger with a figure. A day has 24 hours. */
const given: Record<string, Set<number>> = {}
const phrases = new Set(['24 hours', '24 horas'])
let perMile: number
/** What visitors read, by file. */
const pages = new Map<string, string>()

/** Odd numbers that nobody would write, below 100, since some are printed as words. */
const odd = Array.from({ length: 30 }, (_, index) => 41 + 2 * index).filter((each) => each % 5 > 0)

/** Prices are 100 n + 1, so that a sum of prices is not an old price. */
function takeNext(unit: string): number {
  const used = (given[unit] ??= new Set())
  const number = unit === 'USD' ? 101 + 100 * used.size : unit === 'rating' ? 3.7 : odd[used.size]!
  used.add(number)
  return number
}

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-odd-'))
  for (const part of ['pages.yaml', 'pages', 'public', 'dates.gen.json', 'addresses.gen.json'])
    await cp(join(root, part), join(site, part), { recursive: true })
  const answers = join(root, 'tests/settled-answers.yaml')
  const answered = await runInProcess('facts', ['--site', site, '--answers', answers])
  expect(answered.code, answered.stderr).toBe(0)
  const file = join(site, 'pages/facts.yaml')
  const ledger = await readYaml(file)
  // Times in words are odd as well, and an emergency is sooner.
  for (const [name, time] of [
    ['mobile-arrival', '83–87'],
    ['emergency-window', '79'],
  ] as const) {
    const fact = ledger.facts[name]
    Object.assign(fact.readings[fact.settled], {
      value: `${time} hours`,
      translations: { es: `${time} horas` },
    })
  }
  const rank = (name: string) =>
    (least.indexOf(name) + 1 || 99) + (name === 'facility-visit' ? 1 : 0)
  for (const name of Object.keys(ledger.facts).sort((a, b) => rank(a) - rank(b))) {
    const fact = ledger.facts[name]
    const settled = fact.readings?.[fact.settled]
    const printed = settled ?? fact
    for (const { value, translations = {} } of [printed, ...(fact.values ?? [])])
      if (fact.unit === 'text' && value !== undefined)
        for (const text of [value, ...Object.values(translations)])
          if (/\d/.test(String(text))) phrases.add(String(text))
    if (fact.unit === 'text' || printed.value === undefined) continue
    // What is computed follows.
    if (fact.settled === 'computed') continue
    printed.value =
      typeof printed.value === 'object'
        ? { min: takeNext(fact.unit), max: takeNext(fact.unit) }
        : takeNext(fact.unit)
  }
  // Every town is inside of it.
  ledger.facts['service-radius'].value = 97
  given.miles!.add(97)
  perMile = ledger.facts['travel-per-mile'].value
  // A town without a fact for its distance is as far as its coordinates are.
  const settings = await readYaml(join(site, 'pages.yaml'))
  const { business } = settings.site
  for (const town of business.areaServed.towns)
    if (!town.distance) given.miles!.add(Math.round(measure(business, town)))
  await writeYaml(file, ledger)
  // Drawing them takes as long as everything else in a build.
  Object.assign(settings.site, { shareImages: 'none', icons: 'none' })
  await writeYaml(join(site, 'pages.yaml'), settings)
  const built = await runInProcess('build', ['--site', site, '--out', join(site, 'dist')])
  const errors = built.stderr.split('\n').filter((line) => / error /.test(line))
  expect(errors, built.stderr).toEqual([])
  for (const path of await readdir(join(site, 'dist'), { recursive: true }))
    if (path.endsWith('.html')) {
      const html = await readFile(join(site, 'dist', path), 'utf8')
      const text = html
        .replace(/<(script|style|svg)\b.*?<\/\1>/gs, ' ')
        .replace(/<[^>]*>/g, ' ')
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&#x27;', "'")
      pages.set(path, text.replace(/\s+/g, ' '))
    }
})
afterAll(() => (process.env.KEEP ? console.log(site) : rm(site, { recursive: true })))

type Place = { latitude: number; longitude: number }

/** The miles of a straight line on a globe, by the law of cosines. */
function measure(from: Place, to: Place): number {
  const [one, two, turn] = [from.latitude, to.latitude, to.longitude - from.longitude].map(
    (degrees) => (degrees * Math.PI) / 180,
  ) as [number, number, number]
  const cosine = Math.sin(one) * Math.sin(two) + Math.cos(one) * Math.cos(two) * Math.cos(turn)
  return 3958.8 * Math.acos(cosine)
}

/** Whether an amount is a sum of a few prices, and of a drive by the mile. */
const isAddedUp = (amount: number): boolean =>
  Array.from({ length: 98 }, (_, miles) => amount - miles * perMile).some(
    (rest) => rest === 0 || (rest > 100 && rest % 100 <= 20),
  )

/** Finds figures with a unit, each with its words. */
function listFigures(pattern: RegExp): { number: number; words: string }[] {
  return [...pages].flatMap(([path, text]) => {
    const rest = [...phrases]
      .sort((a, b) => b.length - a.length)
      .reduce((all, phrase) => all.replaceAll(phrase, '…'), text)
    return [...rest.matchAll(pattern)].map((match) => ({
      number: Number(match[1]!.replaceAll(',', '')),
      words: `${path}: ${rest.slice(Math.max(0, match.index - 40), match.index + 30)}`,
    }))
  })
}

it('shows no price that is not in the ledger, or added up from it', () => {
  const prices = listFigures(/\$([\d,]+(?:\.\d+)?)/g)
  expect(prices.length).toBeGreaterThan(1000)
  const other = prices.filter(({ number }) => !given.USD!.has(number) && !isAddedUp(number))
  expect(other.map(({ words }) => words)).toEqual([])
})

it.each([
  ['miles', /(\d[\d,]*) (?:miles?|millas?)\b/g],
  ['minutes', /(\d+) minut(?:es?|os?)\b/g],
  ['hours', /(\d+) (?:hours?|horas?)\b/g],
  ['years', /(\d+) (?:years?|años?)\b/g],
  ['percent', /(\d+) ?%/g],
  ['Mbps', /(\d+) Mbps/g],
  ['MB', /(\d+) MB\b/g],
])('shows no figure in %s that is not in the ledger', (unit, pattern) => {
  const found = listFigures(pattern)
  expect(found.length, unit).toBeGreaterThan(0)
  const other = found.filter(({ number }) => !given[unit]!.has(number))
  expect(other.map(({ words }) => words)).toEqual([])
})

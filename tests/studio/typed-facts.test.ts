import { expect, it } from 'vitest'
import type { FactListing } from '../../scripts/report/list-facts.ts'
import { planFacts } from '../../scripts/studio/ui/form/typed-facts.ts'

const fact = (name: string, unit: string): FactListing => ({
  ...{ name, unit, label: name, text: '', used: '', readings: [], pages: [], hasConflict: false },
  address: { file: 'facts.yaml', path: ['facts', name] },
})
const facts = [fact('bath', 'USD'), fact('years', 'months')]

/** Plans facts for the texts of rows, and lists them with what the texts say then. */
function plan(rows: Record<string, string>[], language = 'en-US', known = facts) {
  const texts = rows.flatMap((entry, index) =>
    Object.keys(entry)
      .filter((name) => /\d/.test(entry[name]!))
      .map((name) => ({ place: { file: 'page.yaml', path: ['rows', index, name] }, name, entry })),
  )
  return planFacts(texts, known, language).map(({ path, value }) => [path.join('.'), value])
}

it('a fact is called as its row, and gets a name of its own', () => {
  expect(
    plan([
      { item: 'Bath', price: '$1,250.50' },
      { item: 'Nails', price: '$12 each, without a bath' },
      { item: 'Members save', price: '10%' },
    ]),
  ).toEqual([
    ['facts.bath-2', { label: 'Bath', unit: 'USD', value: 1250.5 }],
    ['rows.0.price', '${bath-2}'],
    ['facts.nails', { label: 'Nails', unit: 'USD', value: 12 }],
    ['rows.1.price', '${nails} each, without a bath'],
    ['facts.members-save', { label: 'Members save', unit: 'percent', value: 10 }],
    ['rows.2.price', '${members-save}'],
  ])
})

it('the first price of a site has the currency of its sign', () => {
  const rows = [{ item: 'Bath', price: '£12' }]
  expect(plan(rows, 'en-GB', [])[0]).toEqual([
    'facts.bath',
    { label: 'Bath', unit: 'GBP', value: 12 },
  ])
  // Nobody has said which dollar this is.
  expect(plan([{ item: 'Bath', price: '$12' }], 'en-CA', [])).toEqual([])
  expect(plan([{ item: 'Bath', price: '12 kr' }], 'sv-SE', [])).toEqual([])
})

it('prices of several columns are told apart', () => {
  expect(plan([{ item: 'Cut', price: '$20', note: '$5 less on Mondays' }])).toEqual([
    ['facts.cut-price', { label: 'Cut, price', unit: 'USD', value: 20 }],
    ['rows.0.price', '${cut-price}'],
    ['facts.cut-note', { label: 'Cut, note', unit: 'USD', value: 5 }],
    ['rows.0.note', '${cut-note} less on Mondays'],
  ])
})

it('what one number in the currency of the site cannot say stays as it is', () => {
  const prices = ['$20–30', '$20 to $30', '$20+', '€20', '£5', 'from $5 to $9', '20']
  expect(plan(prices.map((price, index) => ({ item: `Row ${'abcdefg'[index]}`, price })))).toEqual(
    [],
  )
  expect(plan([{ price: '$20' }])).toEqual([])
})

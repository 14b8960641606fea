/** What the studio shows before the server has answered, and where its selection goes. */
import { describe, expect, it } from 'vitest'
import type { FactListing } from '../../../scripts/report/list-facts.ts'
import type { JsonValue } from '../../../scripts/edit/yaml-operations.ts'
import { isWithinPath } from '../../../scripts/edit/source-address.ts'
import type { PageItem } from '../../../scripts/edit/describe/list-page-items.ts'
import {
  findOpenCitation,
  listCitations,
  listCited,
  printCitations,
} from '../../../scripts/studio/ui/form/citations.ts'
import { groupPages } from '../../../scripts/studio/ui/form/arrange-pages.ts'
import { findRow, findShownDay, listOutline } from '../../../scripts/studio/ui/form/outline.ts'
import { readSum } from '../../../scripts/studio/ui/form/sums.ts'
import { findEntry } from '../../../scripts/studio/ui/state/fetch-state.ts'
import { clampPath, followMove } from '../../../scripts/studio/ui/form/paths.ts'
import {
  canSettle,
  listAlike,
  changeFigures,
  listComparable,
} from '../../../scripts/studio/ui/form/change-figures.ts'
import { applyToValue, type Edit } from '../../../scripts/edit/yaml-operations.ts'
import { planInsertion, planRemoval } from '../../../scripts/studio/ui/form/form-edit.ts'

const page = { title: 'Bread', blocks: [{ type: 'a' }, { type: 'b' }, { type: 'c' }] }
const edit = (operation: Edit) => applyToValue(page, [operation])

describe('an edit', () => {
  it('changes a copy that shares the rest', () => {
    const edited = edit({ kind: 'set', path: ['blocks', 1, 'heading'], value: 'New' })
    expect(edited.blocks[1]).toEqual({ type: 'b', heading: 'New' })
    expect(edited.blocks[0]).toBe(page.blocks[0])
    expect(page.blocks[1]).toEqual({ type: 'b' })
  })

  it('adds, moves and removes', () => {
    const listTypes = (operation: Edit) =>
      edit(operation)
        .blocks.map(({ type }) => type)
        .join('')
    expect(listTypes({ kind: 'insert', path: ['blocks', 1], value: { type: 'x' } })).toBe('axbc')
    expect(listTypes({ kind: 'move', path: ['blocks', 0], to: 2 })).toBe('bca')
    expect(listTypes({ kind: 'move', path: ['blocks', 2], to: 0 })).toBe('cab')
    expect(listTypes({ kind: 'remove', path: ['blocks', 1] })).toBe('ac')
    expect(edit({ kind: 'remove', path: ['title'] })).toEqual({ blocks: page.blocks })
    const { operation } = planInsertion({}, ['points', 0], 'One')
    expect(applyToValue({}, [operation])).toEqual({ points: ['One'] })
  })

  it('selects what takes the place of what was removed', () => {
    const select = (index: number) => planRemoval(page, ['blocks', index]).selected
    expect(select(0)).toEqual(['blocks', 0])
    expect(select(2)).toEqual(['blocks', 1])
    expect(planRemoval({ points: ['One'] }, ['points', 0]).selected).toEqual(['points'])
    expect(planRemoval(page, ['title']).selected).toEqual([])
  })

  it('the selection follows what was moved', () => {
    const at = (index: number) => ['blocks', index, 'heading']
    expect(followMove(at(0), ['blocks', 0], 2)).toEqual(at(2))
    expect(followMove(at(1), ['blocks', 0], 2)).toEqual(at(0))
    expect(followMove(at(2), ['blocks', 2], 0)).toEqual(at(0))
    expect(followMove(at(0), ['blocks', 2], 0)).toEqual(at(1))
    expect(followMove(['title'], ['blocks', 2], 0)).toEqual(['title'])
  })

  it('the selection stays within what there is', () => {
    expect(clampPath(page, ['blocks', 7, 'heading'])).toEqual(['blocks'])
    expect(clampPath(page, ['blocks', 1, 'type'])).toEqual(['blocks', 1, 'type'])
  })
})

const fact = (name: string, text: string, readings: string[] = []): FactListing => ({
  name,
  unit: 'count',
  label: `The ${name}`,
  text,
  address: { file: 'facts.yaml', path: ['facts', name] },
  used: readings[0] ?? 'value',
  readings: (readings.length === 0 ? ['value'] : readings).map((each) => ({
    name: each,
    text: readings.length === 0 ? text : `${text} ${each}`,
    value: 1,
    address: { file: 'facts.yaml', path: ['facts', name, 'readings', each] },
    pages: [],
  })),
  pages: [],
  hasConflict: false,
})
const facts = [fact('loaf', '£4.20'), fact('roll', '£1', ['shop', 'market'])]

describe('figures of one offer', () => {
  const price = (name: string, figures: Record<string, [value: number, saved?: number]>) => ({
    ...fact(name, ''),
    unit: 'GBP',
    readings: Object.entries(figures).map(([reading, [value, saved]]) => ({
      name: reading,
      text: `£${value}`,
      value,
      ...(saved !== undefined && { saved }),
      address: { file: 'facts.yaml', path: ['facts', name, 'readings', reading] },
      pages: ['/'],
    })),
  })
  const cake = price('cake-slice', { counter: [5, 4], leaflet: [4], market: [3] })
  const others = [
    cake,
    price('roll', { value: [4] }),
    price('cake-to-go', { value: [4] }),
    { ...price('time', { value: [4] }), unit: 'minutes' },
    {
      ...price('party', { value: [8] }),
      sum: { reading: 'value', parts: ['cake-slice'], value: 9, text: '£9' },
    },
  ]

  it('are offered after one has changed: other readings, names alike, and sums', () => {
    const found = listAlike(others, cake).map((each) => [
      `${each.fact.name}.${each.reading.name}`,
      each.value,
    ])
    expect(found).toEqual([
      ['cake-slice.leaflet', 5],
      ['cake-to-go.value', 5],
      ['party.value', 9],
    ])
  })

  it('are raised at once, ranges too, and texts and sums stay', () => {
    const computedFrom = { added: ['visit', 'cake-slice'], minus: [] }
    const visit = { ...price('visit', { day: [60], night: [90] }) }
    const range = { ...visit.readings[0]!, value: { min: 2, max: 4 } }
    const facts = [
      visit,
      { ...price('hours', {}), readings: [range] },
      { ...price('open', {}), readings: [{ ...range, value: 'all day' }] },
      { ...price('both', { computed: [9] }), used: 'computed', computedFrom },
    ]
    const raise = { kind: 'raise', amount: 5, isPercent: false } as const
    expect(changeFigures(facts, raise, 'en-GB').map(({ text }) => text)).toEqual([
      '£65',
      '£95',
      '£7–£9',
    ])
    const lower = { kind: 'lower', amount: 10, isPercent: true } as const
    expect(changeFigures([visit], lower, 'en-GB').map(({ value }) => value)).toEqual([54, 81])
    expect(changeFigures([visit], { ...raise, kind: 'lower', amount: 70 }, 'en-GB')).toHaveLength(1)
    // Half a cent up, which 198.975 is not in binary.
    const cents = price('cents', { value: [189.5] })
    const percent = { kind: 'raise', amount: 5, isPercent: true } as const
    expect(changeFigures([cents], percent, 'en-US').map(({ value }) => value)).toEqual([198.98])
    const rounded = { ...percent, roundTo: 5 }
    expect(changeFigures([cents], rounded, 'en-US').map(({ text }) => text)).toEqual(['£200'])
  })

  it('among prices, what is none stays', () => {
    const [visit, minutes] = [price('visit', { day: [60] }), price('wait', { day: [20] })]
    const wait = { ...minutes, unit: 'minutes' }
    expect(listComparable([visit, wait])).toEqual([visit])
    expect(listComparable([wait])).toEqual([wait])
  })

  it('a sum is not settled on the total that is written beside it', () => {
    const computedFrom = { added: ['visit', 'cake-slice'], minus: [] }
    const sum = { ...price('both', { value: [9], computed: [10] }), used: 'computed', computedFrom }
    const canSettleOn = (fact: FactListing) =>
      fact.readings.filter((each) => canSettle(fact, each)).map(({ name }) => name)
    expect(canSettleOn(sum)).toEqual([])
    expect(canSettleOn({ ...sum, computedFrom: undefined })).toEqual(['value'])
  })

  it('are not offered before', () => expect(listAlike(others, others[1]!)).toEqual([]))
})

describe('citations', () => {
  it('are found at the cursor', () => {
    expect(findOpenCitation('A loaf is $', 11)).toEqual({ start: 10, end: 11, query: '' })
    expect(findOpenCitation('${lo} and', 4)).toEqual({ start: 0, end: 5, query: 'lo' })
    expect(findOpenCitation('$lo and', 3)).toEqual({ start: 0, end: 3, query: 'lo' })
    expect(findOpenCitation('$5 is enough', 2)).toBeUndefined()
    expect(findOpenCitation('${loaf} more', 10)).toBeUndefined()
  })

  it('offer facts by name, value and reading', () => {
    expect(listCitations(facts, 'ro').map(({ name }) => name)).toEqual([
      'roll',
      'roll.shop',
      'roll.market',
    ])
    expect(listCitations(facts, 'roll.mar').map(({ name }) => name)).toEqual(['roll.market'])
    expect(listCitations(facts, '4.20').map(({ name }) => name)).toEqual(['loaf'])
  })

  it('are printed as visitors see them', () => {
    expect(printCitations(facts, '${loaf}, ${roll.market}, ${site.phone}')).toBe(
      '£4.20, £1 market, ${site.phone}',
    )
    expect(printCitations(facts, '${ loaf } and ${ roll.market | words }')).toBe(
      '£4.20 and £1 market',
    )
    // Once a fact is settled, pages print no other reading of it.
    const settled = facts.map((fact) => ({ ...fact, isSettled: true as const }))
    expect(printCitations(settled, '${roll.market}')).toBe(
      settled.find(({ name }) => name === 'roll')!.readings[0]!.text,
    )
    expect(listCitations(settled, 'ro').map(({ name }) => name)).toEqual(['roll'])
    expect(listCited('${loaf} ${loaf|number} ${roll.shop} ${site.phone} ${count:this}')).toEqual([
      'loaf',
      'roll.shop',
    ])
    const shops = fact('count:data/shops.csv', '3')
    expect(listCited('${count:data/shops.csv|words} shops')).toEqual([shops.name])
    expect(printCitations([...facts, shops], '${count:data/shops.csv} shops')).toBe('3 shops')
    const box = fact('total:box-of-two', '£9')
    expect(listCited('A box is ${total:box-of-two}, from ${from:leeds}')).toEqual([
      box.name,
      'from:leeds',
    ])
    expect(printCitations([...facts, box], 'A box is ${total:box-of-two}')).toBe('A box is £9')
  })
})

it('a sum of facts is read by their names and labels, or says which is none', () => {
  const sum = { value: 2, settled: 'computed', sumOf: ['loaf', 'roll'] }
  expect(readSum(facts, 'loaf + the ROLL', 'count')).toEqual(sum)
  expect(readSum(facts, 'Loaf + roll + cake', 'count')).toEqual({
    refused: expect.stringContaining('“cake”'),
  })
  // Both have the word.
  expect(readSum(facts, 'the + loaf', 'count')).toHaveProperty('refused')
  expect(readSum(facts, 'loaf + roll', 'GBP')).toHaveProperty('refused')
  expect(readSum(facts, '25+', 'count')).toBeUndefined()
})

describe('pages', () => {
  const item = (route: string, file: string, set?: string): PageItem => ({
    route,
    file,
    title: `Page ${route}`,
    kind: 'info',
    status: 'listed',
    placeholder: false,
    line: 1,
    errors: 0,
    warnings: 0,
    changed: false,
    ...(set !== undefined && { set }),
  })
  const pages = [
    item('/', 'pages/main.yaml'),
    item('/near', 'pages/near-me.yaml'),
    item('/in/leeds', 'pages/towns.yaml', '/in/{town}'),
  ]

  it('are grouped by family and searched', () => {
    const { families } = groupPages(pages.toReversed(), '', 10)
    expect(families.map(({ name }) => name)).toEqual(['Main', 'Set /in/{town}', 'Near me'])
    expect(groupPages(pages, 'LEEDS page', 10)).toMatchObject({ count: 1, isSimilar: false })
    expect(groupPages(pages, 'leesd pge', 10)).toMatchObject({ count: 1, isSimilar: true })
    expect(groupPages(pages, 'xyzzy', 10)).toMatchObject({ count: 0 })
    const [all] = groupPages(pages.toReversed(), '', 10, ({ title }) => title, true).families
    const routes = all!.pages.map(({ route }) => route)
    expect(routes).toEqual(routes.toSorted())
    expect(groupPages(pages, '', 1)).toMatchObject({ count: 3, families: [{ name: 'Main' }] })
  })
})

it('what has days to come, or that are over, says when it is shown', () => {
  const find = (publish: object, now = '2026-11-30 13:00') => findShownDay({ publish }, now)
  expect(find({ from: '2026-12-24' })).toEqual({ day: '2026-12-24', isOver: false })
  expect(find({ from: '2026-11-30 18:00' })).toEqual({ day: '2026-11-30', isOver: false })
  expect(find({ from: '2026-11-30', until: '2026-11-30' })).toBeUndefined()
  expect(find({ until: '2026-11-29T20:00' })).toEqual({ day: '2026-11-29', isOver: true })
  expect(find({ until: '2026-11-29' }, '2026-11-28')).toBeUndefined()
  // Another day is needed, or is that of a row.
  expect(find({ from: '2026-12-24', until: '2026-12-01' })).toBeUndefined()
  expect(find({ from: '{{opens}}' })).toBeUndefined()
})

describe('entries', () => {
  const home = { file: 'main.yaml', path: ['pages', '/'] }

  it('a value of the page, a fact and the menus each have a form', () => {
    const title = { file: 'main.yaml', path: ['pages', '/', 'title'] }
    expect(findEntry(home, title)).toEqual({ entry: home, path: ['title'], isPage: true })
    const value = { file: 'facts.yaml', path: ['facts', 'loaf', 'readings', 'shop'] }
    expect(findEntry(home, value)).toEqual({
      entry: { file: 'facts.yaml', path: ['facts', 'loaf'] },
      path: ['readings', 'shop'],
      isPage: false,
    })
    const menu = { file: 'pages.yaml', path: ['navigation', 'header', 'menus', 0] }
    expect(findEntry(home, menu)).toMatchObject({ path: ['header', 'menus', 0], isPage: false })
  })

  it('another page has none', () => {
    expect(findEntry(home, { file: 'main.yaml', path: ['pages', '/bread'] })).toBeUndefined()
  })
})

describe('the outline', () => {
  const items = [{ question: 'Why ${price}?' }]
  const page: JsonValue = {
    title: 'Bread',
    publish: { from: '2020-12-24' },
    blocks: [
      { type: 'hero', heading: 'Bread' },
      { type: 'faq', items },
    ],
  }
  const errors = [['titel'], ['blocks', 1, 'items', 0]]
  const rows = listOutline(page, {
    print: (text) => text.replace('${price}', '$5'),
    count: (path) => ({
      errors: errors.filter((each) => isWithinPath(each, path)).length,
      warnings: 0,
    }),
  })

  it('shows the entries of the only list directly below the block', () => {
    expect(rows.map(({ label }) => label)).toEqual(['Page settings', 'Bread', 'FAQ'])
    expect(rows[2]!.rows).toMatchObject([
      { key: 'blocks.1.items.0', label: 'Why $5?', errors: 1, rows: [] },
    ])
  })

  it('counts problems at the block or, of the page itself, at its settings', () => {
    expect(rows.map((row) => row.errors)).toEqual([1, 0, 1])
    expect(rows[0]!.days).toBe('from Dec 24, 2020')
  })

  it('finds the row of a field', () => {
    const find = (path: (string | number)[]) => findRow(rows, path)?.label
    expect(find(['blocks', 1, 'items', 0, 'answer'])).toBe('Why $5?')
    expect(find(['blocks', 1, 'heading'])).toBe('FAQ')
    expect(find(['title'])).toBe('Page settings')
    expect(find([])).toBe('Page settings')
  })
})

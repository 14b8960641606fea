/** The elements of a page know which values of its files they show. */
import { expect, it } from 'vitest'
import { createMoment } from '../../schema/days/moment.ts'
import { filterByMoment } from '../../schema/resolve/filter-by-moment.ts'
import { parseFile } from '../../schema/source/parse-file.ts'
import type { PageData } from '../../schema/page-data.ts'
import type { Block } from '../../schema/types.gen.ts'
import { markBlock, markPage } from '../../scripts/studio/marks/mark-page.ts'
import { formatAddress } from '../../scripts/edit/source-address.ts'

type Item = { title: string; price: { text: string }; text: unknown[] }
type Sample = { heading: string; name: string; note?: string; items: Item[] }

const raw = {
  type: 'sample',
  heading: 'Prices from ${price}',
  name: 'Anchor',
  note: 'Unused',
  items: [
    { title: 'One', price: 'online', text: 'Some **bold** words' },
    { title: 'Two', price: 'mobile', text: 'Plain' },
  ],
}
const resolved = {
  type: 'sample',
  heading: 'Prices from $5',
  name: 'Anchor',
  note: 'Unused',
  items: [
    {
      title: 'One',
      price: { text: '$1' },
      text: ['Some ', { t: 'strong', c: ['bold'] }, ' words'],
    },
    { title: 'Two', price: { text: '$2' }, text: ['Plain'] },
  ],
} as unknown as Block

const renderText = (nodes: unknown[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const { t, c } = node as { t: string; c: unknown[] }
      return `<${t}>${renderText(c)}</${t}>`
    })
    .join('')
const render = (block: Block): string => {
  const { heading, name, items } = block as unknown as Sample
  const list = items.map(
    ({ title, price, text }) =>
      `<li><h3>${title} <span>${price.text}</span></h3><p>${renderText(text)}</p></li>`,
  )
  // The length of the name is printed, so wrapping it changes more than its text.
  return `<section id="a${name.length}"><h2>${heading}</h2><b>${name}</b><ul>${list.join('')}</ul></section><hr>`
}

it('a heading is marked that an address repeats, such as the subject of an email', () => {
  const form = { type: 'sample', heading: 'Ask us' } as unknown as Block
  const { fields } = markBlock(form as never, form, (block) => {
    const { heading } = block as unknown as Sample
    const subject = encodeURIComponent(heading)
    return `<section><h2>${heading}</h2><form action="mailto:me@example.com?subject=${subject}"></form></section>`
  })
  expect(fields).toEqual([{ at: [0, 0], tag: 'h2', path: ['heading'] }])
})

it('elements are marked with the values that they show', () => {
  const { elements, fields } = markBlock(raw, resolved, render)
  expect(elements).toBe(2)
  expect(
    fields.map(({ at, tag, path }) => [at.join('.'), tag, formatAddress({ file: '', path })]),
  ).toEqual([
    ['0.0', 'h2', '#/heading'],
    ['0.2.0', 'li', '#/items/0'],
    ['0.2.0.0.0', 'span', '#/items/0/price'],
    ['0.2.0.1', 'p', '#/items/0/text'],
    ['0.2.1', 'li', '#/items/1'],
    ['0.2.1.0.0', 'span', '#/items/1/price'],
    ['0.2.1.1', 'p', '#/items/1/text'],
  ])
})

it('elements after a hidden block have the right addresses in the file', () => {
  const days = { publish: { until: '2026-12-31' } }
  const [first, second] = raw.items
  const written = [
    { ...raw, ...days },
    { ...raw, items: [{ ...first, ...days }, second] },
  ]
  const moment = createMoment({ now: '2027-01-01' }, { timeZone: 'America/Chicago' })
  const source = parseFile('pages/shop.yaml', Buffer.from('{}'))
  const path = ['pages', '/shop', 'blocks']
  const shown = filterByMoment(written, { source, path }, moment, 'the page /shop')!
  const items = (resolved as unknown as Sample).items.slice(1)
  const data = { blocks: [{ ...resolved, items }] } as unknown as PageData
  const { blocks } = markPage(
    shown.value as (typeof raw)[],
    data,
    { file: 'pages/shop.yaml', path },
    render,
    shown.toSourcePath,
  )
  expect(blocks.map(({ address }) => address)).toEqual(['pages/shop.yaml#/pages/~1shop/blocks/1'])
  expect(blocks[0]!.fields.map(({ address }) => address)).toContain(
    'pages/shop.yaml#/pages/~1shop/blocks/1/items/1',
  )
})

it('a cell of a table that a block prints whole is one of its file', () => {
  const block = { type: 'sample', rows: 'cakes' }
  const rows = [
    { label: 'Plain', cells: [{ text: '£10' }, { text: '£20' }] },
    { label: 'Fruit', cells: [{ text: '£12' }, null] },
  ]
  const data = { blocks: [{ ...block, rows: { header: 'Cake', columns: [], rows } }] }
  const { blocks } = markPage(
    [block],
    data as unknown as PageData,
    { file: 'pages/shop.yaml', path: ['blocks'] },
    (drawn) => {
      const table = (drawn as unknown as (typeof data.blocks)[0]).rows.rows
      const lines = table.map(({ label, cells }) => {
        const drawnCells = cells.map((cell) => `<td>${cell?.text ?? '–'}</td>`)
        return `<tr><th>${label}</th>${drawnCells.join('')}</tr>`
      })
      return `<table>${lines.join('')}</table>`
    },
    undefined,
    (table, row, column) => ({ file: `${table}.csv`, path: [row, column] }),
  )
  // A row with one price leads to it, too.
  expect(blocks[0]!.fields.map(({ address }) => address)).toEqual([
    'cakes.csv#/0/0',
    'cakes.csv#/0/1',
    'cakes.csv#/1/0',
  ])
})

it('what a block prints of the rows of a set is a row of their table', () => {
  const block = { type: 'sample', items: 'towns', row: { title: '{{town}}', text: '{{lead}}' } }
  const items = [
    { title: 'Leeds', text: ['By the market'], href: '/leeds' },
    { title: 'Hull', text: ['By the sea'], href: '/hull' },
  ]
  const data = { blocks: [{ type: 'sample', items }] }
  const { blocks } = markPage(
    [block],
    data as unknown as PageData,
    { file: 'pages/shop.yaml', path: ['blocks'] },
    (drawn) => {
      const shown = (drawn as unknown as (typeof data.blocks)[0]).items
      return `<ul>${shown.map(({ title, text }) => `<li><b>${title}</b>${text.join('')}</li>`).join('')}</ul>`
    },
    undefined,
    (table, row) => ({ file: `${table}.csv`, path: [row] }),
  )
  const [first, last] = ['towns.csv#/0', 'towns.csv#/1']
  expect(new Set(blocks[0]!.fields.map(({ address }) => address))).toEqual(new Set([first, last]))
})

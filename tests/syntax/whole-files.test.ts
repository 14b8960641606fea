/** Mistakes that concern a whole file, and what YAML and tables may contain. */
import { expect, it } from 'vitest'
import { parseRowFile } from '../../schema/tables/parse-row-file.ts'
import { parseFile } from '../../schema/source/parse-file.ts'

const parse = (text: string) => parseFile('page.yaml', Buffer.from(text))
const parseRows = (file: string, text: string) => parseRowFile(file, Buffer.from(text))
const tableOf = (file: string, text: string) => {
  const { table, problems } = parseRows(file, text)
  expect(problems).toEqual([])
  return [[...table!.columns.keys()], ...table!.rows]
}

it.each([
  [
    'a page',
    parse('pages:\n  /a:\n<<<<<<< HEAD\n    title: A\n||||||| base\n=======\n>>>>>>> b\n'),
  ],
  ['a table', parseRows('a.csv', 'Town,Tip\nOdessa,Ring.\n<<<<<<< HEAD\n=======\n>>>>>>> b\n')],
  ['a table with CRLF', parseRows('a.csv', 'Town\r\nOdessa\r\n<<<<<<< HEAD\r\n=======\r\n')],
])('a conflict in %s is one error at its first marker', (_, { problems }) => {
  const message = 'This file has an unresolved merge conflict.'
  expect(problems).toMatchObject([{ message, line: 3, found: '<<<<<<< HEAD' }])
})

it('seven equals signs in a table are text', () => {
  expect(tableOf('a.csv', 'Town\n=======\n')).toEqual([['town'], ['=======']])
})

it.each([
  ['pages:\n  /a: { kind: info }\n---\npages:\n  /b: { kind: info }\n', 3],
  ['a: 1\n...\na: 2\n', 2],
])('a second document with the same sections is not joined automatically: %j', (text, line) => {
  const { problems } = parse(text)
  expect(problems).toMatchObject([{ code: 'YAML_SYNTAX', line }])
  expect(problems[0]!.message).toMatch(/second document/)
  expect(problems[0]!.correction).toBeUndefined()
})

it('text below front matter is not taken for YAML', () => {
  const { problems } = parse('---\ntitle: Prices\n---\nWhat it costs, and *why*.\n')
  expect(problems).toMatchObject([{ line: 3, message: expect.stringContaining('front matter') }])
})

it('a map takes over properties with <<, and problems are located where they are written', () => {
  const source = parse('a: &base\n  x: 1\n  y: 2\nb:\n  <<: *base\n  y: 3\nc:\n  << : [*base]\n')
  expect(source.problems).toEqual([])
  expect(source.value).toEqual({ a: { x: 1, y: 2 }, b: { x: 1, y: 3 }, c: { x: 1, y: 2 } })
  expect(source.locate(['b', 'x']).line).toBe(2)
  expect(source.locate(['b', 'y']).line).toBe(6)
})

it('<< with a map in place is merged, too', () => {
  expect(parse('a:\n  <<: { x: 1 }\n  y: 2\n').value).toEqual({ a: { x: 1, y: 2 } })
})

it.each(['<<: *base', 'lead: *base'])(
  'an anchor of another file is not quoted for sure: %s',
  (line) => {
    const { problems } = parse(`a:\n  ${line}\n  y: 3\n`)
    expect(problems).toMatchObject([{ code: 'YAML_SYNTAX', line: 2 }])
    expect(problems[0]!.correction?.isSure ?? false).toBe(false)
  },
)

it.each([
  ['a: { x: 1, x: 1 }\n', 'on one line'],
  ['a:\n  x: one\n    two\n  x: one\n    three\n', 'with more lines of text'],
])('a repeated property is not deleted %j (%s)', (text) => {
  const { problems } = parse(text)
  expect(problems).toMatchObject([{ code: 'DUPLICATE_KEY' }])
  expect(problems[0]!.correction).toBeUndefined()
})

it('a name that is there twice in JSON is an error, as in YAML', () => {
  const { problems } = parseRows('a.json', '[\n{ "a": "1" },\n{ "a": "1", "b": "x:", "a": "2" }\n]')
  expect(problems).toMatchObject([{ code: 'DUPLICATE_KEY', line: 3 }])
  expect(tableOf('a.json', '[{ "a": "\\"b\\": c:", "d": { "a": "e" } }]')[0]).toEqual(['a', 'd'])
})

it.each([
  ['sep=;\nTown;Tip\nOdessa;"Ring; wait, then."\n'],
  ['"sep=|"\r\nTown|Tip\r\nOdessa|Ring; wait, then.\r\n'],
  ['Town|Tip\nOdessa|Ring; wait, then.\n'],
])('the separator is found: %j', (text) => {
  const rows = [
    ['town', 'tip'],
    ['Odessa', 'Ring; wait, then.'],
  ]
  expect(tableOf('a.csv', text)).toEqual(rows)
  const { table } = parseRows('a.csv', text)
  expect(table!.locate(0, 1).excerpt).toContain('Odessa')
})

it.each(['Our towns\n\nTown;Tip\nOdessa;Ring.\n', 'Our towns,,\nTown,Tip,Note\nOdessa,Ring.,x\n'])(
  'a title above the headings is one error: %j',
  (text) => {
    const { problems } = parseRows('a.csv', text)
    expect(problems).toMatchObject([{ code: 'INVALID_COLUMN_NAME', line: 1 }])
  },
)

it('a table with one column may contain separators in few cells', () => {
  const { problems } = parseRows('a.csv', 'Tip\nRing.\n"Wait, please."\nKnock; then enter.\n')
  expect(problems).toEqual([])
})

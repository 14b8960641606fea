/** Edits of tables in CSV and JSON, which leave everything else as it is. */
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { readCsv } from '../../scripts/edit/edit-csv.ts'
import { planRowEdits, type RowChanges } from '../../scripts/edit/plan-row-edits.ts'
import { applyToValue, type Edit } from '../../scripts/edit/yaml-operations.ts'
import { applyOperations, getValue } from '../../scripts/edit/apply-operations.ts'
import { parseRowFile } from '../../schema/tables/parse-row-file.ts'

function change(file: string, text: string, changes: Partial<RowChanges>): string {
  const table = parseRowFile(file, Buffer.from(text)).table!
  const all = { cells: [], removed: [], added: [], ...changes }
  return applyOperations(file, text, planRowEdits(table, getValue(file, text, []), all))
}

it.each<[string, Partial<RowChanges>, string]>([
  ['a,b\n1,2\n', { cells: [{ row: 0, column: 1, text: '3' }] }, 'a,b\n1,3\n'],
  ['a;b\r\n"1";2', { cells: [{ row: 0, column: 0, text: '3' }] }, 'a;b\r\n"3";2'],
  ['a;b\r\n1;2', { cells: [{ row: 0, column: 1, text: 'x; "y"' }] }, 'a;b\r\n1;"x; ""y"""'],
  ['a\tb\n1\t2\n', { cells: [{ row: 0, column: 0, text: '' }] }, 'a\tb\n\t2\n'],
  ['sep=;\na;b\n1;2\n', { cells: [{ row: 0, column: 1, text: '3' }] }, 'sep=;\na;b\n1;3\n'],
  ['a,b\r1,2\r3,4', { removed: [0] }, 'a,b\r3,4'],
  ['a,b\n1,2\n\n3,4\n', { removed: [0] }, 'a,b\n\n3,4\n'],
  ['a,b\n1,2\nwrong\n3,4', { removed: [0, 1] }, 'a,b\nwrong\n'],
  ['a,b,,\n1,2,,\n', { cells: [{ row: 0, column: 0, text: '3' }] }, 'a,b,,\n3,2,,\n'],
  ['a,b', { added: [{ texts: { b: '2' } }] }, 'a,b\n,2\n'],
  ['a,b\r\n1,"2"', { added: [{ texts: { a: '3', b: '4' } }] }, 'a,b\r\n1,"2"\r\n3,"4"\r\n'],
  [
    'a\n1\n2\n',
    {
      added: [
        { at: 1, texts: { a: 'x' } },
        { at: 1, texts: { a: 'y' } },
      ],
      removed: [0],
    },
    'a\nx\ny\n2\n',
  ],
])('%j with %j', (before, changes, after) => {
  expect(change('data/rows.csv', before, changes)).toBe(after)
})

it.each<[string, Partial<RowChanges>, string]>([
  [
    '[{"a": 1, "b": "x"}]',
    { cells: [{ row: 0, column: 1, text: "it's" }] },
    '[{"a": 1, "b": "it\'s"}]',
  ],
  [
    '[{"a": 1, "b": "x"}]',
    { cells: [{ row: 0, column: 0, text: 'y "z"' }] },
    '[{"a": "y \\"z\\"", "b": "x"}]',
  ],
  ['[{"a": 1}]\n', { added: [{ texts: { a: '01' } }] }, '[{"a": 1}, {"a": "01"}]\n'],
  ['[\n  {"a": 1},\n  {"a": 2}\n]\n', { removed: [1] }, '[\n  {"a": 1}\n]\n'],
  [
    '[\n  {"a": 1, "b": 2}\n]\n',
    { cells: [{ row: 0, column: 0, text: '' }] },
    '[\n  {"b": 2}\n]\n',
  ],
])('%s with %j', (before, changes, after) => {
  expect(change('data/rows.json', before, changes)).toBe(after)
})

const lists = '- a: x\n  b:\n    - 1.50 # kept\n    - two\n    - three\n- { a: y }\n'
it.each<[string, Partial<RowChanges>, string]>([
  // A line for each entry: only the lines of the others change.
  [lists, { cells: [{ row: 0, column: 1, text: '1.5\nthree' }] }, lists.replace('    - two\n', '')],
  [
    lists,
    { cells: [{ row: 0, column: 1, text: '1.5\n2\nthree\nfour' }] },
    lists.replace('- two', '- 2').replace('- three\n', '$&    - four\n'),
  ],
  [lists, { cells: [{ row: 1, column: 1, text: 'a, b' }] }, lists.replace('y }', 'y, b: [a, b] }')],
  [lists, { added: [{ texts: { a: 'z', b: 'one' } }] }, `${lists}- a: z\n  b:\n    - one\n`],
  ['- b: [x]\n', { cells: [{ row: 0, column: 0, text: '7' }] }, "- b: ['7']\n"],
  // An entry with a comma shows that commas are part of the texts.
  [
    '- b: ["x, y"]\n- c: 1\n',
    { cells: [{ row: 1, column: 0, text: 'No, sorry' }] },
    '- b: ["x, y"]\n- c: 1\n  b: ["No, sorry"]\n',
  ],
])('in lists, %j with %j', (before, changes, after) => {
  expect(change('data/rows.yaml', before, changes)).toBe(after)
})

it.each<[Edit, string]>([
  [{ kind: 'set', path: [0, 'c'], value: '1' }, 'has no column "c"'],
  [{ kind: 'set', path: [7, 'a'], value: '1' }, 'has no 7.a'],
  [{ kind: 'set', path: [0, 'a'], value: [1] }, 'which holds texts and numbers only'],
  [{ kind: 'set', path: [0, 'a'], value: '' }, 'at least one filled cell'],
])('%j is refused', (operation, message) => {
  expect(() => applyOperations('a.csv', 'a,b\n1,\n', [operation])).toThrow(message)
})

it('random edits of random tables give the intended rows', () => {
  const cell = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('a, b', 'x"y', '1\n2', ';'))
  const text = cell.map((each) => each.replaceAll('\0', '').trim())
  const operation = fc.record({
    kind: fc.constantFrom('set', 'insert', 'remove', 'move'),
    row: fc.nat(5),
    to: fc.nat(5),
    text,
  })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('x', 'y'), text), { minLength: 1, maxLength: 6 }),
      fc.array(operation, { maxLength: 6 }),
      fc.record({
        quotes: fc.boolean(),
        delimiter: fc.constantFrom(',', ';', '\t'),
        newline: fc.constantFrom('\n', '\r\n'),
      }),
      (rows, edits, style) => {
        const file = 'data/rows.csv'
        const before = Papa.unparse([['A', 'B'], ...rows], style)
        let value = readCsv(file, before) as unknown[]
        fc.pre(value.length === rows.length)
        const operations = edits.flatMap(({ kind, row, to, text }): Edit[] => {
          const made = { kind, path: [row], to, value: { A: 'z', B: text } } as Edit
          if (kind === 'insert' ? row > value.length : row >= value.length) return []
          if (kind === 'move' && to >= value.length) return []
          value = applyToValue(value, [made])
          return [made]
        })
        const after = applyOperations(file, before, operations)
        expect(readCsv(file, after)).toEqual(value)
      },
    ),
    { numRuns: 200 },
  )
})

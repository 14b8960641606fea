/** Edits of tables in the studio: what is pasted, and what is refused. */
import { expect, it } from 'vitest'
import { labelRowEdit, readTable, toRowChanges } from '../../scripts/edit/describe/describe-rows.ts'
import { planRowEdits } from '../../scripts/edit/plan-row-edits.ts'
import { applyOperations, getValue } from '../../scripts/edit/apply-operations.ts'
import { parseCells, planPaste, toEntries } from '../../scripts/studio/ui/form/paste-cells.ts'

const columns = ['Town', 'Opens', 'Note'].map((heading) => ({ heading }))
const toRow = (town: string, opens: string, note: string) => ({
  path: [0],
  line: 2,
  pages: 1,
  cells: [{ text: town, isLocked: true as const }, { text: opens }, { text: note }],
})
const rows = [toRow('Leeds', '7', ''), toRow('York', '8', ''), toRow('Hull', '9', 'by the sea')]

it('cells of a spreadsheet may have tabs, quotes and lines; a single one is a text', () => {
  expect(parseCells('a\t"b ""c""\nd"\r\n')).toEqual([['a', 'b "c"\nd']])
  expect(parseCells('a, b; "c"\n')).toBeUndefined()
})

it('copied rows are entries of a list, and what has no column stays in the last', () => {
  const text = 'Bath\t$40\tall dogs\twith a towel\nCut\t\tby hand\n'
  expect(toEntries(text, ['item', 'price', 'note'])).toEqual([
    { item: 'Bath', price: '$40', note: 'all dogs with a towel' },
    { item: 'Cut', note: 'by hand' },
  ])
  expect(toEntries('two\nlines', ['item', 'price'])).toBeUndefined()
  expect(toEntries(text, ['note'])).toBeUndefined()
})

it('cells are pasted in the rows that are shown, and the rest becomes rows', () => {
  const block = [
    ['Leeds', '7', 'new'],
    ['Selby', '10', 'too', 'many'],
    ['Ripon', '11', ''],
    ['', '', ''],
  ]
  expect(planPaste({ columns, rows }, [0, 2], { place: 0, column: 0 }, block)).toEqual({
    cells: [
      { row: 0, heading: 'Note', was: '', text: 'new' },
      { row: 2, heading: 'Opens', was: '9', text: '10' },
      { row: 2, heading: 'Note', was: 'by the sea', text: 'too' },
    ],
    removed: [],
    added: [{ texts: { Town: 'Ripon', Opens: '11', Note: '' } }],
    leftOut: 2,
  })
})

it('an edit of what the author has not seen is refused, and others have a name', () => {
  const table = readTable({ file: 'a.csv', path: [] }, 'Town,Opens\nLeeds,7\nYork,8\n')
  const plan = (row: number, was: string) =>
    toRowChanges(table, {
      cells: [{ row, heading: 'Opens', was, text: ' 9 ' }],
      removed: [],
      added: [],
    })
  expect(() => plan(0, '6')).toThrow('it says "7" in place of "6"')
  const remove = (was: string[]) =>
    toRowChanges(table, { cells: [], removed: [{ row: 1, was }], added: [] })
  expect(() => remove(['Leeds', '7'])).toThrow('it says "York" in place of "Leeds"')
  expect(plan(0, '7').cells).toEqual([{ row: 0, column: 1, text: '9' }])
  expect(labelRowEdit(table, plan(1, '8'))).toBe('Change Opens of "York" in a.csv')
  expect(labelRowEdit(table, remove(['York', '8']))).toBe('Remove the row "York" of a.csv')
})

it('a cell is filled with what another row has, whatever that is', () => {
  const fill = (file: string, text: string, heading: string) => {
    const table = readTable({ file, path: file.endsWith('.csv') ? [] : ['rows'] }, text)
    const edit = { cells: [{ row: 1, heading, was: '', copyOf: 0 }], removed: [], added: [] }
    const operations = planRowEdits(table, getValue(file, text, []), toRowChanges(table, edit))
    return applyOperations(file, text, operations)
  }
  const asked = '[{ question: When?, answer: At 9. }]'
  const text = `rows:\n  - town: Leeds\n    questions: ${asked}\n  - town: York\n`
  const filled = fill('a.yaml', text, 'questions')
  expect(getValue('a.yaml', filled, ['rows', 1, 'questions'])).toEqual([
    { question: 'When?', answer: 'At 9.' },
  ])
  const csv = fill('a.csv', 'Town,Code\nLeeds,01001\nYork,\n', 'Code')
  expect(csv).toBe('Town,Code\nLeeds,01001\nYork,01001\n')
  expect(() => fill('a.csv', 'Town,Code\nLeeds,1\nYork,2\n', 'Code')).toThrow('it says "2"')
})

it('a list in a cell is a table, with the columns of the other rows before it has an entry', () => {
  const file = 'data/rows.yaml'
  const text =
    '- town: Leeds\n  questions:\n    - { question: When?, answer: At 9. }\n- town: York\n'
  const add = (before: string, question: string) => {
    const path = [1, 'questions']
    const table = readTable({ file, path }, before)
    const changes = { cells: [], removed: [], added: [{ texts: { question, answer: '5' } }] }
    const operations = planRowEdits(table, getValue(file, before, []), changes, path)
    return applyOperations(file, before, operations)
  }
  const once = add(text, 'How many?')
  expect(once).toBe(`${text}  questions:\n    - question: How many?\n      answer: '5'\n`)
  const twice = add(once, 'How?')
  expect(getValue(file, twice, [1, 'questions', 1])).toEqual({ question: 'How?', answer: '5' })
  const path = [0, 'questions']
  const removed = { cells: [], removed: [0], added: [] }
  const table = readTable({ file, path }, text)
  expect(
    applyOperations(file, text, planRowEdits(table, getValue(file, text, []), removed, path)),
  ).toBe('- town: Leeds\n- town: York\n')
  expect(() => readTable({ file, path: [7, 'questions'] }, text)).toThrow('no longer there')
})

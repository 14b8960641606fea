import { groupBy } from '../../../../schema/util/group-by.ts'
import { Copy, List, Trash2 } from 'lucide-react'
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { tryParseJson } from '../../../../schema/util/try-parse.ts'
import type { RowEdit } from '../../../edit/inputs.ts'
import type { RowTable, TableRow } from '../../../edit/describe/describe-rows.ts'
import type { ListedProblem } from '../../../edit/describe/problem-list.ts'
import type { ValuePlace } from '../../../edit/source-address.ts'
import { parseCells } from '../form/paste-cells.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { ProblemNotes } from '../parts/problem-note.tsx'

type Change = (edit: Partial<RowEdit>, done?: string) => Promise<boolean>

type RowGridProps = {
  table: RowTable
  /** The rows that are shown, by index. */
  shown: number[]
  problems: ListedProblem[]
  /** @returns whether it was done */
  onChange: Change
  onPaste: (at: { place: number; column: number }, block: string[][]) => Promise<void>
  /** Opens a cell that is a list as a table of its own. */
  onOpen: (list: OpenList) => void
}

/** A cell that is a list, as a table. @property title such as `Questions of Leeds` */
export type OpenList = { address: ValuePlace; title: string }

/** A table of text fields, in which the arrow keys and Enter go from cell to cell. */
export function RowGrid(props: RowGridProps) {
  const { table, shown, problems, onChange, onPaste, onOpen } = props
  const { columns, rows, address } = table
  // A problem within a list is one of its cell.
  const depth = address.path.length + (columns[0]?.heading === '' ? 1 : 2)
  const byPath = groupBy(problems, (each) => JSON.stringify(each.address?.path.slice(0, depth)))
  const paste = (event: ClipboardEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-place]')
    const block = parseCells(event.clipboardData.getData('text/plain'))
    if (!cell || !block) return
    event.preventDefault()
    const { place, column } = cell.dataset
    void onPaste({ place: Number(place), column: Number(column) }, block)
  }
  const remove = async (row: number, place: number) => {
    const { cells } = rows[row]!
    const was = cells.map(({ text }) => text)
    if (await onChange({ removed: [{ row, was }] }, `${nameRow(rows[row]!)} was removed.`))
      focusCell(({ dataset }) => dataset.place === String(place))
  }
  const duplicate = async (row: number, place: number) => {
    const edit = { added: [{ at: row + 1, copyOf: row }] }
    if (await onChange(edit, `${nameRow(rows[row]!)} was duplicated. Its copy is below it.`))
      focusCell(({ dataset }) => dataset.place === String(place + 1))
  }
  /** Fills a cell with what is above it, as spreadsheets do. */
  const fillDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.key.toLowerCase() !== 'd' || !(event.ctrlKey || event.metaKey)) return
    // Otherwise the browser keeps a bookmark.
    event.preventDefault()
    const { place, column, edited } = (event.target as HTMLElement).dataset
    const [above, row] = [shown[Number(place) - 1], shown[Number(place)]]
    if (above === undefined || row === undefined || edited !== undefined) return
    const [next, cell] = [above, row].map((index) => rows[index]!.cells[Number(column)]!)
    if ((cell!.isLocked && !cell!.isTable) || next!.text === cell!.text) return
    const { heading } = columns[Number(column)]!
    void onChange({ cells: [{ row, heading, was: cell!.text, copyOf: above }] })
  }
  useEffect(() => {
    // A cell counts only once it is left.
    const warn = (event: Event) => {
      if (document.querySelector('.row-grid [data-edited]')) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  return (
    <div className="row-grid">
      <table
        aria-label={`Rows of ${address.file}`}
        onKeyDown={(event) => {
          fillDown(event)
          moveByKey(event)
        }}
        onPaste={paste}
      >
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Line</span>
            </th>
            {columns.map(({ heading, has }) => (
              <th key={heading} scope="col">
                {nameColumn(heading)}
                {has === 'lines' && <span className="help"> one per line</span>}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((index, place) => {
            const row = rows[index]!
            const name = nameRow(row)
            const makes = row.pages === 0 ? '' : `, which makes ${formatCount(row.pages, 'page')}`
            return (
              <tr key={index}>
                <th scope="row">
                  <span className="muted" title={`Line ${row.line} of ${address.file}`}>
                    {row.line}
                  </span>
                  <ProblemNotes problems={byPath.get(JSON.stringify(row.path))} />
                </th>
                {columns.map(({ heading, has }, column) => {
                  const { text, isLocked, isTable } = row.cells[column]!
                  const path = heading === '' ? row.path : [...row.path, heading]
                  const key = JSON.stringify(path)
                  const title = `${nameColumn(heading)} of ${name}`
                  const open = () => onOpen({ address: { file: address.file, path }, title })
                  const data = { 'data-place': place, 'data-column': column, 'data-path': key }
                  return isTable ? (
                    <td key={heading}>
                      <button type="button" className="list-cell" {...data} onClick={open}>
                        <span className="visually-hidden">{title}: </span>
                        {text === '' ? 'None yet. Add…' : summarize(text)}
                      </button>
                      <ProblemNotes problems={byPath.get(key)} />
                    </td>
                  ) : (
                    <CellInput
                      key={heading}
                      label={`${nameColumn(heading)}, ${name}`}
                      value={has === undefined && isLocked ? describeText(text) : text}
                      isLocked={isLocked === true}
                      problems={byPath.get(key)}
                      data={data}
                      onCommit={(was, next) =>
                        onChange({ cells: [{ row: index, heading, was, text: next }] })
                      }
                    >
                      {has === 'lines' && text !== '' && (
                        <IconButton
                          className="open-list"
                          label={`${title} as a table`}
                          Icon={List}
                          // Its text is edited in the cell. Alt+Enter begins a line there.
                          excludeFromTabOrder
                          onPress={open}
                        />
                      )}
                    </CellInput>
                  )
                })}
                <td className="row-actions">
                  <IconButton
                    label={`Duplicate ${name}`}
                    Icon={Copy}
                    onPress={() => void duplicate(index, place)}
                  />
                  <IconButton
                    label={`Remove ${name}${makes}`}
                    Icon={Trash2}
                    onPress={() => void remove(index, place)}
                  />
                </td>
              </tr>
            )
          })}
          <NewRow columns={columns} place={shown.length} onChange={onChange} />
        </tbody>
      </table>
    </div>
  )
}

const nameColumn = (heading: string) => heading || 'Value'

/** What distinguishes a row for its author: its first cell. */
const nameRow = ({ cells, line }: TableRow) => cells[0]?.text || `line ${line}`

/** A line for each entry of a list. @param json what the cell has */
const summarize = (json: string): string =>
  (JSON.parse(json) as unknown[])
    .map((entry) => describeValue(entry))
    .map((line) => (line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line))
    .join('\n')

const maxLineLength = 60

/** A map in a cell, in words. */
const describeText = (text: string): string => describeValue(tryParseJson(text) ?? text)

function describeValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.values(value).map(describeValue).filter(Boolean).join(' · ')
}

type CellInputProps = {
  label: string
  value: string
  isLocked: boolean
  problems?: ListedProblem[]
  data: Record<`data-${string}`, string | number>
  /** Writes the text. @returns whether it was done */
  onCommit: (was: string, text: string) => Promise<boolean>
  children?: ReactNode
}

/** A cell. What is typed counts once the focus leaves it. */
function CellInput(props: CellInputProps) {
  const { label, value, isLocked, problems = [], data, onCommit, children } = props
  const id = useId()
  /** What the author has seen before typing. */
  const seen = useRef(value)
  const [text, setText] = useState(value)
  useLayoutEffect(() => {
    // What is being typed stays. If the cell has changed meanwhile, it is refused then.
    if (text !== seen.current && text !== value) return
    seen.current = value
    setText(value)
  }, [value])
  const commit = async () => {
    const was = seen.current
    if (text.trim() === was.trim()) return setText(was)
    seen.current = text
    if (await onCommit(was, text)) return
    seen.current = value
    setText(value)
  }
  return (
    <td>
      <textarea
        {...data}
        rows={1}
        aria-label={label}
        aria-invalid={problems.some(({ severity }) => severity === 'error') || undefined}
        aria-describedby={problems.length > 0 ? id : undefined}
        readOnly={isLocked}
        data-edited={text !== seen.current || undefined}
        value={text}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === seen.current) return
          event.stopPropagation()
          flushSync(() => setText(seen.current))
          event.currentTarget.select()
        }}
      />
      {children}
      {problems.length > 0 && (
        <div id={id}>
          <ProblemNotes problems={problems} />
        </div>
      )}
    </td>
  )
}

type NewRowProps = { columns: RowTable['columns']; place: number; onChange: Change }

/** An empty row at the end. What is typed in it becomes a row once the focus leaves it. */
function NewRow({ columns, place, onChange }: NewRowProps) {
  const [texts, setTexts] = useState<Record<string, string>>({})
  const isEmpty = Object.values(texts).every((text) => text.trim() === '')
  const add = async () => {
    if (isEmpty) return
    setTexts({})
    if (!(await onChange({ added: [{ texts }] }, 'The row was added.'))) setTexts(texts)
  }
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) void add()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isEmpty) {
      event.stopPropagation()
      setTexts({})
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    void add()
    focusCell(({ dataset }) => dataset.place === String(place))
  }
  return (
    <tr onBlur={handleBlur} onKeyDown={handleKey}>
      <th scope="row">
        <span className="muted">New</span>
      </th>
      {columns.map(({ heading, has }, column) => (
        <td key={heading}>
          {has === 'tables' ? (
            <p className="help later">Once the row is added</p>
          ) : (
            <textarea
              rows={1}
              aria-label={`${nameColumn(heading)}, new row`}
              data-place={place}
              data-column={column}
              data-edited={texts[heading] ? true : undefined}
              value={texts[heading] ?? ''}
              onChange={({ target }) => setTexts({ ...texts, [heading]: target.value })}
            />
          )}
        </td>
      ))}
      <td />
    </tr>
  )
}

/** Moves the focus to the first cell that fits, once React has drawn it. */
export function focusCell(isMeant: (cell: HTMLElement) => boolean): void {
  requestAnimationFrame(() => {
    const cells = document.querySelectorAll<HTMLElement>('.row-grid [data-place]:not([readonly])')
    ;[...cells].find(isMeant)?.focus()
  })
}

/** The place that a key leads to. Arrow keys leave a cell at the end of its text only. */
function moveByKey(event: KeyboardEvent<HTMLTableElement>): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent } = event
  const cell = event.target as HTMLTextAreaElement
  const { place, column } = cell.dataset
  if (place === undefined || nativeEvent.isComposing || ctrlKey || metaKey) return
  const isButton = cell.matches('button')
  if (isButton && key === 'Enter') return
  if (key === 'Enter' && altKey) {
    event.preventDefault()
    // As if it were typed, so that React and the undo of the browser know it.
    document.execCommand('insertText', false, '\n')
    return
  }
  const isAll = isButton || (cell.selectionStart === 0 && cell.selectionEnd === cell.value.length)
  const isStart = cell.selectionEnd === 0 || isAll
  const isEnd = cell.selectionStart === cell.value.length || isAll
  const steps: Record<string, [rows: number, columns: number, isMoved: boolean]> = {
    Enter: [shiftKey ? -1 : 1, 0, true],
    ArrowUp: [-1, 0, isStart && !shiftKey],
    ArrowDown: [1, 0, isEnd && !shiftKey],
    ArrowLeft: [0, -1, isStart && !shiftKey],
    ArrowRight: [0, 1, isEnd && !shiftKey],
  }
  const [rows, columns, isMoved] = steps[key] ?? [0, 0, false]
  if (!isMoved) return
  event.preventDefault()
  const next = [Number(place) + rows, Number(column) + columns]
  const selector = `[data-place="${next[0]}"][data-column="${next[1]}"]`
  event.currentTarget.querySelector<HTMLElement>(selector)?.focus()
}

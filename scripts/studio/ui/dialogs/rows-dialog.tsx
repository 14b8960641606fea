import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { flushSync } from 'react-dom'
import type { Path } from '../../../../schema/problems/location.ts'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import type { RowEdit } from '../../../edit/inputs.ts'
import type { RowTable } from '../../../edit/describe/describe-rows.ts'
import type { ListedProblem } from '../../../edit/describe/problem-list.ts'
import { formatAddress, isWithinPath, type ValuePlace } from '../../../edit/source-address.ts'
import { planPaste } from '../form/paste-cells.ts'
import { ProblemNotes } from '../parts/problem-note.tsx'
import { UndoButtons } from '../parts/undo-buttons.tsx'
import { askServer, type StudioRequestError } from '../state/api.ts'
import type { RowsTarget } from '../state/studio-state.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { DialogActions } from './dialog.tsx'
import { ListDialog } from './list-dialog.tsx'
import { focusCell, type OpenList, RowGrid } from './row-grid.tsx'

/** The rows of a set, of facts or of reviews, as a table whose cells are edited in place. */
export function Rows(target: RowsTarget) {
  const tables = useAnswer(() => askServer('tables', {}), [])
  const own = useStudio((state) => state.open?.set?.cells[0]?.table)
  const [chosen, setChosen] = useState(target.table)
  const [cell, setCell] = useState(target.cell)
  /** Lists in cells that are open, one within the other. */
  const [lists, setLists] = useState<OpenList[]>([])
  const list = lists.at(-1)
  const table = chosen ?? own ?? tables?.[0]?.address
  const address = list?.address ?? table
  const goBack = () => {
    setCell(list?.address.path)
    setLists(lists.slice(0, -1))
  }
  const head = (
    <>
      {list && (
        <div className="bar">
          <Button className="small-button" onPress={goBack}>
            <ArrowLeft size={14} aria-hidden /> {lists.at(-2)?.title ?? list.address.file}
          </Button>
          <h3>{list.title}</h3>
        </div>
      )}
      {tables && tables.length > 1 && !list && (
        <label>
          Table
          <select
            value={table && formatAddress(table)}
            onChange={({ target: { value } }) => {
              setChosen(tables.find((each) => formatAddress(each.address) === value)?.address)
              setCell(undefined)
            }}
          >
            {tables.map(({ address: each, users }) => (
              <option key={formatAddress(each)} value={formatAddress(each)}>
                {each.file}: {users.join(', ')}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  )
  if (address)
    return (
      <RowEditor
        key={formatAddress(address)}
        address={address}
        cell={list ? [] : cell}
        head={head}
        onOpen={(opened) => setLists([...lists, opened])}
      />
    )
  return (
    <>
      <div className="dialog-content">
        {tables ? (
          <p className="help">
            The site has no tables yet. A developer can add one: for pages that differ only in their
            data, for prices by size, or for reviews. Its rows are edited here then.
          </p>
        ) : (
          <LoadingRows />
        )}
      </div>
      <DialogActions closeLabel="Close" />
    </>
  )
}

/** Rows that are on the way. */
const LoadingRows = () => (
  <p className="help rows-loading" role="status">
    Loading the rows…
  </p>
)

type RowEditorProps = {
  address: ValuePlace
  /** The cell that gets the focus: the first one within this path. */
  cell: Path | undefined
  /** Which table it is. */
  head: ReactNode
  onOpen: (list: OpenList) => void
}

function RowEditor({ address, cell, head, onOpen }: RowEditorProps) {
  const store = useStore()
  const { table: newest, reason, reload } = useRows(address)
  const [newestMessage, setMessage] = useState('')
  const { table, problems, message } = useUnlessPressed({
    table: newest,
    problems: useTableProblems(address, newest),
    message: newestMessage,
  })
  const isReady = table !== undefined
  useEffect(() => {
    if (!isReady || !cell) return
    const path = JSON.stringify(cell).slice(0, -1)
    focusCell(({ dataset }) => dataset.path?.startsWith(path) ?? cell.length === 0)
  }, [isReady, cell])
  const change = async (edit: Partial<RowEdit>, done = '') => {
    const refused = await store.request('rows', { address, ...edit }).then(
      () => undefined,
      (error: Error) => error.message,
    )
    setMessage(refused ?? done)
    await reload()
    return refused === undefined
  }
  const paste = async (
    found: number[],
    at: { place: number; column: number },
    block: string[][],
  ) => {
    const { leftOut, ...edit } = planPaste(table!, found, at, block)
    const parts = [
      ...(edit.cells.length > 0 ? [formatCount(edit.cells.length, 'changed cell')] : []),
      ...(edit.added.length > 0 ? [formatCount(edit.added.length, 'new row')] : []),
    ]
    const rest = leftOut === 0 ? '' : ` ${formatCount(leftOut, 'cell')} could not be pasted here.`
    if (edit.cells.length + edit.added.length === 0) return setMessage(`Nothing is new.${rest}`)
    await change(edit, `Pasted: ${parts.join(', ')}.${rest}`)
  }
  const isElsewhere = ({ address: at }: ListedProblem) =>
    !at || at.path.length <= address.path.length
  const rows = table?.rows ?? []
  const isLocked = rows.some(({ cells }) => cells.some((each) => each.isLocked && !each.isTable))
  const hasLines = table?.columns.some(({ has }) => has === 'lines')
  return (
    <ListDialog
      name="rows"
      items={[...rows.keys()]}
      getText={(index) => rows[index]!.cells.map(({ text }) => text).join(' ')}
      actions={
        <>
          <span className="help">
            {formatCount(rows.length, 'row')} in {address.file}
          </span>
          <UndoButtons />
        </>
      }
      head={head}
    >
      {(shown, found) =>
        table ? (
          <>
            <RowGrid
              table={table}
              shown={shown}
              problems={problems}
              onChange={change}
              onPaste={(at, block) => paste(found, at, block)}
              onOpen={onOpen}
            />
            {/* Below the cells, which stay under the pointer. */}
            <p role="status" className="rows-message">
              {message}
            </p>
            <ProblemNotes problems={problems.filter(isElsewhere)} />
            <p className="help">
              Enter goes down, Tab to the right, and Escape takes back what you type in a cell.
              Cells that you copy in a spreadsheet can be pasted. Ctrl+D fills a cell, or a list,
              with what is above it.
              {hasLines && ' In a list, Alt+Enter begins a line.'}
              {isLocked &&
                ` Gray cells are part of the address of a page, or have several values. To change them, edit ${address.file}, and redirect an old address.`}
            </p>
          </>
        ) : reason === undefined ? (
          <LoadingRows />
        ) : (
          <p className="problem-note" role="status">
            {reason}
          </p>
        )
      }
    </ListDialog>
  )
}

/**
 * Returns the value from before the pointer was pressed until it is released. Pressing a button
 * ends the edit of a cell, and what follows may move the button away before it is released.
 */
function useUnlessPressed<Value>(value: Value): Value {
  const [isPressed, setPressed] = useState(false)
  const shown = useRef(value)
  useEffect(() => {
    const press = () => setPressed(true)
    // The click follows in the same task.
    const release = () => void setTimeout(() => setPressed(false))
    addEventListener('pointerdown', press, true)
    for (const name of releases) addEventListener(name, release, true)
    return () => {
      removeEventListener('pointerdown', press, true)
      for (const name of releases) removeEventListener(name, release, true)
    }
  }, [])
  if (!isPressed) shown.current = value
  return shown.current
}

const releases = ['pointerup', 'pointercancel'] as const

/**
 * The problems of one table, those of the lines around its rows included. Once rows have come or
 * gone, those that are known are at other rows, until the new ones are checked.
 */
function useTableProblems(
  { file, path }: ValuePlace,
  table: RowTable | undefined,
): ListedProblem[] {
  const { problems, isComplete, version } = useStudio((state) => state.problems)
  /** The number of rows that were checked last. */
  const checked = useRef<number>(undefined)
  const count = table?.rows.length
  if (table && isComplete && version >= table.version) checked.current = count
  else checked.current ??= count
  if (count !== checked.current) return []
  const isInTable = ({ address }: ListedProblem) =>
    path.length === 0 || (address !== undefined && isWithinPath(address.path, path))
  return problems.filter((each) => each.file === file && isInTable(each))
}

/** Fetched again after every change of the draft, and after the checks that follow it. */
function useRows(address: ValuePlace) {
  const version = useStudio((state) => state.draft.version)
  const problems = useStudio((state) => state.problems)
  const [table, setTable] = useState<RowTable>()
  const [reason, setReason] = useState<string>()
  const key = formatAddress(address)
  const reload = useCallback(async () => {
    try {
      const found = await askServer('rows', { address: key })
      // Answers may arrive out of order. The cells are there once this is done, for the focus.
      flushSync(() =>
        setTable((current) => (current && current.version > found.version ? current : found)),
      )
    } catch (error) {
      setReason((error as StudioRequestError).message)
    }
  }, [key])
  useEffect(() => void reload(), [reload, version, problems])
  return { table, reason, reload }
}

import { useEffect, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import type { JsonValue, FileEdit } from '../../../edit/yaml-operations.ts'
import type { RowCell } from '../../../edit/describe/describe-set.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import {
  type FieldOrigin,
  type EditTarget,
  type OpenSet,
  describeOrigin,
  planReset,
} from '../form/set-edits.ts'
import { ProblemNotes } from '../parts/problem-note.tsx'
import { useProblemsOf } from '../state/use-problems.ts'
import { useStore } from '../state/use-studio.ts'
import { toKey } from '../form/paths.ts'
import type { StudioStore } from '../state/studio-store.ts'

type OriginNoteProps = { set: OpenSet; origin: FieldOrigin; path: Path; label: string }

/** On a page of a set: where a value comes from, and where an edit of it goes. */
export function OriginNote({ set, origin, path, label }: OriginNoteProps) {
  const store = useStore()
  const id = useId()
  const { overridden, place, cells, target, targets } = origin
  return (
    <>
      {targets.length > 0 && (
        <div className="origin">
          <span>{nameOrigin(origin)}</span>
          <label htmlFor={id}>
            Where this goes<span className="visually-hidden">: {label}</span>
          </label>
          <select
            id={id}
            value={target}
            onChange={({ target }) => chooseEditTarget(store, path, target.value as EditTarget)}
          >
            {targets.map((each) => (
              <option key={each} value={each}>
                {nameTarget(each, set, cells)}
              </option>
            ))}
          </select>
          {overridden && (
            <Button className="small-button" onPress={() => resetOverride(store, overridden.path)}>
              Use the template’s
            </Button>
          )}
          {target === 'override' && place.unnamed && (
            <span>
              The block gets the id <code>{place.steps[place.unnamed.length - 1]}</code>, by which
              the page’s override finds it.
            </span>
          )}
        </div>
      )}
      {cells.map((cell) => (
        <CellField key={cell.column} cell={cell} />
      ))}
    </>
  )
}

/** Where a value comes from now. */
function nameOrigin({ overridden, cells }: FieldOrigin): string {
  if (overridden?.value === null) return 'An override leaves this out on this page.'
  if (overridden) return 'From an override of this page.'
  const columns = cells.map(({ column }) => `{{${column}}}`).join(', ')
  return columns === '' ? 'From the template.' : `From the template, with ${columns} of the row.`
}

function nameTarget(target: EditTarget, set: OpenSet, cells: RowCell[]): string {
  if (target === 'template') return `Template: changes ${countPages(set.pages)}`
  if (target === 'override') return 'Override: changes this page alone'
  return `Row: changes ${countPages(Math.max(...cells.map(({ pages }) => pages)))}`
}

const countPages = (count: number) => (count === 1 ? 'this page alone' : `${count} pages`)

/** A cell of the row, which is edited in the file of the table. */
function CellField({ cell }: { cell: RowCell }) {
  const store = useStore()
  const id = useId()
  const problems = useProblemsOf(cell.address)
  const { column, value, file, line, pages, table, address } = cell
  const wasNumber = useRef(false)
  const [text, setText] = useState(String(value ?? ''))
  // Typed text is kept while it means the same value, such as `2.`, and `By ` in CSV.
  useEffect(() => {
    const isSame = (now: string) => toCell(now, wasNumber.current) === value || now.trim() === value
    setText((now) => (isSame(now) ? now : String(value ?? '')))
  }, [value])
  const isText = typeof value !== 'object' || value === null
  const write = (next: string) => {
    setText(next)
    typeCell(store, cell, toCell(next, wasNumber.current))
  }
  return (
    <div className="cell">
      <label htmlFor={id}>{toWords(column)}</label>
      <span className="muted">
        in the row {file}:{line}, {countPages(pages)}{' '}
        <Button
          className="link-button"
          aria-label={`All rows of ${file}, from ${toWords(column)}`}
          onPress={() => store.openDialog({ name: 'rows', table, cell: address?.path })}
        >
          All rows
        </Button>
      </span>
      {address && isText ? (
        <textarea
          id={id}
          aria-describedby={`${id}-help`}
          rows={1}
          value={text}
          onFocus={() => {
            wasNumber.current = typeof value === 'number'
          }}
          onChange={({ target }) => write(target.value)}
        />
      ) : (
        <output id={id} className="set-text">
          {isText ? String(value ?? '') : JSON.stringify(value)}
        </output>
      )}
      <div id={`${id}-help`}>
        <ProblemNotes problems={problems} />
        {!(address && isText) && (
          <p className="help">
            {cell.isInRoute
              ? `The page’s address is made of this. To change both, edit ${file}, line ${line}, and add the old address as a redirect.`
              : `This is edited in ${file}, line ${line}.`}
          </p>
        )}
      </div>
    </div>
  )
}

/** A number stays a number, unless it begins like 01001: that is a code, printed as it is. */
const toCell = (text: string, isNumber: boolean): JsonValue =>
  isNumber && text.trim() !== '' && Number.isFinite(Number(text)) && !/^-?0\d/.test(text)
    ? Number(text)
    : text

/** Commands for the fields of a page of a set. */

/** Chooses where edits of a field go. */
function chooseEditTarget(store: StudioStore, path: Path, target: EditTarget): void {
  const { set } = store.getState().open ?? {}
  if (!set) return
  const { place } = describeOrigin(set, path)
  const chosen = { ...set.chosen, [toKey(place.steps)]: target }
  store.editSet({ set: { ...set, chosen }, operations: [] })
}

/** Takes the value of the template again. @param path of what is overridden */
function resetOverride(store: StudioStore, path: Path): void {
  const { set } = store.getState().open ?? {}
  if (set) store.editSet(planReset(set, { path }))
}

/** Sets a cell of the row while it is typed. */
function typeCell(store: StudioStore, { column, address }: RowCell, value: JsonValue): void {
  const { set } = store.getState().open ?? {}
  if (!set || !address) return
  const cells = set.cells.map((cell) => (cell.column === column ? { ...cell, value } : cell))
  const operations: FileEdit[] = [{ kind: 'set', ...address, value }]
  store.editSet({ set: { ...set, cells }, operations }, true)
}

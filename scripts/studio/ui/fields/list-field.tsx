import { ChevronRight, GripVertical, Plus } from 'lucide-react'
import { Button } from 'react-aria-components'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import { describeShape } from '../form/describe-shape.ts'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { toEntries } from '../form/paste-cells.ts'
import { nameEntry, summarize } from '../form/names.ts'
import { planFacts } from '../form/typed-facts.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { isWithinPath } from '../../../edit/source-address.ts'
import { toKey, findGap } from '../form/paths.ts'
import { fieldSelector, focusSoon, itemSelector } from '../focus/move-focus.ts'
import { HiddenNote } from '../parts/hidden-note.tsx'
import { ItemActions } from '../parts/item-actions.tsx'
import { ProblemCount } from '../parts/problem-note.tsx'
import { createWhenReady } from '../state/create-when-ready.tsx'
import { setAnywhere } from '../state/draft-commands.ts'
import { useProblemCount, useProblemsWithin } from '../state/use-problems.ts'
import { useCitableFacts, useStore, useStudio } from '../state/use-studio.ts'
import { FieldFrame, type FieldProps, NestedField } from './field-frame.tsx'
import { type ClipboardEvent, type DragEvent, useState } from 'react'

/** A list. If its entries have several properties, only the selected one is unfolded. */
export function ListField(props: FieldProps<'list'>) {
  const { path, value, shape, name, isRequired } = props
  const store = useStore()
  const schema = useStudio((state) => state.schema)
  const entries = Array.isArray(value) ? value : []
  const entryName = nameEntry(name, describeShape(schema, shape.items).description)
  const one = toWords(entryName)
  // The property of an optional list is removed as a whole.
  const minimum = Math.max(shape.minimum, isRequired ? 1 : 0)
  const isSimple = describeShape(schema, shape.items).kind === 'text'
  const drag = useListDrag(path)
  const add = () => {
    const at = [...path, entries.length]
    const key = toKey(at)
    const focused = [fieldSelector(key), `[data-item="${CSS.escape(key)}"] .item-body`]
    const entry = { path: at, schema: shape.items, name: entryName, label: one, focused }
    void createWhenReady(store, entry, (item) => store.insertItem(at, item))
  }
  return (
    <FieldFrame {...props} aside={<span className="characters">{entries.length}</span>}>
      {(ids) => (
        <div id={ids.id} role="group" aria-labelledby={ids['aria-labelledby']} className="list">
          <ol {...drag.list}>
            {entries.map((entry: unknown, index) => (
              <ListItem
                key={index}
                schema={shape.items}
                path={[...path, index]}
                entry={entry}
                one={one}
                isSimple={isSimple}
                minimum={minimum}
                maximum={shape.maximum}
                drag={entries.length > 1 ? drag : undefined}
              />
            ))}
          </ol>
          <Button
            className="add-button"
            data-action="add"
            isDisabled={entries.length >= shape.maximum}
            onPress={add}
          >
            <Plus size={14} aria-hidden /> Add {one.toLowerCase()}
          </Button>
          <TypedFigures path={path} entries={entries} />
        </div>
      )}
    </FieldFrame>
  )
}

/** Makes facts of the figures that are typed into the entries of a list, such as pasted prices. */
function TypedFigures({ path, entries }: { path: Path; entries: unknown[] }) {
  const store = useStore()
  const facts = useStudio((state) => state.facts)
  const language = useStudio(({ session }) => session.language)
  const texts = useProblemsWithin(path, 'UNCITED_FIGURE').flatMap(({ problem, path: at }) => {
    const [index, name, ...deeper] = at.slice(path.length)
    const entry = entries[Number(index)]
    return problem.address && typeof name === 'string' && deeper.length === 0
      ? [{ place: problem.address, name, entry }]
      : []
  })
  const changes = planFacts(texts, facts, language)
  const count = changes.length / 2
  if (count < 2) return null
  const make = async () => {
    if (await setAnywhere(store, changes, `Make ${count} typed figures facts`))
      await store.refresh()
  }
  return (
    <Button className="chip" onPress={() => void make()}>
      Make <strong>{count} typed figures</strong> facts
    </Button>
  )
}

type ListItemProps = {
  schema: Schema
  path: Path
  entry: unknown
  one: string
  isSimple: boolean
  minimum: number
  maximum: number
  /** Undefined if there is nowhere to drag it. */
  drag: ListDrag | undefined
}

function ListItem(props: ListItemProps) {
  const { schema, path, entry, one, isSimple, minimum, maximum, drag } = props
  const store = useStore()
  const isOpen = useStudio(({ selection }) => isWithinPath(selection.path, path))
  const count = useProblemCount(path)
  const facts = useCitableFacts()
  const root = useStudio((state) => state.schema)
  const index = Number(path.at(-1))
  const name = `${one} ${index + 1}`
  const handle = drag && (
    <span className="item-handle" aria-hidden="true" title="Drag" {...drag.getHandle(index)}>
      <GripVertical size={12} />
    </span>
  )
  const actions = <ItemActions path={path} label={name} minimum={minimum} maximum={maximum} />
  const nested = { name, label: name, path, value: entry, schema, isRequired: true }
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const field = (event.target as HTMLElement).closest<HTMLElement>('[data-field]')?.dataset.field
    const columns = listColumns(root, schema, entry)
    const first = columns.findIndex((column) => toKey([...path, column]) === field)
    if (first < 0) return
    const entries = toEntries(event.clipboardData.getData('text/plain'), columns.slice(first))
    if (!entries) return
    event.preventDefault()
    event.stopPropagation()
    store.fillEntries(path, entries)
    store.notify(
      `Pasted into ${formatCount(entries.length, 'entry', 'entries')}. Undo takes it back.`,
    )
  }
  if (isSimple)
    return (
      <li className="simple-item" data-item={toKey(path)} {...drag?.getEntry(index)}>
        {handle}
        <NestedField {...nested} />
        {actions}
      </li>
    )
  return (
    <li
      className="item"
      data-item={toKey(path)}
      data-open={isOpen || undefined}
      onPasteCapture={paste}
      {...drag?.getEntry(index)}
    >
      <div className="item-head">
        {handle}
        <Button
          className="item-title"
          data-action="open"
          data-header
          aria-expanded={isOpen}
          onPress={() => store.select(isOpen ? path.slice(0, -1) : path, 'form')}
        >
          <ChevronRight size={14} aria-hidden className="arrow" />
          <span className="visually-hidden">{name}: </span>
          <span className="item-label">{summarize(entry, facts) || name}</span>
          <ProblemCount {...count} />
        </Button>
        {actions}
      </div>
      <HiddenNote value={entry} />
      {isOpen && (
        <div className="item-body">
          <NestedField {...nested} isBare />
        </div>
      )}
    </li>
  )
}

/** The properties of an entry that are texts on one line. */
function listColumns(root: Schema, schema: Schema, entry: unknown): string[] {
  const shape = describeShape(root, schema, entry)
  return shape.kind !== 'group'
    ? []
    : shape.properties.flatMap((property) => {
        const own = describeShape(root, property.schema)
        return own.kind === 'text' && own.format === 'text' ? [property.name] : []
      })
}

/**
 * What is dragged, and where it would be dropped.
 * @property gap 0 is above the first entry
 */
type Drag = { from: number; gap: number }

/**
 * Lets the entries of a list be dragged by mouse. Their buttons and Alt with an arrow key do the
 * same.
 * @param path of the list
 * @returns attributes of the list, of its entries and of their handles
 */
function useListDrag(path: Path) {
  const store = useStore()
  const [drag, setDrag] = useState<Drag>()
  const drop = ({ from, gap }: Drag) => {
    const moved = store.moveEntry([...path, from], gap > from ? gap - 1 : gap)
    if (moved) focusSoon(itemSelector(toKey(moved), 'open'))
  }
  return {
    list: {
      onDragOver(event: DragEvent<HTMLElement>) {
        // An entry of another list cannot be dropped here.
        if (!drag) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        const boxes = [...event.currentTarget.children].map((each) => each.getBoundingClientRect())
        const gap = findGap(boxes, event.clientY)
        if (gap !== drag.gap) setDrag({ ...drag, gap })
      },
      onDrop(event: DragEvent<HTMLElement>) {
        if (!drag) return
        event.preventDefault()
        setDrag(undefined)
        drop(drag)
      },
    },
    getHandle: (from: number) => ({
      draggable: true,
      onDragStart(event: DragEvent<HTMLElement>) {
        const entry = event.currentTarget.closest('li')
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', '')
        event.dataTransfer.effectAllowed = 'move'
        if (entry) event.dataTransfer.setDragImage(entry, 12, 12)
        setDrag({ from, gap: from })
      },
      onDragEnd: () => setDrag(undefined),
    }),
    getEntry: (index: number) => ({
      'data-dragged': drag?.from === index || undefined,
      'data-drop': drag && describeDrop(drag, index),
    }),
  }
}

/** At which edge of an entry a line shows where the dragged one would be. */
function describeDrop({ from, gap }: Drag, index: number): 'above' | 'below' | undefined {
  // Dropped there, it would stay where it is.
  if (gap === from || gap === from + 1) return undefined
  if (gap < from) return gap === index ? 'above' : undefined
  return gap === index + 1 ? 'below' : undefined
}

type ListDrag = ReturnType<typeof useListDrag>

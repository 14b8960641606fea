import { X } from 'lucide-react'
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react'
import { describeOrigin, locateShownValue } from '../form/set-edits.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { toKey } from '../form/paths.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { ProblemNotes, Refused } from '../parts/problem-note.tsx'
import { useProblemCount, useProblemsAt } from '../state/use-problems.ts'
import { isPageOpen, type StudioState } from '../state/studio-state.ts'
import { listOthers, nameOthers, useStore, useStudio } from '../state/use-studio.ts'
import { OriginNote } from './origin-note.tsx'
import { ShownText } from './formatted-text.tsx'
import { selectText, textControls } from '../focus/move-focus.ts'
import type { Shape } from '../form/describe-shape.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import { moveBelow, isWithin, isWithinPath } from '../../../edit/source-address.ts'
import type { StudioStore } from '../state/studio-store.ts'

/** What connects a control with its label, its help and its problems. */
type ControlIds = {
  id: string
  'aria-labelledby': string
  'aria-describedby': string
  'aria-invalid'?: true
  /** In a form that is sent as a whole. */
  required?: boolean
}

type FieldFrameProps = FieldProps & {
  children: (ids: ControlIds) => ReactNode
  /** Beside the label, such as a count of characters. */
  aside?: ReactNode
  /** Why what is typed is not written. */
  refused?: string | undefined
  /** Whether the property goes when the control is left empty. */
  isRemovedWhenEmpty?: boolean
}

/** The label, help and problems around a control. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, path, value, isRequired, shape, children, aside, isRemovedWhenEmpty } = props
  const store = useStore()
  const id = useId()
  const asked = useContext(AskedForm)
  const edits = useEdits()
  const reported = useProblemsAt(path)
  const problems = asked ? [] : reported
  const refused = asked?.refused?.name === path[0] ? asked?.refused?.reason : props.refused
  const set = useStudio(({ open }) => (!asked && open && isPageOpen(open) ? open.set : undefined))
  const hasErrors = refused !== undefined || problems.some(({ severity }) => severity === 'error')
  const isOwners = useStudio(({ session }) => isOwnersOnly(session, shape.schema))
  const isRemovable =
    !isOwners && !isRequired && typeof path.at(-1) === 'string' && value !== undefined
  const isContainer = shape.kind === 'list' || shape.kind === 'group' || shape.kind === 'map'
  const origin = set && shape.kind !== 'group' && shape.kind !== 'map' && describeOrigin(set, path)
  const isInRow = origin && origin.targets.length > 0 && origin.target === 'row'
  const others = useStudio((state) => (asked ? undefined : nameEditorsOf(state, path)))
  const help = shape.description && (
    <p id={`${id}-text`} className="help">
      {shape.description}
    </p>
  )
  const form = useContext(LongForm)
  const isFolded = isContainer && path.length === 1 && form !== undefined
  const input = children({
    id,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': isContainer ? `${id}-text ${id}-help` : `${id}-help`,
    ...(hasErrors && { 'aria-invalid': true }),
    ...(asked && { required: isRequired }),
  })
  const control = (
    <>
      {isContainer && help}
      {isInRow ? (
        <ShownText id={id} text={String(getAt(set.template, path))} />
      ) : isOwners ? (
        <fieldset disabled>{input}</fieldset>
      ) : (
        input
      )}
    </>
  )
  return (
    <div
      className="field"
      data-field={toKey(path)}
      data-invalid={hasErrors || undefined}
      onFocus={store.beginTyping}
      onBlur={store.endTyping}
      onKeyDown={({ key }) => key === 'Enter' && store.endTyping()}
      onPointerDown={({ target }) =>
        // Wherever the pointer is then: what is above may come or go meanwhile, and move the field.
        addEventListener('pointerup', () => selectStarter(target, label), { once: true })
      }
    >
      {isFolded ? (
        <Folded path={path} isFound={form.matches !== undefined}>
          <summary>
            <span id={`${id}-label`}>{label}</span> {aside}
          </summary>
          {control}
        </Folded>
      ) : (
        <>
          <div className="field-head">
            <label
              id={`${id}-label`}
              htmlFor={id}
              // A label leads to controls of the browser only.
              onPointerUp={() => document.getElementById(id)?.focus()}
            >
              {label}
            </label>
            {aside}
          </div>
          {control}
        </>
      )}
      {origin && <OriginNote set={set} origin={origin} path={path} label={label} />}
      <div id={`${id}-help`}>
        {isOwners && <p className="set-note">{label} is for the owner to decide.</p>}
        {others !== undefined && !isContainer && <p className="set-note">{others} this, too.</p>}
        <ProblemNotes problems={problems} />
        <Refused reason={refused} />
        {!isContainer && help}
      </div>
      {isRemovable && (
        // After the control, so that Tab leads from field to field.
        <IconButton
          className="field-remove"
          label={`Remove ${label}`}
          Icon={X}
          excludeFromTabOrder={isRemovedWhenEmpty}
          onPress={() => edits.removeValue(path)}
        />
      )}
    </div>
  )
}

/** Whether only others may change a value: the owner decides it. */
export const isOwnersOnly = ({ person }: StudioState['session'], { owner }: Schema): boolean =>
  person?.role === 'edit' && owner === true

/** On a long form, whose groups and lists are folded unless something is searched for in it. */
export const LongForm = createContext<{ matches?: (text: string) => boolean } | undefined>(
  undefined,
)

/**
 * A group of a long form, which opens once anything in it is selected or wrong, and stays so until
 * the author folds it.
 * @property isFound whether what is searched for is in it
 */
function Folded({
  path,
  isFound,
  children,
}: {
  path: Path
  isFound: boolean
  children: ReactNode
}) {
  const isSelected = useStudio(({ selection }) => isWithinPath(selection.path, path))
  const isWanted = useProblemCount(path).errors > 0 || isSelected
  const [isOpen, setOpen] = useState(isWanted)
  const [wasWanted, setWanted] = useState(isWanted)
  // Not in an effect: what is selected in it gets the focus once it is drawn.
  if (isWanted !== wasWanted) {
    setWanted(isWanted)
    if (isWanted) setOpen(true)
  }
  return (
    <details
      className="folded"
      open={isFound || isOpen}
      onToggle={({ currentTarget }) => !isFound && setOpen(currentTarget.open)}
    >
      {children}
    </details>
  )
}

/** @property shape the shape of the value, of the kind that the field is for */
export type FieldProps<Kind extends Shape['kind'] = Shape['kind']> = {
  name: string
  label: string
  path: Path
  /** Undefined if the property is not written. */
  value: unknown
  isRequired: boolean
  shape: Extract<Shape, { kind: Kind }>
}

export type FieldInput = Omit<FieldProps, 'shape'> & {
  schema: Schema
  /** Shows the properties of a group without a frame, since its name is shown already. */
  isBare?: boolean
}

/** Draws any field. Lists and groups contain fields of every kind, themselves included. */
export const FieldComponent = createContext<ComponentType<FieldInput>>(() => null)

/** A field within another. */
export function NestedField(props: FieldInput) {
  const Field = useContext(FieldComponent)
  return <Field {...props} />
}

/** Who else edits a value: `Ann is editing`. */
function nameEditorsOf({ open, draft }: StudioState, path: Path): string | undefined {
  const others = listOthers(draft)
  if (!open || others.length === 0) return undefined
  const { set, entry } = open
  const address =
    set && isPageOpen(open) ? locateShownValue(set, path) : moveBelow(entry.address, { path })
  const here = others.filter((other) => isWithin(other.address, address))
  return here.length > 0 ? nameOthers(here) : undefined
}

/** Typing replaces what a new entry begins with: New answer. */
function selectStarter(target: EventTarget, label: string): void {
  const control = (target as Element).closest<HTMLElement>(textControls)
  const text = control && 'value' in control ? control.value : control?.textContent
  if (control && text === `New ${label.toLowerCase()}`) selectText(control)
}

/** What fields do with the value that a form is about. */
type FormEdits = Pick<StudioStore, 'setValue' | 'setValues' | 'typeValue' | 'removeValue'>

/**
 * A form that a dialog asks to be filled in. It has no value in a file, so no problems either.
 * @property refused why what is in it was refused, and the property that is to be corrected
 */
type AskedForm = FormEdits & { refused?: { name: string; reason: string } }

export const AskedForm = createContext<AskedForm | undefined>(undefined)

/** Edits the form around a field: that of a dialog, or else that of what is open in the studio. */
export function useEdits(): FormEdits {
  const store = useStore()
  return useContext(AskedForm) ?? store
}

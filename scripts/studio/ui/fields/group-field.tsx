import { Plus } from 'lucide-react'
import { Fragment, type ReactNode, useContext, useState } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { isRecord, type UnknownRecord } from '../../../../schema/util/records.ts'
import { describeShape, type Property } from '../form/describe-shape.ts'
import { describeSetting } from '../form/find-settings.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { capitalize } from '../../../../schema/shared/capitalize.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { wordLabel } from '../../../edit/plain-words.ts'
import { toWritten } from '../form/to-written.ts'
import { toKey } from '../form/paths.ts'
import { fieldSelector } from '../focus/move-focus.ts'
import { createWhenReady } from '../state/create-when-ready.tsx'
import { fetchEntry } from '../state/fetch-state.ts'
import { useUnknownProperties } from '../state/use-problems.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { FieldFrame, type FieldProps, isOwnersOnly, LongForm, NestedField } from './field-frame.tsx'
import { DialogButton } from '../dialogs/dialog.tsx'
import { type Answers, DialogForm, FieldError } from '../dialogs/dialog-form.tsx'
import { nameEntry } from '../form/names.ts'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import { FocalPointField } from './focal-point-field.tsx'
import { UnknownProperty } from './unknown-fields.tsx'

/** A group of properties, with its name and description. */
export function GroupField(props: FieldProps<'group'>) {
  const { path, value, label } = props
  const all = props.shape.properties
  const root = useStudio((state) => state.schema)
  const matches = useContext(LongForm)?.matches
  // Values do not count: they change while they are edited.
  const found =
    matches && !matches(label)
      ? all.filter(({ name, schema }) => matches(describeSetting(root, name, schema, undefined)))
      : []
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <div id={ids.id} role="group" aria-labelledby={ids['aria-labelledby']} className="group">
          <Properties
            path={path}
            value={value}
            properties={found.length > 0 ? found : all}
            isSearched={found.length > 0}
          />
        </div>
      )}
    </FieldFrame>
  )
}

type PropertiesProps = {
  path: Path
  value: unknown
  properties: Property[]
  /** Whether what can be added was searched for. */
  isSearched?: boolean
  /** What is shown below the first of them. */
  children?: ReactNode
}

/**
 * The properties that are required, written or wanted by the schema, in its order, and a menu of
 * the others.
 */
export function Properties({ path, value, properties, isSearched, children }: PropertiesProps) {
  const schema = useStudio((state) => state.schema)
  const record = isRecord(value) ? value : {}
  const shown = properties.filter(
    (property) =>
      (isOffered(property) || record[property.name] !== undefined) &&
      describeShape(schema, property.schema, record[property.name]).kind !== 'fixed',
  )
  const isPicture = ['src', 'position'].every((name) =>
    properties.some((property) => property.name === name),
  )
  const problems = useUnknownProperties(path)
  const session = useStudio((state) => state.session)
  const missing = properties.filter(
    (property) =>
      !isOffered(property) &&
      record[property.name] === undefined &&
      !isOwnersOnly(session, property.schema),
  )
  return (
    <>
      {shown.map((property, index) => (
        <Fragment key={property.name}>
          <NestedField
            name={property.name}
            label={wordLabel(property.name, property.schema)}
            path={[...path, property.name]}
            value={record[property.name]}
            schema={property.schema}
            isRequired={property.isRequired}
          />
          {index === 0 && children}
        </Fragment>
      ))}
      {problems
        .filter(({ path: at }) => at.length === path.length + 1 && at.at(-1)! in record)
        .map(({ path: at, problem }) => (
          <UnknownProperty
            key={toKey(at)}
            path={at}
            value={record[at.at(-1)!]}
            problem={problem}
            missing={properties.filter(({ name }) => record[name] === undefined)}
          />
        ))}
      {isPicture && typeof record.src === 'string' && record.src.startsWith('/') && (
        <FocalPointField path={path} src={record.src} position={record.position} />
      )}
      {missing.length > 0 && <AddProperty {...{ path, missing, isSearched }} />}
    </>
  )
}

/** Whether a property has a field although it is not written. */
const isOffered = ({ isRequired, schema }: Property): boolean =>
  isRequired || schema.formShown === true

type AddPropertyProps = Pick<PropertiesProps, 'path' | 'isSearched'> & { missing: Property[] }

function AddProperty({ path, missing, isSearched }: AddPropertyProps) {
  const store = useStore()
  const schema = useStudio((state) => state.schema)
  const add = (name: string) => {
    const property = missing.find((each) => each.name === name)
    if (!property) return
    const at = [...path, name]
    const { schema } = property
    const label = wordLabel(name, schema)
    const focused = [fieldSelector(toKey(at))]
    void createWhenReady(store, { path: at, schema, name, label, focused }, (value) => {
      store.setValue(at, value)
      // The first entry of a list opens, as every other that is added.
      store.select(Array.isArray(value) ? [...at, 0] : at, 'form')
    })
  }
  if (isSearched)
    return missing.map(({ name, schema: own }) => (
      <div key={name}>
        <Button className="add-button" onPress={() => add(name)}>
          <Plus size={14} aria-hidden /> {wordLabel(name, own)}: add
        </Button>
        <p className="help">{describeShape(schema, own).description}</p>
      </div>
    ))
  return (
    <MenuTrigger>
      <Button className="add-button">
        <Plus size={14} aria-hidden /> Add field…
      </Button>
      <Popover className="popover" placement="bottom start">
        <Menu className="list-box" onAction={(key) => add(String(key))} aria-label="Properties">
          {missing.map((property) => (
            <MenuItem
              key={property.name}
              id={property.name}
              className="list-item"
              textValue={wordLabel(property.name, property.schema)}
            >
              <span slot="label">{wordLabel(property.name, property.schema)}</span>
              <span slot="description">{describeShape(schema, property.schema).description}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

/** A group of properties whose names authors choose. */
export function MapField(props: FieldProps<'map'>) {
  const { path, value, shape, name: list } = props
  const root = useStudio((state) => state.schema)
  const one = nameEntry(list, describeShape(root, shape.values).description)
  const title = `Add ${toWords(one).toLowerCase()}`
  const entries = Object.entries(isRecord(value) ? value : {})
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <div id={ids.id} role="group" aria-labelledby={ids['aria-labelledby']} className="group">
          {entries.map(([name, entry]) => (
            <NestedField
              key={name}
              name={name}
              label={toWords(name)}
              path={[...path, name]}
              value={entry}
              schema={shape.values}
              isRequired={false}
            />
          ))}
          <DialogButton label={title} Icon={Plus} title={title}>
            <EntryForm
              path={path}
              values={shape.values}
              names={describeShape(root, (shape.schema.propertyNames ?? {}) as Schema).schema}
              one={one}
              taken={entries.map(([entry]) => entry)}
            />
          </DialogButton>
        </div>
      )}
    </FieldFrame>
  )
}

/** A new language has its own name for itself, such as Español, and menus to translate. */
function beginLanguage(tag: string, value: UnknownRecord, navigation: unknown): unknown {
  const [language = ''] = tag.split('-')
  const label = new Intl.DisplayNames([tag], { type: 'language' }).of(language) ?? tag
  return { ...value, label: capitalize(label), ...(isRecord(navigation) && { navigation }) }
}

type EntryProps = { path: Path; values: Schema; names: Schema; one: string; taken: string[] }

/** Asks for the name of a new entry, such as the tag of a language, and adds the entry. */
function EntryForm({ path, values, names, one, taken }: EntryProps) {
  const store = useStore()
  const language = useStudio(({ session }) => session.language)
  const file = useStudio(({ open }) => open?.entry.address.file ?? '')
  const [answers, setAnswers] = useState<Answers>({})
  const add = async ({ entry }: Answers) => {
    const key = toWritten(String(entry), names.pattern, language)
    if (taken.includes(key)) throw new FieldError('entry', `There is ${key} already.`)
    if (!new RegExp(names.pattern ?? '', 'u').test(key))
      throw new FieldError('entry', `Write ${names.expected ?? 'another name'}.`)
    const at = [...path, key]
    const focused = [fieldSelector(toKey(at))]
    const isLanguage = path.at(-1) === 'languages'
    // Of a site without menus, there is nothing to translate.
    const menus = isLanguage
      ? await fetchEntry({ file, path: ['navigation'] }).catch(() => undefined)
      : undefined
    await createWhenReady(
      store,
      { path: at, schema: values, name: one, label: key, focused },
      (value) =>
        store.setValue(
          at,
          isLanguage && isRecord(value) ? beginLanguage(key, value, menus?.value) : value,
        ),
    )
  }
  const entry = {
    type: 'string',
    formLabel: 'Name',
    formHelp: names.formHelp ?? names.expected ?? '',
  }
  return (
    <DialogForm
      schema={{ type: 'object', required: ['entry'], properties: { entry } }}
      answers={answers}
      onChange={setAnswers}
      onSubmit={add}
      button="Add"
    />
  )
}

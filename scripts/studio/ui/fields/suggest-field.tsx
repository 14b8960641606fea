import { ChevronDown, Crop as CropIcon, Upload } from 'lucide-react'
import { type ReactNode, type RefAttributes, useContext, useEffect, useRef, useState } from 'react'
import {
  ComboBox,
  ComboBoxStateContext,
  Input,
  type InputProps,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import type { FactListing } from '../../../report/list-facts.ts'
import { asRecord, getAt } from '../../../../schema/util/records.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { toPageLink } from '../form/paste-html.ts'
import { useCitableFacts, useStore, useStudio } from '../state/use-studio.ts'
import type { StudioState } from '../state/studio-state.ts'
import { isRedirectTarget } from '../form/addresses.ts'
import { createWordFilter } from '../../../../blocks/shared/text/match-words.ts'
import { completeLink, explainLink, listLinks, type LinkSuggestion } from '../form/links.ts'
import { findPrinted } from '../form/citations.ts'
import { CitedFact } from '../parts/cited-fact.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useEdits, FieldFrame, type FieldProps } from './field-frame.tsx'
import { canCrop, type Crop, CropForm } from '../dialogs/crop-dialog.tsx'
import { DialogButton } from '../dialogs/dialog.tsx'
import { UploadForm } from '../dialogs/upload-dialog.tsx'
import { cropToSite, uploadPicture } from '../state/draft-commands.ts'
import { hasPhrase } from '../../../edit/replace-text.ts'

const maxSuggestions = 60

/**
 * The name of a fact, a picture or something else: those of the site are offered. What is typed
 * searches them, and is written only if it is chosen, or may be defined elsewhere, as an address.
 */
export function SuggestField(props: FieldProps<'text'>) {
  const { path, value, shape } = props
  const store = useStore()
  const edits = useEdits()
  const state = useStudio((each) => each)
  const text = String(value ?? '')
  const facts = useCitableFacts()
  const [typed, setTyped] = useState<string>()
  const [isAnother, setAnother] = useState(false)
  const { what, all } = listNames(state, shape)
  const isPicture = shape.format === 'picture'
  // Before anything is typed, everything is offered, not just what contains the current value.
  const query = typed ?? ''
  const shown = findSuggestions(all, query)
  const link = shape.format === 'link' ? toPageLink(query.trim()) : ''
  const warning = link === '' ? undefined : explainLink(link, state)
  const isCited = what === 'fact' && !isAnother && findPrinted(facts, text) !== undefined
  const choose = (next: string) => {
    setTyped(undefined)
    setAnother(false)
    if (next === text) return
    edits.setValues([{ path, value: next }, ...followName(state, path, text, next)])
    if (isPicture && getDescription(state, path))
      store.notify('The picture is changed. Does its description still fit?')
  }
  /** Shows a part of the picture instead. */
  const crop = async (part: Crop) => {
    const cropped = await cropToSite(store, { file: text, ...part })
    const position = [...path.slice(0, -1), 'position']
    // The point that stays visible was one of the whole picture.
    const isPlaced = getAt(store.getState().open?.entry.value, position) !== undefined
    store.setValues([
      { path, value: cropped },
      ...(isPlaced ? [{ path: position, value: undefined }] : []),
    ])
    store.notify(`${cropped} is on the page. Undo shows the whole picture again.`)
  }
  const endTyping = () => {
    const written = typed?.trim() ?? text
    const next = shape.format === 'link' ? toPageLink(written) : written
    setTyped(undefined)
    setAnother(false)
    if (next === text) return
    if (next === '') {
      if (!props.isRequired && typeof path.at(-1) === 'string') edits.removeValue(path)
    } else if (what === undefined || all.some(({ id }) => id === next)) choose(next)
    else {
      const value = what === 'fact' && text !== '' ? ', or change the value of this one' : ''
      store.notify(`The site has no ${what} “${next}”. Choose one of the list${value}.`)
    }
  }
  const chosen = all.find(({ id }) => id === text)
  return (
    <FieldFrame
      {...props}
      // The list of pictures opens below the field.
      aside={
        isPicture && (
          <>
            {canCrop(text) && (
              <DialogButton label="Crop…" Icon={CropIcon} title="Crop the picture">
                <CropForm src={text} onCrop={crop} />
              </DialogButton>
            )}
            <DialogButton label="Upload…" Icon={Upload} title="Upload a picture">
              <UploadForm
                current={text}
                hasDescription={getDescription(state, path) !== undefined}
                shownAt={shape.schema.shownAt}
                onUpload={(upload) => uploadPicture(store, path, upload)}
              />
            </DialogButton>
          </>
        )
      }
    >
      {(ids) =>
        isCited ? (
          <CitedFact facts={facts} name={text} onReplace={() => setAnother(true)} />
        ) : (
          <ComboBox
            aria-labelledby={ids['aria-labelledby']}
            aria-describedby={ids['aria-describedby']}
            className="combo-box"
            allowsCustomValue
            allowsEmptyCollection
            inputValue={typed ?? text}
            // If it changed once the choices are known, the list would close while the author types.
            selectedKey={text === '' ? null : text}
            items={shown}
            onInputChange={(next) => setTyped(next === text ? undefined : next)}
            onSelectionChange={(key) => key !== null && choose(String(key))}
            // Pages and pictures may have come since.
            onFocus={() => void store.fetchChoices()}
            onBlur={endTyping}
          >
            <SuggestInput
              id={ids.id}
              aria-invalid={ids['aria-invalid']}
              picture={isPicture && text.startsWith('/') ? text : undefined}
              listLabel={`Show choices for ${props.label}`}
              required={ids.required}
              autoFocus={isAnother}
              onEnter={(input) => {
                const next = completeLink(link, shown)
                if (next === link) endTyping()
                else choose(next)
                // A key that is meant for the list deletes nothing.
                if (!input.form?.matches('[data-danger]')) input.form?.requestSubmit()
              }}
            />
            {chosen && chosen.label !== chosen.id && <p className="chosen">{chosen.label}</p>}
            {warning !== undefined && (
              <p role="status" className="problem-note" data-severity="warning">
                {warning}
              </p>
            )}
            <SuggestionList isEmpty={all.length === 0} isPicture={isPicture} />
          </ComboBox>
        )
      }
    </FieldFrame>
  )
}

/** The suggestions that contain what is typed: those that begin with it first, parts of pages last. */
export function findSuggestions(all: LinkSuggestion[], typed: string): LinkSuggestion[] {
  const query = typed.toLowerCase()
  const rank = ({ id, label }: LinkSuggestion) =>
    [`/${query}`, query].some((start) => id.toLowerCase().startsWith(start)) ||
    label.toLowerCase().startsWith(query)
      ? 0
      : 1
  // Of figures, 18 is neither 180 nor 2018.
  const isFigure = /^\s*\p{Sc}?[\d.,]+\p{Sc}?\s*$/u.test(typed)
  const matches = isFigure
    ? (text: string) => hasPhrase(text, typed.trim())
    : createWordFilter(typed)
  const isPart = ({ id }: LinkSuggestion) => Number(id.includes('#'))
  return all
    .filter(({ id, label, text }) => matches(`${id} ${label} ${text}`))
    .sort((a, b) => isPart(a) - isPart(b) || rank(a) - rank(b))
    .slice(0, maxSuggestions)
}

/** The list of a combo box. */
export function SuggestionList({ isEmpty, isPicture = false }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  const typed = useContext(ComboBoxStateContext)?.inputValue
  // It may have scrolled to the current value, below what fits best.
  useEffect(() => void list.current?.scrollTo(0, 0), [typed])
  return (
    <Popover className="popover">
      <ListBox<LinkSuggestion>
        ref={list}
        className="list-box"
        renderEmptyState={() => (
          <p className="help">
            {isEmpty ? 'The site has none yet.' : 'Nothing on the site matches.'}
          </p>
        )}
      >
        {(item): ReactNode => (
          <ListBoxItem
            id={item.id}
            textValue={item.id}
            className={isPicture ? 'list-item with-picture' : 'list-item'}
          >
            {isPicture && <Thumbnail src={item.id} />}
            <span slot="label">{item.label}</span>
            {item.text !== '' && <span slot="description">{item.text}</span>}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}

type SuggestionListProps = { isEmpty: boolean; isPicture?: boolean }

type SuggestInputProps = InputProps &
  RefAttributes<HTMLInputElement> & {
    /** The picture that is chosen. */
    picture?: string
    /** What the button that opens the list is called. */
    listLabel: string
    /** Called for Enter, unless the key is for the list. */
    onEnter: (input: HTMLInputElement) => void
  }

/** Opens the list when it is clicked, but not when the focus passes it. */
export function SuggestInput({ picture, listLabel, onEnter, ...props }: SuggestInputProps) {
  const list = useContext(ComboBoxStateContext)
  return (
    <div className="combo-control">
      {picture !== undefined && <Thumbnail src={picture} />}
      <Input
        {...props}
        onClick={() => list?.open(null, 'manual')}
        // By the time that the key bubbles, the list has taken the choice and is empty.
        onKeyDownCapture={(event) => {
          const isForList = event.currentTarget.getAttribute('aria-activedescendant')
          if (event.key !== 'Enter' || isForList) return
          // Otherwise the key would close the list first, or send a form.
          event.preventDefault()
          onEnter(event.currentTarget)
        }}
      />
      <IconButton label={listLabel} Icon={ChevronDown} />
    </div>
  )
}

const Thumbnail = ({ src }: { src: string }) => (
  <img className="thumbnail" src={src} alt="" loading="lazy" />
)

/** The text beside a picture that says what it shows. */
const getDescription = ({ open }: StudioState, path: Path): unknown =>
  asRecord(getAt(open?.entry.value, path.slice(0, -1))).alt

/** A label that only names the page of the link names the new page. */
function followName({ open, choices }: StudioState, path: Path, before: string, next: string) {
  const label = [...path.slice(0, -1), 'label']
  const find = (href: string) => choices.links.find((link) => link.href === href)?.name
  const name = find(next)
  const isName = find(before) !== undefined && getAt(open?.entry.value, label) === find(before)
  return isName && name !== undefined ? [{ path: label, value: name }] : []
}

type TextShape = FieldProps<'text'>['shape']

/** What a text names. A link with a pattern, such as that of a film, is an address, too. */
const getNameKind = ({ schema, format }: TextShape) =>
  format === 'link' ? 'addresses' : format === 'page' ? 'pages' : schema.names

/** Whether a text is a name that can be chosen. */
export function hasNames({ choices }: StudioState, shape: TextShape): boolean {
  const kind = getNameKind(shape)
  return kind !== undefined && choices.names[kind]?.length !== 0
}

/**
 * @property what what people call one of them, if no other may be written: what is around a text may
 * define other names, and so may an entry for other days
 */
type Names = { what?: string; all: LinkSuggestion[] }

/** Lists what a text can name. */
function listNames(state: StudioState, shape: TextShape): Names {
  const { choices, facts, open, pageList } = state
  const kind = getNameKind(shape)!
  const toSuggestion = (id: string): LinkSuggestion => ({ id, label: id, text: '' })
  switch (kind) {
    case 'addresses':
      return { all: listLinks({ choices, open }) }
    case 'pages': {
      const targets = pageList.pages.filter(isRedirectTarget)
      return { all: targets.map(({ route, title }) => ({ id: route, label: title, text: route })) }
    }
    case 'facts':
      return { what: 'fact', all: facts.flatMap(listReadings) }
    case 'pictures':
      return { what: 'picture', all: choices.pictures.map(toSuggestion) }
  }
  return { all: (choices.names[kind] ?? []).map(toSuggestion) }
}

const listReadings = ({ name, text, label, readings }: FactListing): LinkSuggestion[] => [
  { id: name, label: `${text} · ${label}`, text: name },
  ...(readings.length > 1
    ? readings.map((reading) => ({
        id: `${name}.${reading.name}`,
        label: `${reading.text} · ${label}, ${reading.name}`,
        text: `${name}.${reading.name}`,
      }))
    : []),
]

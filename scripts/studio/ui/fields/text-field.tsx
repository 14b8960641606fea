import { useContext, useRef, useState, type RefObject, type KeyboardEvent, useId } from 'react'
import { descriptionLimit, titleLimit } from '../../../../schema/rules/head-limits.ts'
import {
  citeTyped,
  listCited,
  listTyped,
  printCitations,
  findOpenCitation,
  listCitations,
  type CitationChoice,
} from '../form/citations.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { convertPaste, describeDropped, toOneLine } from '../../../shared/paste-html.ts'
import { isPageOpen } from '../state/studio-state.ts'
import type { StudioStore } from '../state/studio-store.ts'
import { CitedFact } from '../parts/cited-fact.tsx'
import { useCitableFacts, useStore, useStudio } from '../state/use-studio.ts'
import { onceDialogIsClosed } from '../focus/move-focus.ts'
import { AskedForm, useEdits, FieldFrame, type FieldProps } from './field-frame.tsx'
import { toWritten } from '../form/to-written.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { LinkForm } from './link-form.tsx'
import { Button, Dialog, DialogTrigger, Popover, Toolbar } from 'react-aria-components'
import { Bold, Italic, Link2, List } from 'lucide-react'
import {
  getLink,
  setLink,
  toggleList,
  toggleMarks,
  type SelectedText,
} from '../form/markdown-edits.ts'
import type { FactListing } from '../../../report/list-facts.ts'

/** How many characters of the title and the description search engines show. */
const limits: Record<string, number> = { title: titleLimit, description: descriptionLimit }

/** A text, plain or Markdown. Typing `$` offers the ledger. */
export function TextField(props: FieldProps<'text'>) {
  const { path, value, isRequired, shape } = props
  const store = useStore()
  const edits = useEdits()
  const isAsked = useContext(AskedForm) !== undefined
  const facts = useCitableFacts()
  const area = useRef<HTMLTextAreaElement>(null)
  const text = String(value ?? '')
  const write = (next: string) => edits.typeValue(path, next)
  const citations = useCitationList({ area, text, facts, onWrite: write })
  const canCite = shape.format === 'text' || shape.format === 'markdown'
  const limit = path.length === 1 && !isAsked ? limits[props.name] : undefined
  return (
    <FieldFrame
      {...props}
      isRemovedWhenEmpty
      aside={limit !== undefined && <Count text={printCitations(facts, text)} limit={limit} />}
    >
      {(ids) => (
        <div className="text-control">
          <textarea
            {...ids}
            ref={area}
            className={shape.format === 'markdown' ? 'long' : undefined}
            rows={shape.format === 'markdown' ? 2 : 1}
            value={text}
            spellCheck={canCite}
            // At its beginning, `/` adds a block.
            data-text={canCite || undefined}
            data-missing={(isRequired && text === '') || undefined}
            {...(canCite && citations.attributes)}
            onChange={({ target }) => {
              write(shape.isLong ? target.value : target.value.replaceAll('\n', ' '))
              if (canCite) citations.update(target)
            }}
            onKeyDown={(event) => {
              if (canCite && citations.handleKey(event)) return
              if (event.key !== 'Enter' || shape.format === 'markdown') return
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
            onPaste={(event) => {
              const pasted = readClipboard(store, shape, event.clipboardData)
              if (pasted === undefined) return
              event.preventDefault()
              // As if it were typed, so that the browser can undo it.
              document.execCommand('insertText', false, pasted)
            }}
            onBlur={() => {
              citations.close()
              const trimmed = shape.format === 'markdown' ? text : text.trim()
              const written = toWritten(
                trimmed,
                shape.schema.pattern,
                store.getState().session.language,
              )
              if (trimmed !== '' && written !== text) write(written)
              const isOptional = !isRequired && typeof path.at(-1) === 'string'
              if (text === '' && value !== undefined && isOptional) edits.removeValue(path)
            }}
          />
          {shape.format === 'markdown' && (
            <MarkdownToolbar area={area} label={props.label} onWrite={write} />
          )}
          {canCite && <CitationList list={citations} />}
          {canCite && <CitedFacts text={text} onWrite={write} onReplace={citations.replace} />}
          {!isAsked && <OriginalText path={path} text={text} />}
        </div>
      )}
    </FieldFrame>
  )
}

/**
 * What a field keeps of what is pasted: Markdown, or one line.
 * @returns undefined if it is inserted as it is
 */
function readClipboard(
  store: StudioStore,
  { format, schema }: FieldProps<'text'>['shape'],
  clipboard: DataTransfer,
): string | undefined {
  const plain = clipboard.getData('text/plain')
  if (format !== 'markdown') return /\n|^\s|\s$/.test(plain) ? toOneLine(plain) : undefined
  const html = clipboard.getData('text/html')
  if (html === '') return undefined
  const { text, dropped } = convertPaste(html, { headings: schema.headings === true })
  if (dropped.length > 0) store.notify(describeDropped(dropped))
  return text
}

/** The text of the page that the open one translates. */
function OriginalText({ path, text }: { path: Path; text: string }) {
  const original = useStudio(({ open }) =>
    open && isPageOpen(open) ? getAt(open.original?.value, path) : undefined,
  )
  if (typeof original !== 'string' || original === text) return null
  return (
    <p className="original">
      <span className="muted">Original: </span>
      {original}
    </p>
  )
}

/** Counts the characters of a text while it is typed. */
function Count({ text, limit }: { text: string; limit: number }) {
  const excess = text.length - limit
  return (
    <span className="characters" data-over={excess > 0 || undefined}>
      {text.length} of {limit}
      {excess > 0 && `, ${excess} too many`}
    </span>
  )
}

type CitedFactsProps = {
  text: string
  onWrite: (text: string) => void
  onReplace: (cited: string) => void
}

/** The facts that a text cites, each with what it prints now, and those that it could cite. */
function CitedFacts({ text, onWrite, onReplace }: CitedFactsProps) {
  const facts = useCitableFacts()
  const [cited, typed] = [listCited(text), listTyped(facts, text)]
  return (
    <>
      {cited.length > 0 && (
        <ul className="cited-facts" aria-label="Facts in the text">
          {cited.map((name) => (
            <li key={name}>
              <CitedFact facts={facts} name={name} onReplace={() => onReplace(name)} />
            </li>
          ))}
        </ul>
      )}
      {typed.length > 0 && (
        <ul className="chips" aria-label="Facts that the text could use">
          {typed.map((choice) => (
            <li key={choice.name}>
              <Button className="chip" onPress={() => onWrite(citeTyped(text, choice))}>
                Use the fact <strong>{choice.text}</strong> {choice.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type MarkdownToolbarProps = {
  area: RefObject<HTMLTextAreaElement | null>
  /** The label of the field. */
  label: string
  onWrite: (text: string) => void
}

const tools = [
  { name: 'Bold', Icon: Bold, edit: (text: SelectedText) => toggleMarks(text, '**') },
  { name: 'Italic', Icon: Italic, edit: (text: SelectedText) => toggleMarks(text, '*') },
  { name: 'List', Icon: List, edit: toggleList },
]

const getSelected = (area: HTMLTextAreaElement): SelectedText => ({
  text: area.value,
  start: area.selectionStart,
  end: area.selectionEnd,
})

/** Writes the safe Markdown that texts may contain. */
function MarkdownToolbar({ area, label, onWrite }: MarkdownToolbarProps) {
  const [isLinking, setLinking] = useState(false)
  const apply = (edit: (text: SelectedText) => SelectedText) => {
    const element = area.current
    if (!element) return
    const selected = getSelected(element)
    const edited = edit(selected)
    if (edited.text !== selected.text) onWrite(edited.text)
    element.focus()
    requestAnimationFrame(() => element.setSelectionRange(edited.start, edited.end))
  }
  return (
    <Toolbar className="toolbar" aria-label={`Format ${label}`}>
      {tools.map(({ name, Icon, edit }) => (
        <IconButton key={name} label={name} Icon={Icon} onPress={() => apply(edit)} />
      ))}
      <DialogTrigger isOpen={isLinking} onOpenChange={setLinking}>
        <IconButton label="Link" Icon={Link2} />
        <Popover className="popover" placement="bottom start">
          <Dialog className="link-dialog" aria-label={`Link in ${label}`}>
            <LinkForm
              before={area.current ? getLink(getSelected(area.current)) : ''}
              onSet={(href) => {
                setLinking(false)
                onceDialogIsClosed(() => apply((text) => setLink(text, href)))
              }}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
    </Toolbar>
  )
}

type CitationListOptions = {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  facts: FactListing[]
  onWrite: (text: string) => void
}

/** The facts that are offered while a citation is written. The cursor stays in the text. */
function useCitationList({ area, text, facts, onWrite }: CitationListOptions) {
  const id = useId()
  const [open, setOpen] = useState<{ start: number; end: number; query: string }>()
  const [active, setActive] = useState(0)
  const choices = open ? listCitations(facts, open.query) : []
  const isOpen = choices.length > 0
  const close = () => setOpen(undefined)
  const update = (target: HTMLTextAreaElement) => {
    setOpen(findOpenCitation(target.value, target.selectionStart))
    setActive(0)
  }
  const choose = ({ name }: CitationChoice) => {
    if (!open || !area.current) return
    const citation = `\${${name}}`
    const cursor = open.start + citation.length
    onWrite(text.slice(0, open.start) + citation + text.slice(open.end))
    close()
    const element = area.current
    requestAnimationFrame(() => element.setSelectionRange(cursor, cursor))
  }
  return {
    id,
    choices,
    active,
    choose,
    close,
    update,
    /** Offers what a citation can be replaced by, as while it is written. */
    replace(cited: string) {
      const element = area.current!
      const cursor = text.indexOf(`\${${cited}`) + 2
      element.focus()
      element.setSelectionRange(cursor, cursor)
      update(element)
    },
    /** @returns whether the key was for the list */
    handleKey(event: KeyboardEvent): boolean {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const chosen = choices[active]
      if (!isOpen || !chosen) return false
      if (step !== undefined) setActive((active + step + choices.length) % choices.length)
      else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen)
      else if (event.key === 'Escape') close()
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    attributes: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      ...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` }),
    },
  }
}

function CitationList({ list }: { list: ReturnType<typeof useCitationList> }) {
  const { id, choices, active, choose } = list
  if (choices.length === 0) return null
  return (
    <div id={id} className="citations" role="listbox" aria-label="Facts">
      {choices.map((choice, index) => (
        <div
          key={choice.name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The text must not lose the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            choose(choice)
          }}
        >
          <strong>{choice.text}</strong> <span>{choice.label}</span> <code>{choice.name}</code>
        </div>
      ))}
    </div>
  )
}

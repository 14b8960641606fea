import { useContext, useRef, useState, type RefObject, type TextareaHTMLAttributes } from 'react'
import { descriptionLimit, titleLimit } from '../../../../schema/rules/head-limits.ts'
import { citeTyped, listCited, listFigures, listTyped, printCitations } from '../form/citations.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { convertPaste, describeDropped, toOneLine } from '../form/paste-html.ts'
import { isPageOpen } from '../state/studio-state.ts'
import type { StudioStore } from '../state/studio-store.ts'
import { CitedFact } from '../parts/cited-fact.tsx'
import { FormatTools } from '../parts/format-tools.tsx'
import { useCitableFacts, useStore, useStudio } from '../state/use-studio.ts'
import { onceDialogIsClosed } from '../focus/move-focus.ts'
import { AskedForm, useEdits, FieldFrame, type FieldProps, isOwnersOnly } from './field-frame.tsx'
import { CitationList, useCitationList } from './citation-list.tsx'
import { FormattedText, ShownText, useEditableText } from './formatted-text.tsx'
import { type Format, listFormats, type TextSurface } from '../form/text-surface.ts'
import { toWritten } from '../form/to-written.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { LinkForm } from './link-form.tsx'
import { Button, Dialog, Popover, Toolbar } from 'react-aria-components'
import { Code, Type } from 'lucide-react'

/** How many characters of the title and the description search engines show. */
const limits: Record<string, number> = { title: titleLimit, description: descriptionLimit }

/** A text, plain or Markdown, as visitors see it. Typing `$` offers the ledger. */
export function TextField(props: FieldProps<'text'>) {
  const { path, value, isRequired, shape } = props
  const edits = useEdits()
  const isAsked = useContext(AskedForm) !== undefined
  const facts = useCitableFacts()
  const isEntryLocked = useStudio(({ open }) => open?.entry.locked !== undefined)
  const isOwners = useStudio(({ session }) => isOwnersOnly(session, shape.schema))
  const surface = useRef<TextSurface>(null)
  const [isSource, setSource] = useState(false)
  const [isLinking, setLinking] = useState(false)
  const text = String(value ?? '')
  const isMarkdown = shape.format === 'markdown'
  const canCite = isMarkdown || shape.format === 'text'
  const headings = shape.schema.headings === true
  const kind = { isMarkdown, headings, isInline: false, hasPictures: headings }
  const { editable, written, noteTyped } = useEditableText(text, kind)
  const formatted = canCite && !isSource && typeof editable !== 'string' ? editable : undefined
  const write = (next: string) => edits.typeValue(path, next)
  const type = (next: string) => {
    noteTyped(next)
    write(next)
    citations.update()
  }
  const citations = useCitationList(surface, facts, () =>
    surface.current?.host.dispatchEvent(new InputEvent('input')),
  )
  const limit = path.length === 1 && !isAsked ? limits[props.name] : undefined
  const attributes = {
    className: isMarkdown ? (headings ? 'long article' : 'long') : undefined,
    spellCheck: canCite,
    // At its beginning, `/` adds a block.
    'data-text': canCite || undefined,
    'data-missing': (isRequired && text === '') || undefined,
  }
  const leave = () => {
    const isOptional = !isRequired && typeof path.at(-1) === 'string'
    if (text === '' && value !== undefined && isOptional) edits.removeValue(path)
  }
  return (
    <FieldFrame
      {...props}
      isRemovedWhenEmpty
      aside={limit !== undefined && <Count text={printCitations(facts, text)} limit={limit} />}
    >
      {({ required, ...ids }) => (
        <div className="text-control">
          {formatted ? (
            <div className="cited-text">
              <FormattedText
                attributes={{
                  ...ids,
                  ...attributes,
                  ...citations.attributes,
                  className: `formatted ${attributes.className ?? ''}`,
                  'aria-required': required,
                  onBlur: () => {
                    citations.close()
                    leave()
                  },
                }}
                kind={kind}
                written={written}
                editable={formatted}
                surface={surface}
                isLocked={(isEntryLocked && !isAsked) || isOwners}
                onType={type}
                findAction={(event) =>
                  citations.findAction(event) ??
                  (event.key === 'Enter' && !isMarkdown
                    ? () => surface.current?.host.closest('form')?.requestSubmit()
                    : undefined)
                }
                onLink={() => setLinking(true)}
              />
              <CitationList list={citations} />
            </div>
          ) : (
            <PlainText
              {...props}
              attributes={{ ...ids, ...attributes, required }}
              onLeave={leave}
            />
          )}
          {isMarkdown && (
            <TextTools
              formats={listFormats(kind)}
              label={props.label}
              surface={surface}
              isFormatted={formatted !== undefined}
              isLinking={isLinking}
              onLinking={setLinking}
              onSource={typeof editable === 'string' ? undefined : () => setSource(!isSource)}
            />
          )}
          {canCite && typeof editable === 'string' && (
            <p className="help">This text has {editable}, so it is shown as it is written.</p>
          )}
          {canCite && (
            <CitedFacts
              text={text}
              onWrite={write}
              onReplace={formatted ? citations.replace : undefined}
            />
          )}
          {!isAsked && <OriginalText path={path} text={text} />}
        </div>
      )}
    </FieldFrame>
  )
}

type PlainTextProps = FieldProps<'text'> & {
  attributes: TextareaHTMLAttributes<HTMLTextAreaElement>
  onLeave: () => void
}

/** A text as it is written in the file. */
function PlainText({ path, value, shape, attributes, onLeave }: PlainTextProps) {
  const store = useStore()
  const edits = useEdits()
  const text = String(value ?? '')
  const isMarkdown = shape.format === 'markdown'
  const write = (next: string) => edits.typeValue(path, next)
  return (
    <textarea
      {...attributes}
      rows={isMarkdown ? 2 : 1}
      value={text}
      onChange={({ target }) =>
        write(shape.isLong ? target.value : target.value.replaceAll('\n', ' '))
      }
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isMarkdown) return
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
        const trimmed = isMarkdown ? text : text.trim()
        const written = toWritten(trimmed, shape.schema.pattern, store.getState().session.language)
        if (trimmed !== '' && written !== text) write(written)
        onLeave()
      }}
    />
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
    <div className="original">
      <span className="muted">Original: </span>
      <ShownText text={original} />
    </div>
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
  onReplace: ((cited: string) => void) | undefined
}

/** The facts that a text cites, each with what it prints now, and those that it could cite. */
function CitedFacts({ text, onWrite, onReplace }: CitedFactsProps) {
  const store = useStore()
  const facts = useCitableFacts()
  const [cited, typed, figures] = [listCited(text), listTyped(facts, text), listFigures(text)]
  return (
    <>
      {cited.length > 0 && (
        <ul className="cited-facts" aria-label="Facts in the text">
          {cited.map((name) => (
            <li key={name}>
              <CitedFact
                facts={facts}
                name={name}
                onReplace={onReplace && (() => onReplace(name))}
              />
            </li>
          ))}
        </ul>
      )}
      {typed.length + figures.length > 0 && (
        <ul className="chips" aria-label="Facts that the text could use">
          {typed.map((choice) => (
            <li key={choice.name}>
              <Button className="chip" onPress={() => onWrite(citeTyped(text, choice))}>
                Use the fact <strong>{choice.text}</strong> {choice.label}
              </Button>
            </li>
          ))}
          {figures.map((figure) => (
            <li key={figure}>
              <Button
                className="chip"
                onPress={() => {
                  const onAdded = (name: string) => onWrite(citeTyped(text, { name, text: figure }))
                  store.openDialog({ name: 'new-fact', figure, onAdded })
                }}
              >
                Make <strong>{figure}</strong> a new fact
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type TextToolsProps = {
  formats: Format[]
  /** The label of the field. */
  label: string
  surface: RefObject<TextSurface | null>
  isFormatted: boolean
  isLinking: boolean
  onLinking: (isLinking: boolean) => void
  /** Shows the text as it is written, or as visitors see it; undefined if there is no choice. */
  onSource: (() => void) | undefined
}

/** The tools above a Markdown text. */
function TextTools({
  formats,
  label,
  surface,
  isFormatted,
  isLinking,
  onLinking,
  onSource,
}: TextToolsProps) {
  const tools = useRef<HTMLDivElement>(null)
  return (
    // A press leaves the focus in the text.
    <div ref={tools} className="toolbar" onMouseDown={(event) => event.preventDefault()}>
      <Toolbar aria-label={`Format ${label}`}>
        {isFormatted && (
          <FormatTools
            formats={formats}
            onFormat={(name) => surface.current?.format(name)}
            onLink={() => onLinking(true)}
          />
        )}
        {onSource && (
          <IconButton
            label={isFormatted ? 'Show the source' : 'Show it formatted'}
            Icon={isFormatted ? Code : Type}
            onPress={onSource}
          />
        )}
      </Toolbar>
      <Popover
        className="popover"
        placement="top start"
        triggerRef={tools}
        isOpen={isLinking}
        onOpenChange={onLinking}
      >
        <Dialog className="link-dialog" aria-label={`Link in ${label}`}>
          <LinkForm
            before={surface.current?.getLink() ?? ''}
            onSet={(href) => {
              onLinking(false)
              onceDialogIsClosed(() => surface.current?.setLink(href))
            }}
          />
        </Dialog>
      </Popover>
    </div>
  )
}

import { useRef } from 'react'
import { descriptionLimit, titleLimit } from '../../../../schema/rules/head-limits.ts'
import { replaceCitations } from '../form/citations.ts'
import { toKey } from '../form/paths.ts'
import { useCitableFacts, useStore } from '../state/use-studio.ts'
import { CitationList, useCitationList } from './citation-list.tsx'
import { CitedFacts } from './cited-facts.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-props.ts'
import { MarkdownToolbar } from './markdown-toolbar.tsx'

/** How many characters of the title and the description search engines show. */
const limits: Record<string, number> = { title: titleLimit, description: descriptionLimit }

/** A text, plain or Markdown. Typing `$` offers the ledger. */
export function TextField(props: FieldProps<'text'>) {
  const { path, value, isRequired, shape } = props
  const store = useStore()
  const facts = useCitableFacts()
  const area = useRef<HTMLTextAreaElement>(null)
  const text = String(value ?? '')
  const focusCount = useRef(0)
  const write = (next: string) => store.setValue(path, next, `${toKey(path)}:${focusCount.current}`)
  const citations = useCitationList({ area, text, facts, onWrite: write })
  const canCite = shape.format === 'text' || shape.format === 'markdown'
  const limit = path.length === 1 ? limits[props.name] : undefined
  return (
    <FieldFrame
      {...props}
      aside={limit !== undefined && <Count text={replaceCitations(facts, text)} limit={limit} />}
    >
      {(ids) => (
        <div className="text-control">
          {shape.format === 'markdown' && (
            <MarkdownToolbar area={area} label={props.label} onWrite={write} />
          )}
          <textarea
            {...ids}
            ref={area}
            className={shape.format === 'markdown' ? 'long' : undefined}
            rows={shape.format === 'markdown' ? 2 : 1}
            value={text}
            spellCheck={canCite}
            {...(canCite && citations.attributes)}
            onFocus={() => focusCount.current++}
            onChange={({ target }) => {
              write(shape.isLong ? target.value : target.value.replaceAll('\n', ' '))
              if (canCite) citations.update(target)
            }}
            onKeyDown={(event) => {
              if (canCite && citations.handleKey(event)) return
              if (event.key === 'Enter' && shape.format !== 'markdown') event.preventDefault()
            }}
            onBlur={() => {
              citations.close()
              if (
                text === '' &&
                value !== undefined &&
                !isRequired &&
                typeof path.at(-1) === 'string'
              )
                store.removeValue(path)
            }}
          />
          {canCite && <CitationList list={citations} />}
          {canCite && <CitedFacts text={text} />}
        </div>
      )}
    </FieldFrame>
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

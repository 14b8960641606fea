import { useEffect, useState } from 'react'
import type { VisitorChange, VisitorChanges } from '../../protocol.ts'
import { getJson } from '../state/api.ts'
import { useStore } from '../state/use-studio.ts'

/** How many addresses are shown for each change, since nobody would read more. */
const maxPages = 6

/** What visitors will notice about the draft. The site is rendered for it, which takes seconds. */
export function VisitorChangesList({ version }: { version: number }) {
  const store = useStore()
  const [changes, setChanges] = useState<VisitorChanges>()
  useEffect(() => {
    let isCurrent = true
    getJson<VisitorChanges>('changes/report').then(
      (found) => isCurrent && setChanges(found),
      (error: Error) => isCurrent && store.notify(error.message, 'error'),
    )
    return () => {
      isCurrent = false
    }
  }, [store, version])
  return (
    <section className="visitor-changes" aria-live="polite" aria-label="What visitors will notice">
      <h3>What visitors will notice</h3>
      {changes?.version === version ? <Changes changes={changes} /> : <p>Comparing the pages…</p>}
    </section>
  )
}

function Changes({ changes }: { changes: VisitorChanges }) {
  if ('reason' in changes) return <p className="visitor-reason">{changes.reason}</p>
  return (
    <>
      <p>{changes.summary}</p>
      {changes.sections.map(({ heading, lines }) => (
        <section key={heading}>
          <h4>{heading}</h4>
          <ul>
            {lines.map((line, index) => (
              <Line key={index} line={line} />
            ))}
          </ul>
        </section>
      ))}
      {changes.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  )
}

function Line({ line: { text, parts, pages, everywhere } }: { line: VisitorChange }) {
  const rest = pages.length - maxPages
  const where = everywhere ? 'on every page' : pages.slice(0, maxPages).join(', ')
  return (
    <li>
      {text}
      {parts.length > 0 && ': '}
      {parts.map(({ text: words, only }, index) => {
        if (only === undefined) return words
        return only === 'before' ? <del key={index}>{words}</del> : <ins key={index}>{words}</ins>
      })}
      {where !== '' && (
        <span className="visitor-pages">
          {where}
          {!everywhere && rest > 0 && ` and ${rest} more`}
        </span>
      )}
    </li>
  )
}

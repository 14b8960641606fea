import { formatCount } from '../../../../schema/util/format-first-items.ts'
import type { NoticedChanges, VisitorChange } from '../../describe/visitor-changes.ts'
import { RouteLinks } from './route-links.tsx'

/** @property changes undefined while the pages are compared */
type NoticedProps = { changes: NoticedChanges | undefined }

/** What visitors notice of a change, and the pages where they do. */
export function NoticedList({ changes, hasSummary = true }: NoticedListProps) {
  if (!changes) return <Comparing />
  return (
    <>
      {(hasSummary || 'reason' in changes) && <NoticedSummary changes={changes} />}
      {'notes' in changes && changes.notes.map((note) => <Note key={note} note={note} />)}
      {'sections' in changes &&
        changes.sections.map(({ heading, lines }) => (
          <section key={heading}>
            <h4>{heading}</h4>
            <NoticedLines lines={lines} />
          </section>
        ))}
    </>
  )
}

type NoticedListProps = NoticedProps & { hasSummary?: boolean }

/** What to know besides. The lines below the first one unfold. */
function Note({ note }: { note: string }) {
  const [summary, ...lines] = note.split('\n')
  if (lines.length === 0) return <p>{note}</p>
  return (
    <details>
      <summary>{summary}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

const Comparing = () => <p className="help">Comparing the pages…</p>

/** How much changes, or why that is not known. */
const NoticedSummary = ({ changes }: { changes: NoticedChanges }) =>
  'reason' in changes ? (
    <p className="visitor-reason">{changes.reason}</p>
  ) : (
    <p>{changes.summary}</p>
  )

const NoticedLines = ({ lines }: { lines: VisitorChange[] }) => (
  <ul>
    {lines.map((line, index) => (
      <Line key={index} line={line} />
    ))}
  </ul>
)

/** How many changes are shown at once. The others unfold. */
const maxLines = 3

/** What visitors would notice of an edit. */
export function TrialResult({ changes }: NoticedProps) {
  if (!changes) return <Comparing />
  const lines = 'sections' in changes ? changes.sections.flatMap((each) => each.lines) : []
  const rest = lines.slice(maxLines)
  return (
    <>
      <NoticedSummary changes={changes} />
      <NoticedLines lines={lines.slice(0, maxLines)} />
      {rest.length > 0 && (
        <details>
          <summary>and {formatCount(rest.length, 'more change')}</summary>
          <NoticedLines lines={rest} />
        </details>
      )}
    </>
  )
}

/** What two versions of a text share, and what only one of them has. */
export const DiffParts = ({ parts }: { parts: VisitorChange['parts'] }) =>
  parts.map(({ text, only }, index) => {
    if (only === undefined) return text
    return only === 'before' ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>
  })

function Line({ line: { text, parts, pages, everywhere } }: { line: VisitorChange }) {
  return (
    <li>
      {text}
      {parts.length > 0 && ': '}
      <DiffParts parts={parts} />
      {everywhere && <span className="visitor-pages">on every page</span>}
      {!everywhere && pages.length > 0 && <RouteLinks routes={pages} />}
    </li>
  )
}

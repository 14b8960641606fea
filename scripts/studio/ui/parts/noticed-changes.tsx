import type { NoticedChanges, VisitorChange } from '../../protocol.ts'
import { RouteLinks } from './route-links.tsx'

/** @property onOpen called before a page is opened */
type OpenProps = { onOpen?: () => void }

type NoticedListProps = { changes: NoticedChanges; hasSummary?: boolean } & OpenProps

/** What visitors notice of a change, and the pages where they do. */
export function NoticedList({ changes, hasSummary = true, onOpen }: NoticedListProps) {
  return (
    <>
      {(hasSummary || 'reason' in changes) && <NoticedSummary changes={changes} />}
      {'sections' in changes &&
        changes.sections.map(({ heading, lines }) => (
          <section key={heading}>
            <h4>{heading}</h4>
            <NoticedLines lines={lines} onOpen={onOpen} />
          </section>
        ))}
      {'notes' in changes && changes.notes.map((note) => <p key={note}>{note}</p>)}
    </>
  )
}

/** How much changes, or why that is not known. */
export const NoticedSummary = ({ changes }: { changes: NoticedChanges }) =>
  'reason' in changes ? (
    <p className="visitor-reason">{changes.reason}</p>
  ) : (
    <p>{changes.summary}</p>
  )

export const NoticedLines = ({ lines, onOpen }: { lines: VisitorChange[] } & OpenProps) => (
  <ul>
    {lines.map((line, index) => (
      <Line key={index} line={line} onOpen={onOpen} />
    ))}
  </ul>
)

/** What two versions of a text share, and what only one of them has. */
export const DiffParts = ({ parts }: { parts: VisitorChange['parts'] }) =>
  parts.map(({ text, only }, index) => {
    if (only === undefined) return text
    return only === 'before' ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>
  })

function Line({ line, onOpen }: { line: VisitorChange } & OpenProps) {
  const { text, parts, pages, everywhere } = line
  return (
    <li>
      {text}
      {parts.length > 0 && ': '}
      <DiffParts parts={parts} />
      {everywhere && <span className="visitor-pages">on every page</span>}
      {!everywhere && pages.length > 0 && <RouteLinks routes={pages} onOpen={onOpen} />}
    </li>
  )
}

import { type ReportPart, splitReportLine } from '../split-report-line.ts'

/** What is wrong, over the lower half of the page at most. */
export function ProblemOverlay({ report, onHide }: { report: string; onHide: () => void }) {
  const lines = report.split('\n').map(splitReportLine)
  const severities = lines.flatMap((parts) =>
    parts.flatMap(({ kind, text }) => (kind === 'severity' ? [text] : [])),
  )
  return (
    <div id="signpost-problems" role="alert">
      <div className="problem-count">
        <strong>{describeCount(severities)}</strong>
        <button type="button" onClick={onHide}>
          Hide
        </button>
      </div>
      <pre>
        {lines.map((parts, index) => (
          <span key={index}>
            {index > 0 && '\n'}
            {parts.map((part) => (
              <Part key={part.kind} {...part} />
            ))}
          </span>
        ))}
      </pre>
    </div>
  )
}

function Part({ kind, text }: ReportPart) {
  if (kind === 'text') return text
  if (kind === 'place') return <PlaceLink place={text} />
  if (kind === 'severity' || kind === 'code') return <span data-part={kind}> {text}</span>
  return <span data-part={kind}>{text}</span>
}

/** Vite opens the file at the line in the editor that runs, or that EDITOR names. */
function PlaceLink({ place }: { place: string }) {
  const url = `/__open-in-editor?file=${encodeURIComponent(place)}`
  return (
    <a
      href={url}
      title={`Open ${place} in the editor`}
      onClick={(event) => {
        event.preventDefault()
        void fetch(url)
      }}
    >
      {place}
    </a>
  )
}

/** Other reports, such as of a block's folder, have no severities. */
function describeCount(severities: string[]): string {
  const n = severities.length
  if (n === 0) return 'A problem'
  return `${n} ${severities.every((each) => each === 'error') ? 'error' : 'problem'}${n === 1 ? '' : 's'}`
}

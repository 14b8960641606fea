import { studioPath } from '../../../schema/shared/local-address.ts'
import { useEffect, useState } from 'react'
import { formatCount } from '../../../schema/util/format-first-items.ts'
import { type ReportPart, splitReportLine } from '../split-report-line.ts'
import { createRoot } from 'react-dom/client'
import { basePath } from '../../client/base-path.ts'
import { toRoute } from '../../routes.ts'
import { overlayStyles } from './overlay-styles.ts'

/** Shows problems over at most the lower half of the page. Escape also hides it. */
function ProblemOverlay({ report, onHide }: { report: string; onHide: () => void }) {
  const rows = groupExcerpts(report.split('\n').map(splitReportLine))
  const severities = rows.flatMap((lines) =>
    lines.flat().flatMap(({ kind, text }) => (kind === 'severity' ? [text] : [])),
  )
  return (
    <div id="signpost-problems" role="alert" onKeyDown={({ key }) => key === 'Escape' && onHide()}>
      <div className="problem-count">
        <strong>{describeCount(severities)}</strong>
        <button type="button" onClick={onHide}>
          Hide
        </button>
      </div>
      <div className="report">
        {rows.map((lines, index) => (
          <div key={index} className={isExcerpt(lines[0]!) ? 'excerpt' : 'row'}>
            {lines.map((parts, index) => (
              <div key={index} className="line" data-kind={parts[0]!.kind}>
                {parts.map((part) => (
                  <Part key={part.kind} {...part} />
                ))}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const isExcerpt = (line: ReportPart[]) => line[0]!.kind === 'gutter'

/** Groups the lines of an excerpt, which scroll together so that the caret stays below its text. */
function groupExcerpts(lines: ReportPart[][]): ReportPart[][][] {
  const groups: ReportPart[][][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last && isExcerpt(line) && isExcerpt(last[0]!)) last.push(line)
    else groups.push([line])
  }
  return groups
}

/** Scrolls an excerpt that is wider than the window to the caret. */
function scrollIntoExcerpt(caret: HTMLElement | null): void {
  const excerpt = caret?.closest('.excerpt')
  if (!caret || !excerpt) return
  const hidden = caret.getBoundingClientRect().right - excerpt.getBoundingClientRect().right
  excerpt.scrollLeft += Math.max(0, hidden + 24)
}

function Part({ kind, text }: ReportPart) {
  if (kind === 'location') return <EditorLink location={text} />
  if (kind === 'text') return text
  if (kind === 'caret')
    return (
      <span ref={scrollIntoExcerpt} data-part={kind}>
        {text}
      </span>
    )
  if (kind === 'severity' || kind === 'code') return <span data-part={kind}> {text}</span>
  return <span data-part={kind}>{text}</span>
}

const noticeMs = 6000

/** A file and line, which opens in the editor. */
function EditorLink({ location }: { location: string }) {
  const [isOpening, setOpening] = useState(false)
  useEffect(() => {
    if (!isOpening) return
    const timer = setTimeout(() => setOpening(false), noticeMs)
    return () => clearTimeout(timer)
  }, [isOpening])
  const editorUrl = `/__open-in-editor?file=${encodeURIComponent(location)}`
  return (
    <>
      <a
        href={editorUrl}
        title={`Open ${location} in the editor`}
        onClick={(event) => {
          event.preventDefault()
          setOpening(true)
          void fetch(editorUrl)
        }}
      >
        {location}
      </a>
      <span role="status" className="notice">
        {isOpening && 'Opening. If nothing happens, start your editor first, or set EDITOR.'}
      </span>
    </>
  )
}

/** Some reports, such as those about a block folder, have no severities. */
function describeCount(severities: string[]): string {
  if (severities.length === 0) return 'A problem'
  const noun = severities.every((each) => each === 'error') ? 'error' : 'problem'
  return formatCount(severities.length, noun)
}

/**
 * Mounts a layer above the page, which does not move or style anything in it.
 * @param hasStudio whether the page has a button that opens the studio
 * @returns a function that shows a report in the format of `npm run check`; an empty one hides it
 */
export function mountOverlay(hasStudio: boolean): (report: string) => void {
  const host = document.createElement('signpost-overlay')
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.innerHTML = `<style>${overlayStyles}</style><div class="layer"></div>`
  // Outside the body, so that no selector of the page matches it.
  document.documentElement.append(host)
  const root = createRoot(shadow.querySelector('.layer')!)
  const show = (report: string) =>
    root.render(
      <>
        {hasStudio && <StudioLink />}
        {report !== '' && <ProblemOverlay report={report} onHide={() => show('')} />}
      </>,
    )
  /** The report that was shown last, even if the author has hidden it. */
  let lastReport = ''
  show('')
  return (report) => {
    // Each save first clears the report. Problems that are reported after that are shown again.
    if (report !== lastReport) show(report)
    lastReport = report
  }
}

/** Opens the studio at the page that is shown. Client-side navigation changes which one it is. */
function StudioLink() {
  const update = ({ currentTarget }: { currentTarget: HTMLAnchorElement }) => {
    const route = toRoute(location.pathname.slice(basePath.length))
    currentTarget.href = `${studioPath}/?page=${encodeURIComponent(route)}`
  }
  return (
    <a className="edit" href={`${studioPath}/`} onPointerEnter={update} onFocus={update}>
      Edit
    </a>
  )
}

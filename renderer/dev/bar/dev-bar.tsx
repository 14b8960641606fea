import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DevPage } from '../dev-page.ts'
import { Details } from './details.tsx'
import { EditorLink } from './editor-link.tsx'

type DevBarProps = {
  /** The page that is shown; null if there is none at this address. */
  page: DevPage | null
  /** The path of the URL. */
  path: string
  /** The error that a component has thrown in the browser. */
  failure?: string
  /** Counts updates; part of image URLs, so that the browser requests them again. */
  version: number
}

/** A bar at the bottom of the window that describes the page. It can be folded away. */
export function DevBar(props: DevBarProps) {
  const [view, setView] = useState(readBarView)
  const button = useRef<HTMLButtonElement>(null)
  const change = (next: BarView) => {
    localStorage.setItem(viewKey, next)
    flushSync(() => setView(next))
    // Moves the focus, since folding and unfolding remove the button that was pressed.
    button.current?.focus()
  }
  const { page } = props
  const { count, severity } = countProblems(props)
  if (view === 'folded')
    return (
      <button
        ref={button}
        type="button"
        className="tab"
        data-severity={severity}
        aria-label={`Show the development bar. Problems of this page: ${count}`}
        onClick={() => change('bar')}
      >
        <Mark severity={severity} /> {count}
      </button>
    )
  const isOpen = view === 'details' && page !== null
  return (
    <section
      className="bar"
      aria-label="Development bar"
      onKeyDown={({ key }) => key === 'Escape' && isOpen && change('bar')}
    >
      {isOpen && <Details {...props} page={page} />}
      <div className="strip">
        {page ? (
          <>
            <button
              ref={button}
              type="button"
              className="summary"
              aria-expanded={isOpen}
              aria-controls="details"
              onClick={() => change(isOpen ? 'bar' : 'details')}
            >
              <Summary page={page} severity={severity} count={count} />
            </button>
            <EditorLink location={page.location} />
            <a className="edit" href={`/__studio/?page=${encodeURIComponent(page.route)}`}>
              Edit
            </a>
          </>
        ) : (
          <p className="missing">
            There is no page at {props.path}. <code>npm run new -- page {props.path}</code> writes
            one.
          </p>
        )}
        <button
          ref={page ? undefined : button}
          type="button"
          className="fold"
          aria-label="Fold the development bar away"
          onClick={() => change('folded')}
        >
          ×
        </button>
      </div>
    </section>
  )
}

/** How much of the bar is shown. */
type BarView = 'folded' | 'bar' | 'details'

const viewKey = 'signpost-bar'

/** Reads the view that was chosen last, on any page. */
function readBarView(): BarView {
  const saved = localStorage.getItem(viewKey)
  return saved === 'folded' || saved === 'details' ? saved : 'bar'
}

type Severity = 'none' | 'warning' | 'error'

function countProblems({ page, failure }: DevBarProps): { count: number; severity: Severity } {
  const problems = page?.problems ?? []
  const hasErrors = failure !== undefined || problems.some(({ severity }) => severity === 'error')
  return {
    count: problems.length + (failure === undefined ? 0 : 1),
    severity: hasErrors ? 'error' : problems.length > 0 ? 'warning' : 'none',
  }
}

/** Shows the severity by shape as well as by color. */
function Mark({ severity }: { severity: Severity }) {
  return (
    <span className="mark" data-severity={severity} aria-hidden="true">
      {{ none: '✓', warning: '!', error: '✕' }[severity]}
    </span>
  )
}

type SummaryProps = { page: DevPage; severity: Severity; count: number }

function Summary({ page: { status, title, shareImage }, severity, count }: SummaryProps) {
  const isLong = title.text.length > title.limit
  return (
    <>
      <Mark severity={severity} />
      <span className={count === 0 ? 'wide' : undefined}>
        {count === 0 ? 'no' : count}{' '}
        <span className="wide">{count === 1 ? 'problem' : 'problems'}</span>
      </span>
      <span className={status.isListed ? undefined : 'unlisted'}>
        {status.isListed ? 'listed' : status.isDraft ? 'draft' : 'not listed'}
      </span>
      <span className={isLong ? 'over' : undefined}>
        <span className="wide">title </span>
        {title.text.length}/{title.limit}
      </span>
      <span className="wide">{shareImage ? 'share picture' : 'no share picture'}</span>
      <span className="arrow" aria-hidden="true" />
    </>
  )
}

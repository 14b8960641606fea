import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderStandalonePage } from '../../shared/standalone-page.tsx'
import { diffTexts, shortenContext } from '../../report/diff-texts.ts'
import { listSections, summarizeChanges } from '../format/list-sections.ts'
import type { Line } from '../../report/section.ts'
import type { ChangeReport } from '../report-types.ts'

type ChangesPageProps = {
  /** What the site is compared with, as requested in the URL. */
  version: string
  /** The report, or why there is none. */
  result: ChangeReport | string
}

// Read for each page, so that changes take effect immediately.
const readAsset = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

/** Links that show a page are limited, so that a report of a large site stays small. */
const maxLinkedPages = 50

/** Renders a report, beside the documents of both versions. */
export function renderChangesPage({ version, result }: ChangesPageProps): string {
  return renderStandalonePage({
    title: 'What a change changes',
    css: readAsset('changes.css'),
    script: readAsset('changes.js'),
    children: (
      <>
        <section className="report" aria-label="Changes">
          <h1>What a change changes</h1>
          <form>
            <label>
              Compare with <input name="version" defaultValue={version} />
            </label>
            <button type="submit">Compare</button>
          </form>
          {typeof result === 'string' ? (
            <pre role="alert">{result}</pre>
          ) : (
            <Report report={result} />
          )}
        </section>
        <section className="frames" aria-label="Before and after">
          <figure>
            <figcaption>Before</figcaption>
            <iframe name="before" title="Before" />
          </figure>
          <figure>
            <figcaption>After</figcaption>
            <iframe name="after" title="After" />
          </figure>
        </section>
      </>
    ),
  })
}

function Report({ report }: { report: ChangeReport }) {
  return (
    <>
      <p>
        {report.before.name} → {report.after.name}
      </p>
      <p>
        <strong>{summarizeChanges(report)}</strong>
      </p>
      {listSections(report).map(({ heading, lines }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul>
            {lines.map((line, index) => (
              <ReportLine key={index} line={line} />
            ))}
          </ul>
        </section>
      ))}
      {report.notes.map((note) => (
        <p key={note}>Note: {note}</p>
      ))}
    </>
  )
}

function ReportLine({ line: { text, before, after, pages = [], everywhere } }: { line: Line }) {
  const parts = shortenContext(diffTexts(before, after))
  const rest = pages.length - maxLinkedPages
  return (
    <li>
      {text}
      {parts.length > 0 && ': '}
      {parts.map(({ text, only }, index) => {
        if (!only) return text
        return only === 'before' ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>
      })}
      <span className="pages">
        {everywhere && 'on every page, such as '}
        {pages.slice(0, everywhere ? 1 : maxLinkedPages).map((route) => (
          <button key={route} type="button" data-route={route}>
            {route}
          </button>
        ))}
        {!everywhere && rest > 0 && `and ${rest} more`}
      </span>
    </li>
  )
}

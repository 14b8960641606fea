import type { DevPage, DevProblem, LimitedText } from '../dev-page.ts'
import { EditorLink } from './editor-link.tsx'

type DetailsProps = { page: DevPage; failure?: string; version: number }

/** Everything that the development server reports about a page. */
export function Details({ page, failure, version }: DetailsProps) {
  const { shareImage, problems, otherProblemCount } = page
  const count = problems.length + (failure === undefined ? 0 : 1)
  return (
    <div id="details" className="details">
      <section>
        <h2>In search results</h2>
        <SearchResult page={page} />
        <p>
          <Length name="Title" of={page.title} />
          <br />
          <Length name="Description" of={page.description} />
        </p>
      </section>
      <section>
        <h2>When shared</h2>
        {shareImage ? (
          <img
            src={`${shareImage.path}?${version}`}
            alt={shareImage.alt}
            width="1200"
            height="630"
          />
        ) : (
          <p>There is no picture: shareImages is none.</p>
        )}
      </section>
      <section>
        <h2>This page</h2>
        <Facts page={page} />
        <h2>Problems</h2>
        {count > 0 && (
          <ul>
            {failure !== undefined && (
              <Problem severity="error" message={`A component failed: ${failure}`} />
            )}
            {problems.map((problem) => (
              <Problem key={`${problem.location.label} ${problem.message}`} {...problem} />
            ))}
          </ul>
        )}
        {count === 0 && <p>None on this page.</p>}
        {otherProblemCount > 0 && (
          <p>
            {otherProblemCount} elsewhere. List them with <code>npm run check</code>
          </p>
        )}
      </section>
    </div>
  )
}

/** A search result for the page. Marks the end of a text that search engines would truncate. */
function SearchResult({ page }: { page: DevPage }) {
  const { title, description, address, siteName } = page
  const { host, pathname } = new URL(address)
  const trail = [host, ...pathname.split('/').filter(Boolean)].join(' › ')
  return (
    <div className="preview">
      <div className="preview-site">{siteName}</div>
      <div className="preview-address">{trail}</div>
      <div className="preview-title">
        <CutText of={title} />
      </div>
      <div className="preview-description">
        <CutText of={description} />
      </div>
    </div>
  )
}

function CutText({ of: { text, limit } }: { of: LimitedText }) {
  return (
    <>
      {text.slice(0, limit)}
      {text.length > limit && <mark>{text.slice(limit)}</mark>}
    </>
  )
}

function Length({ name, of: { text, limit } }: { name: string; of: LimitedText }) {
  const excess = text.length - limit
  return (
    <span className={excess > 0 ? 'over' : undefined}>
      {name}: {text.length} of {limit} characters{excess > 0 && `, ${excess} too many`}
    </span>
  )
}

function Facts({ page: { status, location, row, placeholderCount } }: { page: DevPage }) {
  return (
    <dl>
      <dt>{status.isListed ? 'Listed' : status.isDraft ? 'Draft' : 'Not listed'}</dt>
      <dd>{status.reason}</dd>
      <dt>Written in</dt>
      <dd>
        <EditorLink location={location} />
      </dd>
      {row && (
        <>
          <dt>From the row</dt>
          <dd>
            <EditorLink location={row} />
          </dd>
        </>
      )}
      {placeholderCount > 0 && (
        <>
          <dt>Placeholders</dt>
          <dd>
            {placeholderCount} to replace before publishing: <code>npm run check -- --launch</code>
          </dd>
        </>
      )}
    </dl>
  )
}

function Problem({ severity, message, fix, location }: Partial<DevProblem> & { message: string }) {
  return (
    <li data-severity={severity}>
      <strong>{severity}</strong> {message} {fix}
      {location && (
        <>
          {' '}
          <EditorLink location={location} />
        </>
      )}
    </li>
  )
}

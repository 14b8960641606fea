import { Fragment } from 'react'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import type { PropertyRow } from '../generate/list-properties.ts'
import {
  getFramePath,
  schemes,
  type BlockUses,
  type CatalogueBlock,
  type CatalogueExample,
} from './load-blocks.ts'
import type { Example } from './load-examples.ts'
import { LiveBadge, renderCatalogueLayout } from './layout.tsx'

/** The widths of frames in CSS pixels, for phones and desktops. */
const frameWidths = { narrow: 360, wide: 1200 }

/**
 * The site that the catalogue belongs to.
 * @property address what its routes begin with: its origin, or its base path in development
 */
type CatalogueSite = { uses: BlockUses; address: string }

/** Renders the page of a block type: valid examples, uses, properties, and invalid examples. */
export function renderBlockPage(
  block: CatalogueBlock,
  blocks: CatalogueBlock[],
  site: CatalogueSite,
  moduleUrl?: string,
): string {
  const { type, description, live, properties, valid, invalid } = block
  return renderCatalogueLayout({
    title: `${type} – block catalogue`,
    indexPath: '../',
    blocks,
    currentType: type,
    moduleUrl,
    children: (
      <>
        <h1>
          {type} {live && <LiveBadge />}
        </h1>
        <p className="intro">{description}</p>
        <p className="jump">
          <a href="#examples">Examples</a> <a href="#pages">Pages</a>{' '}
          <a href="#properties">Properties</a>{' '}
          {invalid.length > 0 && <a href="#mistakes">Mistakes</a>}
        </p>
        <section>
          <h2 id="examples">Examples</h2>
          <div className="filters">
            <FrameFilter label="Width" name="width" values={Object.keys(frameWidths)} />
            <FrameFilter label="Scheme" name="scheme" values={schemes} />
          </div>
          {valid.map((example) => (
            <ExampleSection key={example.slug} type={type} example={example} />
          ))}
        </section>
        <h2 id="pages">Used on these pages</h2>
        <UsedOn routes={site.uses.get(type) ?? []} address={site.address} />
        <h2 id="properties">Properties</h2>
        <PropertiesTable rows={properties} />
        {invalid.length > 0 && <h2 id="mistakes">Mistakes</h2>}
        {invalid.map((example) => (
          <InvalidExample key={example.name} {...example} />
        ))}
      </>
    ),
  })
}

function UsedOn({ routes, address }: { routes: string[]; address: string }) {
  if (routes.length === 0) return <p>No page of this site has one.</p>
  return (
    <ul className="uses">
      {routes.map((route) => (
        <li key={route}>
          <a href={address + route}>{route}</a>
        </li>
      ))}
    </ul>
  )
}

/** Selects which frames are shown. The stylesheet hides the others. */
function FrameFilter({ label, name, values }: { label: string; name: string; values: string[] }) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {['both', ...values].map((value) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === 'both'} />
          {value}
        </label>
      ))}
    </fieldset>
  )
}

function ExampleSection({ type, example }: { type: string; example: CatalogueExample }) {
  const { name, slug, yaml } = example
  return (
    <section className="example" id={slug}>
      <h3>
        <a href={`#${slug}`}>{name}</a>
      </h3>
      <YamlSnippet yaml={yaml} />
      {Object.entries(frameWidths).map(([width, pixels]) => (
        <div className="frames" data-frames={width} key={width}>
          {schemes.map((scheme) => {
            const url = `../${getFramePath(type, example, scheme)}/`
            return (
              <figure className="frame" data-scheme={scheme} key={scheme}>
                <figcaption>
                  {pixels} px, {scheme} <a href={url}>open</a>
                </figcaption>
                <div className="frame-box" style={{ inlineSize: pixels }}>
                  <iframe
                    src={url}
                    data-width={pixels}
                    title={`${name}, ${pixels} px, ${scheme}`}
                    loading="lazy"
                  />
                </div>
              </figure>
            )
          })}
        </div>
      ))}
    </section>
  )
}

function YamlSnippet({ yaml }: { yaml: string }) {
  return (
    <div className="yaml">
      <button type="button" className="copy">
        Copy
      </button>
      <details>
        <summary>YAML</summary>
        <pre tabIndex={0}>{yaml}</pre>
      </details>
    </div>
  )
}

function PropertiesTable({ rows }: { rows: PropertyRow[] }) {
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            <th scope="col">Property</th>
            <th scope="col">Type</th>
            <th scope="col">Required</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, required, typeLabel, description }) => (
            <tr key={path}>
              <th
                scope="row"
                style={{ paddingInlineStart: `${0.75 + (path.split('.').length - 1) * 1.25}rem` }}
              >
                <code>{path}</code>
              </th>
              <td>
                <TextWithCode text={typeLabel} />
              </td>
              <td>{required ? 'yes' : ''}</td>
              <td>
                <TextWithCode text={description} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Renders text in backticks as code. */
function TextWithCode({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
    )
}

function InvalidExample({ name, yaml, problems }: Example) {
  return (
    <section className="example">
      <h3>{name}</h3>
      <pre className="message" tabIndex={0}>
        {formatProblems(problems)}
      </pre>
      <YamlSnippet yaml={yaml} />
    </section>
  )
}

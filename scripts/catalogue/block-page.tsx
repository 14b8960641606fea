import { Fragment } from 'react'
import { formatProblems } from '../../schema/format-problems.ts'
import type { PropertyRow } from '../generate/list-properties.ts'
import { framePath, schemes, type BlockEntry, type ShownExample } from './describe-blocks.ts'
import type { Example } from './load-examples.ts'
import { Live, renderLayout } from './layout.tsx'

/** The widths of the frames in CSS pixels: a telephone and a desktop. */
const widths = { narrow: 360, wide: 1200 }

/** One block type: its examples in every width and scheme, its documentation, and what authors get wrong. */
export function renderBlockPage(block: BlockEntry, blocks: BlockEntry[], script?: string): string {
  const { type, description, live, properties, valid, invalid } = block
  return renderLayout({
    title: `${type} – block catalogue`,
    up: '../',
    blocks,
    current: type,
    script,
    children: (
      <>
        <h1>
          {type} {live && <Live />}
        </h1>
        <p className="intro">{description}</p>
        <p className="jump">
          <a href="#examples">Examples</a> <a href="#properties">Properties</a>{' '}
          {invalid.length > 0 && <a href="#mistakes">Mistakes</a>}
        </p>
        <section>
          <h2 id="examples">Examples</h2>
          <div className="filters">
            <Filter label="Width" name="width" values={Object.keys(widths)} />
            <Filter label="Scheme" name="scheme" values={schemes} />
          </div>
          {valid.map((example) => (
            <ExampleSection key={example.slug} type={type} example={example} />
          ))}
        </section>
        <h2 id="properties">Properties</h2>
        <Properties rows={properties} />
        {invalid.length > 0 && <h2 id="mistakes">Mistakes</h2>}
        {invalid.map((example) => (
          <Mistake key={example.name} {...example} />
        ))}
      </>
    ),
  })
}

/** Which frames are shown is the stylesheet's matter, by what is checked here. It stays in sight above the examples. */
function Filter({ label, name, values }: { label: string; name: string; values: string[] }) {
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

function ExampleSection({ type, example }: { type: string; example: ShownExample }) {
  const { name, slug, yaml } = example
  return (
    <section className="example" id={slug}>
      <h3>
        <a href={`#${slug}`}>{name}</a>
      </h3>
      <Yaml yaml={yaml} />
      {Object.entries(widths).map(([width, pixels]) => (
        <div className="frames" data-frames={width} key={width}>
          {schemes.map((scheme) => {
            const address = `../${framePath(type, example, scheme)}/`
            return (
              <figure className="frame" data-scheme={scheme} key={scheme}>
                <figcaption>
                  {pixels} px, {scheme} <a href={address}>open</a>
                </figcaption>
                <div className="frame-box" style={{ inlineSize: pixels }}>
                  <iframe
                    src={address}
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

function Yaml({ yaml, open }: { yaml: string; open?: boolean }) {
  return (
    <div className="yaml">
      <button type="button" className="copy">
        Copy
      </button>
      <details open={open}>
        <summary>YAML</summary>
        <pre tabIndex={0}>{yaml}</pre>
      </details>
    </div>
  )
}

function Properties({ rows }: { rows: PropertyRow[] }) {
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            <th scope="col">Property</th>
            <th scope="col">Holds</th>
            <th scope="col">Required</th>
            <th scope="col">What it is</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, required, holds, description }) => (
            <tr key={path}>
              <th
                scope="row"
                style={{ paddingInlineStart: `${0.75 + (path.split('.').length - 1) * 1.25}rem` }}
              >
                <code>{path}</code>
              </th>
              <td>
                <Literal text={holds} />
              </td>
              <td>{required ? 'yes' : ''}</td>
              <td>
                <Literal text={description} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Text in which backticks hold what is to be written literally. */
function Literal({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
    )
}

function Mistake({ name, yaml, problems }: Example) {
  return (
    <section className="example">
      <h3>{name}</h3>
      <pre className="message" tabIndex={0}>
        {formatProblems(problems)}
      </pre>
      <Yaml yaml={yaml} />
    </section>
  )
}

import { getFramePath, schemes, type CatalogueBlock, type CatalogueExample } from './load-blocks.ts'
import { LiveBadge, renderCatalogueLayout } from './layout.tsx'

/** The widths of frames in CSS pixels, for phones and desktops. */
const frameWidths = { narrow: 360, wide: 1200 }

/** Renders the page of a block type with its examples. */
export function renderBlockPage(
  block: CatalogueBlock,
  blocks: CatalogueBlock[],
  moduleUrl?: string,
): string {
  const { type, description, live, valid } = block
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
        <section>
          <h2>Examples</h2>
          <div className="filters">
            <FrameFilter label="Width" name="width" values={Object.keys(frameWidths)} />
            <FrameFilter label="Scheme" name="scheme" values={schemes} />
          </div>
          {valid.map((example) => (
            <ExampleSection key={example.slug} type={type} example={example} />
          ))}
        </section>
      </>
    ),
  })
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

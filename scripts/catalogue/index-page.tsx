import { getFramePath, type CatalogueBlock } from './load-blocks.ts'
import { LiveBadge, renderCatalogueLayout } from './layout.tsx'

/** Renders the index: all block types, each with a thumbnail of its first example. */
export function renderIndexPage(blocks: CatalogueBlock[], moduleUrl?: string): string {
  const count = blocks.reduce((sum, { valid }) => sum + valid.length, 0)
  return renderCatalogueLayout({
    title: 'Block catalogue',
    indexPath: '',
    blocks,
    moduleUrl,
    children: (
      <>
        <h1>Block catalogue</h1>
        <p className="intro">
          {blocks.length} block types with {count} examples. A page is a list of blocks: choose one,
          and copy its YAML under <code>blocks:</code>. Facts such as <code>{'${price}'}</code> are
          those of a sample site: cite your own instead.
        </p>
        <ul className="index">
          {blocks.map((block) => (
            <IndexEntry key={block.type} {...block} />
          ))}
        </ul>
      </>
    ),
  })
}

function IndexEntry({ type, description, live, valid: [first] }: CatalogueBlock) {
  return (
    <li className="index-entry" data-block={`${type} ${description}`.toLowerCase()}>
      <div className="frame-box thumbnail" aria-hidden="true">
        {first && (
          <iframe
            src={`${getFramePath(type, first, 'light')}/`}
            data-width="1000"
            title={type}
            loading="lazy"
            tabIndex={-1}
            inert
          />
        )}
      </div>
      <h2>
        <a href={`${type}/`}>{type}</a> {live && <LiveBadge />}
      </h2>
      <p>{firstSentence(description)}</p>
    </li>
  )
}

/** Splits only before a capital letter, so that `e.g. this` does not end a sentence. */
const firstSentence = (text: string) => text.split(/(?<=\.)\s+(?=[A-Z])/)[0]

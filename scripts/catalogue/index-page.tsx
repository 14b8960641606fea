import { arrangeByGroup } from '../../schema/block-types/block-groups.ts'
import { getFramePath, schemes, type CatalogueBlock } from './load-blocks.ts'
import { listSearchWords, LiveBadge, renderCatalogueLayout } from './layout.tsx'

/** Renders the index: all block types, each with a thumbnail of its first example. */
export function renderIndexPage(blocks: CatalogueBlock[], moduleUrl?: string): string {
  const groups = arrangeByGroup(blocks)
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
        <p className="jump">
          {groups.map(({ group, heading }) => (
            <a key={group} href={`#${group}`}>
              {heading}
            </a>
          ))}
        </p>
        {groups.map(({ group, heading, blocks }) => (
          <section className="block-group" key={group} aria-labelledby={group}>
            <h2 id={group}>{heading}</h2>
            <ul className="index">
              {blocks.map((block) => (
                <IndexEntry key={block.type} block={block} group={heading} />
              ))}
            </ul>
          </section>
        ))}
      </>
    ),
  })
}

function IndexEntry({ block, group }: { block: CatalogueBlock; group: string }) {
  const { type, description, live } = block
  const [first] = block.valid
  return (
    <li className="index-entry" data-block={listSearchWords(block, group)}>
      <div className="frame-box thumbnail" aria-hidden="true">
        {first &&
          // The stylesheet hides the thumbnail of the other color scheme. A hidden lazy frame does
          // not load.
          schemes.map((scheme) => (
            <iframe
              key={scheme}
              src={`${getFramePath(type, first, scheme)}/`}
              data-width="1000"
              data-scheme={scheme}
              title={type}
              loading="lazy"
              tabIndex={-1}
              inert
            />
          ))}
      </div>
      <h3>
        <a href={`${type}/`}>{type}</a> {live && <LiveBadge />}
      </h3>
      <p>{firstSentence(description)}</p>
    </li>
  )
}

/** Splits only before a capital letter, so that `e.g. this` does not end a sentence. */
const firstSentence = (text: string) => text.split(/(?<=\.)\s+(?=[A-Z])/)[0]

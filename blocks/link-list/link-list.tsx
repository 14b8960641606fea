import type { LinkListBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { Section } from '../shared/section.tsx'

type LinkEntries = NonNullable<LinkListBlock['links']>

export function LinkList(block: LinkListBlock) {
  const { heading, lead, links, groups } = block
  return (
    <Section block={block} heading={heading} lead={lead}>
      {links && <LinkItems links={links} />}
      {groups && (
        <div className="link-groups">
          {groups.map((group) => (
            <div key={group.heading}>
              <h3>{group.heading}</h3>
              <LinkItems links={group.links} />
            </div>
          ))}
        </div>
      )}
    </Section>
  )
}

function LinkItems({ links }: { links: LinkEntries }) {
  return (
    <ul className="link-items">
      {links.map(({ label, href, text }, index) => (
        <li key={index}>
          <Link href={href}>{label}</Link>
          {text && <p>{text}</p>}
        </li>
      ))}
    </ul>
  )
}

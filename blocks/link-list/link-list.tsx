import type { LinkListBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/link.tsx'
import { Section } from '../shared/section.tsx'

export function LinkList(block: LinkListBlock) {
  return (
    <Section block={block} heading={block.heading} lead={block.lead}>
      <ul className="link-items">
        {block.links.map(({ label, href, text }) => (
          <li key={href}>
            <Link href={href}>{label}</Link>
            {text && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

import type { TagListBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function TagList(block: TagListBlock) {
  const areAllLinks = block.items.every(({ href }) => href)
  return (
    <Section block={block} heading={block.heading} lead={block.lead} hasSideHeading>
      <ul className={areAllLinks ? 'tags tag-links' : 'tags'}>
        {block.items.map(({ label, href }) => (
          <li key={label}>{href ? <Link href={href}>{label}</Link> : label}</li>
        ))}
      </ul>
      <Note nodes={block.note} />
    </Section>
  )
}

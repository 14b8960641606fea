import type { LinkListBlock } from '../../schema/types.gen.ts'
import { LinkItems } from '../shared/links/link-items.tsx'
import { Section } from '../shared/section.tsx'

export function LinkList(block: LinkListBlock) {
  const { heading, lead, links } = block
  return (
    <Section block={block} heading={heading} lead={lead}>
      <LinkItems links={links} />
    </Section>
  )
}

import type { LinkGroupsBlock } from '../../schema/types.gen.ts'
import { LinkItems } from '../shared/links/link-items.tsx'
import { Section } from '../shared/section.tsx'

export function LinkGroups(block: LinkGroupsBlock) {
  const { heading, lead, groups } = block
  return (
    <Section block={block} heading={heading} lead={lead}>
      <div className="groups">
        {groups.map((group) => (
          <div key={group.heading}>
            <h3>{group.heading}</h3>
            <LinkItems links={group.links} />
          </div>
        ))}
      </div>
    </Section>
  )
}

import type { FiguresBlock } from '../../schema/types.gen.ts'
import { Section } from '../shared/section.tsx'

export function Figures(block: FiguresBlock) {
  return (
    <Section block={block} heading={block.heading}>
      <dl className="figure-items">
        {block.items.map(({ fact, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact.text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

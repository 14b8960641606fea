import type { FiguresBlock } from '../../schema/types.gen.ts'
import { keepRanges } from '../shared/keep-ranges.tsx'
import { Section } from '../shared/section.tsx'

export function Figures(block: FiguresBlock) {
  return (
    <Section block={block} heading={block.heading}>
      <dl className="figure-items">
        {block.items.map(({ fact, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{keepRanges(fact.text)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

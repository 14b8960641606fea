import type { FiguresBlock } from '../../schema/types.gen.ts'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { Section } from '../shared/section.tsx'

export function Figures(block: FiguresBlock) {
  return (
    <Section block={block} heading={block.heading}>
      <dl className="figure-items">
        {block.items.map(({ fact, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{preventRangeBreaks(fact.text)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

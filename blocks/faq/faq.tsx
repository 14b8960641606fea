import type { FaqBlock } from '../../schema/types.gen.ts'
import { Icon } from '../shared/icon.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { RichText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

/** All items of a page share one `name`, so that the browser keeps only one open at a time. */
export function Faq(block: FaqBlock) {
  return (
    <Section block={block} heading={block.heading} lead={block.lead} hasSideHeading>
      <div className="faq-items">
        {block.items.map(({ id, question, answer }, index) => (
          <details key={index} name="faq" open={block.open && index === 0}>
            <summary>
              <h3>{preventRangeBreaks(question)}</h3>
              <Icon name="chevron-down" size={20} />
            </summary>
            {/* The id is inside the item, because a link to the item itself would not open it. */}
            <div className="rich" id={id}>
              <RichText nodes={answer} />
            </div>
          </details>
        ))}
      </div>
    </Section>
  )
}

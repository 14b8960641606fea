import { useLayoutEffect, useRef } from 'react'
import type { FaqBlock } from '../../schema/types.gen.ts'
import { Icon } from '../shared/icon.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { RichText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { getKeptValue } from '../shared/visit/kept-choices.ts'

/**
 * All items of a page share one `name`, so that the browser keeps only one open at a time. A script
 * in the head keeps which one that is; see `inline-scripts.ts`.
 */
export function Faq(block: FaqBlock) {
  const items = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const selector = getKeptValue('faq')
    if (typeof selector !== 'string') return
    for (const item of items.current!.querySelectorAll('details'))
      item.open = item.matches(selector)
  }, [])
  return (
    <Section block={block} heading={block.heading} lead={block.lead} hasSideHeading>
      <div className="faq-items" ref={items}>
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

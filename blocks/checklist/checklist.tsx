import type { ChecklistBlock } from '../../schema/types.gen.ts'
import { InlineText, Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function Checklist(block: ChecklistBlock) {
  return (
    <Section
      block={block}
      heading={block.heading}
      lead={block.lead}
      hasSideHeading={block.lists.length === 1}
    >
      <div className="card-list">
        {block.lists.map(({ heading, mark = 'check', items }, index) => (
          <div className="card" key={index}>
            {heading && <h3>{heading}</h3>}
            <ul className={`checklist-items mark-${mark}`}>
              {items.map((item, line) => (
                <li key={line}>
                  {/* Screen readers skip the cross, and without a heading nothing else says
                      "no". */}
                  {mark === 'cross' && !heading && (
                    <span className="visually-hidden">{`${block.words.no} `}</span>
                  )}
                  <InlineText nodes={item} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <Note nodes={block.note} />
    </Section>
  )
}

import type { TimeBandsBlock } from '../../schema/types.gen.ts'
import { Icon } from '../shared/icon.tsx'
import { RichText } from '../shared/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function TimeBands(block: TimeBandsBlock) {
  return (
    <Section block={block} heading={block.heading} lead={block.lead}>
      <ol className="band-list">
        {block.bands.map(({ icon = 'clock', label, hours, price, detail }) => (
          <li key={label}>
            <Icon name={icon} size={28} />
            <div>
              <h3>{label}</h3>
              <p className="band-hours">{hours}</p>
            </div>
            {price && <p className="band-price">{price}</p>}
            {detail && <p className="band-detail">{detail}</p>}
          </li>
        ))}
      </ol>
      {block.note && (
        <div className="note">
          <RichText nodes={block.note} />
        </div>
      )}
    </Section>
  )
}

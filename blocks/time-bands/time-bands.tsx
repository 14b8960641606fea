import type { TimeBandsBlock } from '../../schema/types.gen.ts'
import { DayBar } from '../shared/time/day-bar.tsx'
import { Icon } from '../shared/icon.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { chooseChart } from './choose-chart.ts'
import { DayStripChart } from './day-strip-chart.tsx'
import { PriceStepChart } from './price-step-chart.tsx'

/** Time bands as a chart and as a list with the same information. */
export function TimeBands(block: TimeBandsBlock) {
  const { heading, lead, bands, dayHours = [], note } = block
  const chart = chooseChart(bands)
  return (
    <Section block={block} heading={heading} lead={lead}>
      {chart === 'steps' && <PriceStepChart bands={bands} />}
      {chart === 'strip' && <DayStripChart bands={bands} marks={dayHours} />}
      <ol className="band-list">
        {bands.map(({ icon = 'clock', label, hours, span, price, detail }) => (
          <li key={label}>
            <Icon name={icon} size={28} />
            <div>
              <h3>{label}</h3>
              <p className="band-hours">{preventRangeBreaks(hours)}</p>
              {chart === 'bars' && span && <DayBar span={span} />}
            </div>
            {price && <p className="band-price">{preventRangeBreaks(price.text)}</p>}
            {detail && <p className="band-detail">{detail}</p>}
          </li>
        ))}
      </ol>
      <Note nodes={note} />
    </Section>
  )
}

import type { ScheduleBlock } from '../../schema/types.gen.ts'
import { RichText } from '../shared/rich-text.tsx'
import { Section } from '../shared/section.tsx'

/**
 * A form of radio buttons, so that one of each is chosen and an unavailable one cannot be, without a script. It writes
 * an e-mail, which the visitor sends or not.
 */
export function Schedule(block: ScheduleBlock) {
  const { heading, lead, email, daysHeading, days, slotsHeading, slots, optionsHeading, options, action, note } = block
  return (
    <Section block={block} heading={heading} lead={lead}>
      <form className="schedule-form" method="post" encType="text/plain" action={email?.href ?? 'mailto:'}>
        <fieldset>
          <legend>{daysHeading ?? 'Choose a day'}</legend>
          <div className="schedule-tiles">
            {days.map(({ label, level }, index) => (
              <label key={label} className={`schedule-tile level-${level.toLowerCase()}`}>
                <input type="radio" name="day" value={label} defaultChecked={index === 0} />
                <span>{label}</span>
                <small>{level}</small>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>{slotsHeading ?? 'Choose a time'}</legend>
          {slots.map(({ label, times }) => (
            <div className="schedule-group" key={label}>
              <h3>{label}</h3>
              <div className="schedule-tiles">
                {times.map(({ time, unavailable }) => (
                  <label key={time} className="schedule-tile">
                    <input type="radio" name="time" value={time} disabled={unavailable} required />
                    <span>{time}</span>
                    {unavailable && <small>Unavailable</small>}
                  </label>
                ))}
              </div>
            </div>
          ))}
        </fieldset>
        <fieldset>
          <legend>{optionsHeading ?? 'Choose a service'}</legend>
          <div className="schedule-tiles wide">
            {options.map(({ label, price, response }, index) => (
              <label key={label} className="schedule-tile">
                <input type="radio" name="service" value={`${label}, ${price.text}`} defaultChecked={index === 0} />
                <span>
                  {label} <strong>{price.text}</strong>
                </span>
                {response && <small>{response}</small>}
              </label>
            ))}
          </div>
        </fieldset>
        <button className="button primary" type="submit">
          {action ?? 'Continue'}
        </button>
      </form>
      {note && (
        <div className="note">
          <RichText nodes={note} />
        </div>
      )}
    </Section>
  )
}

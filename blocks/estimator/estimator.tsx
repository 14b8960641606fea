import type { EstimatorBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/action-list.tsx'
import { RichText } from '../shared/rich-text.tsx'
import { Section } from '../shared/section.tsx'

/** Every choice says what it costs, so that the sum can be told without a script. */
export function Estimator(block: EstimatorBlock) {
  const { heading, lead, groups, actions, note } = block
  return (
    <Section block={block} heading={heading} lead={lead}>
      <div className="estimator-form">
        {groups.map(({ label, choices }) => (
          <fieldset key={label}>
            <legend>{label}</legend>
            {choices.map((choice, index) => (
              <label className="estimator-choice" key={choice.label}>
                <input type="radio" name={label} value={choice.label} defaultChecked={index === 0} />
                <span>
                  {choice.label}
                  {choice.note && <small>{choice.note}</small>}
                </span>
                <strong>
                  {choice.prefix}
                  {choice.price.text}
                </strong>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      {note && (
        <div className="note">
          <RichText nodes={note} />
        </div>
      )}
      <ActionList actions={actions} />
    </Section>
  )
}

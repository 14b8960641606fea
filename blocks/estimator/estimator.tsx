import { useEffect, useMemo, useRef, useState } from 'react'
import type { EstimatorBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/action-list.tsx'
import { keepRanges } from '../shared/keep-ranges.tsx'
import { RichText } from '../shared/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { useArea, useKnownLocation } from '../shared/use-location.ts'
import { EstimateList } from './estimate-list.tsx'
import { choicesThatCount, estimate, mostCounted, type Choice, type Extra } from './estimate.ts'
import { FillInDistance } from './fill-in-distance.tsx'

/** Every choice says what it costs, so that the sum can be told without a script; with one it is told here. */
export function Estimator(block: EstimatorBlock) {
  const { heading, lead, groups, actions, note, area } = block
  const form = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Choice[]>(() => groups.map(({ choices }) => choices[0]!))
  /** As typed. */
  const [counts, setCounts] = useState<Record<string, string>>({})
  const location = useKnownLocation()
  // This block only asks where the visitor is when the visitor says so.
  const asking = useMemo(() => area && { ...area, detect: 'button' as const }, [area])
  // 60.3 miles read 60 and are outside: then the next mile counts.
  const miles =
    !area || !('miles' in location)
      ? undefined
      : location.status === 'outside'
        ? Math.max(location.miles, Math.floor(area.radius) + 1)
        : location.miles

  const read = () => {
    const checked = [...form.current!.querySelectorAll<HTMLInputElement>('input:checked')]
    const isChecked = (group: string, choice: Choice) =>
      checked.some(({ name, value }) => name === group && value === choice.label)
    setChosen(
      groups.map(
        ({ label, choices }) => choices.find((choice) => isChecked(label, choice)) ?? choices[0]!,
      ),
    )
  }
  // What was chosen before the page was alive counts as well.
  useEffect(read, [groups])

  const extras = choicesThatCount(chosen).flatMap((choice) => choice.extras ?? [])
  const typed = (extra: Extra) =>
    counts[extra.label] ?? String((extra.distance ? miles : undefined) ?? 0)
  const result = estimate(
    chosen,
    Object.fromEntries(extras.map((extra) => [extra.label, Number(typed(extra))])),
  )

  return (
    <Section block={block} heading={heading} lead={lead} area={useArea(asking)}>
      <div ref={form} className="estimator-form" onChange={read}>
        {groups.map(({ label, choices }) => (
          <fieldset className="choice-group estimator-group" key={label}>
            <legend>{label}</legend>
            {choices.map((choice, index) => (
              <label className="choice" key={choice.label}>
                <input
                  type="radio"
                  name={label}
                  value={choice.label}
                  defaultChecked={index === 0}
                />
                <span>
                  {choice.label}
                  {choice.note && <small>{choice.note}</small>}
                </span>
                <strong>
                  {choice.prefix}
                  {keepRanges(choice.price.text)}
                </strong>
              </label>
            ))}
          </fieldset>
        ))}
        {extras.length > 0 && (
          <div className="estimator-extras">
            {extras.map((extra) => (
              <div className="estimator-extra" key={extra.label}>
                <label>
                  {extra.label}
                  <input
                    type="number"
                    inputMode="numeric"
                    // After a reload the browser would put back a number that the sum does not know.
                    autoComplete="off"
                    min={0}
                    max={extra.most?.value ?? mostCounted}
                    value={typed(extra)}
                    onChange={({ target }) => setCounts({ ...counts, [extra.label]: target.value })}
                  />
                </label>
                {extra.note && <small>{extra.note}</small>}
                {extra.distance && area && <FillInDistance area={area} location={location} />}
                {extra.distance && location.status === 'unknown' && (
                  <small role="status">{extra.distance.unknown}</small>
                )}
              </div>
            ))}
          </div>
        )}
      </div>
      <EstimateList block={block} result={result} />
      {note && (
        <div className="note">
          <RichText nodes={note} />
        </div>
      )}
      <ActionList actions={actions} />
    </Section>
  )
}

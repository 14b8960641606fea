import { useEffect, useMemo, useRef, useState } from 'react'
import type { EstimatorBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { useKeptChoice } from '../shared/visit/kept-choices.ts'
import { useServiceArea, useKnownLocation } from '../shared/location/use-location.ts'
import { EstimateSummary } from './estimate-summary.tsx'
import {
  selectEffectiveChoices,
  calculateEstimate,
  parseCount,
  type EstimateChoice,
  type EstimateExtra,
} from './estimate.ts'
import { DistancePrompt } from './distance-prompt.tsx'
import { ExtraField } from './extra-field.tsx'

/**
 * A cost estimator. Every choice shows its price, so that visitors without JavaScript can add up
 * the prices. With JavaScript, the block shows the total.
 */
export function Estimator(block: EstimatorBlock) {
  const { heading, lead, groups, actions, note, area, words } = block
  const form = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<EstimateChoice[]>(() =>
    groups.map(({ choices }) => choices[0]!),
  )
  /** The text typed for each extra, by its label. */
  const [counts, setCounts] = useState<Record<string, string>>({})
  const location = useKnownLocation()
  // This block detects the location only at the visitor's request.
  const buttonArea = useMemo(() => area && { ...area, detect: 'button' as const }, [area])
  // A position 60.3 miles away is outside a radius of 60 but is rounded to 60, so count 61 miles.
  const miles =
    !area || !('miles' in location)
      ? undefined
      : location.status === 'outside'
        ? Math.max(location.miles, Math.floor(area.radius) + 1)
        : location.miles

  const readChosen = () => {
    const checked = [...form.current!.querySelectorAll<HTMLInputElement>('input:checked')]
    const isChecked = (group: string, choice: EstimateChoice) =>
      checked.some(({ name, value }) => name === group && value === choice.label)
    setChosen(
      groups.map(
        ({ label, choices }) => choices.find((choice) => isChecked(label, choice)) ?? choices[0]!,
      ),
    )
  }
  const labels = chosen.map(({ label }) => label)
  useKeptChoice(block.id ?? block.type, { labels, counts }, form, (kept) => {
    for (const input of form.current!.querySelectorAll<HTMLInputElement>('[type=radio]'))
      if (kept.labels.includes(input.value)) input.checked = true
    setCounts(kept.counts)
    readChosen()
  })
  // Reads choices made before hydration.
  useEffect(readChosen, [groups])

  const extras = selectEffectiveChoices(chosen).flatMap((choice) => choice.extras ?? [])
  const getTypedCount = (extra: EstimateExtra) =>
    counts[extra.label] ?? String((extra.distance ? miles : undefined) ?? 0)
  const result = calculateEstimate(
    chosen,
    Object.fromEntries(
      extras.map((extra) => {
        const count = parseCount(getTypedCount(extra), extra)
        // An invalid quantity counts as 0; the extra's field shows the error.
        return [extra.label, typeof count === 'number' ? count : 0]
      }),
    ),
  )

  return (
    <Section block={block} heading={heading} lead={lead} area={useServiceArea(buttonArea)}>
      <div ref={form} className="estimator-form" onChange={readChosen}>
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
                  {preventRangeBreaks(choice.price.text)}
                </strong>
              </label>
            ))}
          </fieldset>
        ))}
        {extras.length > 0 && (
          <div className="estimator-extras">
            {extras.map((extra, index) => (
              <ExtraField
                key={extra.label}
                id={`${block.id ?? block.type}-${index}`}
                extra={extra}
                words={words}
                text={getTypedCount(extra)}
                onType={(text) => setCounts({ ...counts, [extra.label]: text })}
              >
                {extra.distance && area && <DistancePrompt area={area} location={location} />}
                {extra.distance && location.status === 'unknown' && (
                  <small role="status">{extra.distance.unknown}</small>
                )}
              </ExtraField>
            ))}
          </div>
        )}
      </div>
      <EstimateSummary block={block} result={result} />
      <Note nodes={note} />
      <ActionList actions={actions} />
    </Section>
  )
}

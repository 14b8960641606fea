import { checkFactValues } from '../../merge/check-fact-values.ts'
import { chooseReading, formatReading, type Reading, splitCitedName } from '../../facts/facts.ts'
import { isLess, isSpan } from '../../facts/less-than.ts'
import { findWrongSum } from '../../facts/sums.ts'
import { problemAt, type Problem } from '../../problems/problem.ts'
import { locateChild } from '../../problems/location.ts'
import type { SiteRule, SiteRuleContext } from '../types.ts'
import { isInConflict } from './conflicts.ts'
import { asText, asTexts } from '../../util/as-text.ts'
import { asList, asRecord, asRecords } from '../../util/records.ts'

/** Checks that the facts in `cap`, `lessThan`, `sumOf` and `minus` have the same unit. */
function checkFactComparisons({ site: { facts } }: SiteRuleContext): Problem[] {
  return [...facts.values()].flatMap(({ unit, cap, lessThan, sumOf, minus, location }) => {
    const summed = Object.entries({ sumOf, minus }).flatMap(([name, cited]) =>
      asList(cited).map((each, index) => ({ cited: each, steps: [name, index] })),
    )
    const single = Object.entries({ cap, lessThan }).map(([name, cited]) => ({
      cited,
      steps: [name],
    }))
    return [...summed, ...single].flatMap(({ cited, steps }): Problem[] => {
      // Validation reports values that are not text.
      if (typeof cited !== 'string') return []
      const { name, reading } = splitCitedName(cited)
      const other = facts.get(name)
      if (!other || other.unit === unit) return []
      if (reading !== undefined && !other.readings.has(reading)) return []
      const message = `The unit of this fact is ${unit}, but the unit of "${name}" is ${other.unit}.`
      return [
        problemAt(locateChild(location, ...steps), 'WRONG_UNIT', message, {
          expected: 'a fact with the same unit',
          found: name,
        }),
      ]
    })
  })
}

/**
 * Checks that a sum is what its parts add up to. The owner is asked about those that pages promise
 * as a total of the tariff.
 */
function checkSums({ site: { facts, settings } }: SiteRuleContext): Problem[] {
  const examples = asRecords(asRecord(settings.tariff).examples)
  const promised = new Set(examples.flatMap((example) => asTexts(example.promised)))
  return [...facts.values()].flatMap((fact): Problem[] => {
    const { name, table, tableName } = fact
    // Whoever writes sumOf for a whole table has been told so.
    if ((table ?? tableName) !== undefined || promised.has(name)) return []
    const wrong = findWrongSum(fact, facts)
    if (!wrong) return []
    const { stated, sum, reading } = wrong
    const { plus } = fact.readings.get(reading)!
    const print = (value: Reading['value'], isLeast?: boolean) =>
      formatReading(fact, { value, plus: isLeast }, asText(settings.language)).text
    const minus = fact.minus ? ` minus ${fact.minus.join(', ')}` : ''
    const parts = fact.sumOf!.join(', ') + minus
    const message = `"${name}" is ${print(stated, plus)}, and its parts (${parts}) are ${print(sum)}.`
    return [
      problemAt(locateChild(fact.location, 'sumOf'), 'WRONG_SUM', message, {
        expected: print(sum),
        found: print(stated, plus),
      }),
    ]
  })
}

/** Checks that a fact is less than the one in its `lessThan`, once both are decided. */
function checkLimits({ site: { facts }, context: { language } }: SiteRuleContext): Problem[] {
  return [...facts.values()].flatMap((fact): Problem[] => {
    if (isInConflict(fact, language)) return []
    const other = facts.get(fact.lessThan ?? '')
    if (other?.unit !== fact.unit || isInConflict(other, language)) return []
    const [reading, greater] = [fact, other].map((each) =>
      each.readings.get(chooseReading(each) ?? ''),
    )
    if (!reading || !greater) return []
    const [vague] = [
      { own: fact, printed: reading, compared: other },
      { own: other, printed: greater, compared: fact },
    ].filter(({ printed }) => !isSpan(printed.value))
    if (vague) {
      const { own, printed, compared } = vague
      const found = formatReading(own, printed, language).text
      const message = `"${own.label}" is ${found}, which cannot be compared with "${compared.label}" (${compared.name}).`
      const expected = 'a number and a unit, such as 90 minutes or 1–2 hours'
      return [problemAt(own.location, 'NOT_LESS', message, { expected, found })]
    }
    if (isLess(reading.value, greater.value)) return []
    const found = formatReading(fact, reading, language).text
    const limit = formatReading(other, greater, language).text
    const message = `"${fact.label}" is ${found}, so it must be less than "${other.label}" (${other.name}), which is ${limit}.`
    return [
      problemAt(locateChild(fact.location, 'lessThan'), 'NOT_LESS', message, {
        expected: `less than ${limit}`,
        found,
      }),
    ]
  })
}

export const factRules: SiteRule[] = [
  // The value of a fact fits its unit.
  ({ site }) =>
    [...site.facts.values()].flatMap((fact) => checkFactValues(fact, site.settings.language)),
  checkFactComparisons,
  checkSums,
  checkLimits,
]

import { checkFactValues } from '../../merge/check-fact-values.ts'
import { splitCitedName } from '../../facts/facts.ts'
import { problemAt } from '../../problems/problem.ts'
import { locateChild } from '../../problems/locate-child.ts'
import type { Problem } from '../../problems/types.ts'
import type { SiteRule, SiteRuleContext } from '../types.ts'
import { asList } from '../../util/records.ts'

/** Checks that the facts in `cap` and `sumOf` have the same unit. */
function checkFactComparisons({ merged: { facts } }: SiteRuleContext): Problem[] {
  return [...facts.values()].flatMap(({ unit, cap, sumOf, location }) => {
    const summed = asList(sumOf).map((cited, index) => ({
      cited,
      steps: ['sumOf', index],
    }))
    return [...summed, { cited: cap, steps: ['cap'] }].flatMap(({ cited, steps }): Problem[] => {
      // Validation reports values that are not text.
      if (typeof cited !== 'string') return []
      const { name, reading } = splitCitedName(cited)
      const other = facts.get(name)
      if (!other || other.unit === unit) return []
      if (reading !== undefined && !other.readings.has(reading)) return []
      return [
        problemAt(
          locateChild(location, ...steps),
          'WRONG_UNIT',
          `The unit of this fact is ${unit}, but the unit of "${name}" is ${other.unit}.`,
          { expected: 'a fact with the same unit', found: name },
        ),
      ]
    })
  })
}

export const factRules: SiteRule[] = [
  {
    name: 'The value of a fact fits its unit',
    check: ({ merged }) =>
      [...merged.facts.values()].flatMap((fact) => checkFactValues(fact, merged.settings.language)),
  },
  {
    name: 'Facts are compared with facts of the same unit',
    check: checkFactComparisons,
  },
]

import { checkFactValues } from '../../merge/check-fact-values.ts'
import { splitCitedName } from '../../facts/facts.ts'
import { reportUnknownReading } from '../../resolve/text/resolve-citations.ts'
import { describeUnknownName, suggestName } from '../../validate/nearest-name.ts'
import { problemAt } from '../../problems/problem.ts'
import { locateChild } from '../../problems/locate-child.ts'
import type { Problem } from '../../problems/types.ts'
import type { SiteRule, SiteRuleContext } from '../types.ts'
import { asList } from '../../util/records.ts'

function checkSettledReadings({ merged }: SiteRuleContext): Problem[] {
  return [...merged.facts.values()].flatMap(({ name, settled, readings, location }) => {
    if (settled === undefined || readings.has(settled)) return []
    const details = describeUnknownName(settled, readings.keys())
    const at = locateChild(location, 'settled')
    return [
      problemAt(at, 'UNKNOWN_READING', `The fact "${name}" has no reading "${settled}".`, details),
    ]
  })
}

/** Checks that the facts in `cap` and `sumOf` exist and have the same unit. */
function checkFactComparisons({ merged: { facts } }: SiteRuleContext): Problem[] {
  return [...facts.values()].flatMap(({ unit, cap, sumOf, location }) => {
    const summed = asList(sumOf).map((cited, index) => ({
      cited,
      steps: ['sumOf', index],
    }))
    return [...summed, { cited: cap, steps: ['cap'] }].flatMap(({ cited, steps }): Problem[] => {
      // Validation reports values that are not text.
      if (typeof cited !== 'string') return []
      const at = locateChild(location, ...steps)
      const { name, reading } = splitCitedName(cited)
      const other = facts.get(name)
      if (!other)
        return [
          problemAt(at, 'UNKNOWN_FACT', `There is no fact "${name}".`, {
            found: name,
            ...suggestName(name, facts.keys()),
          }),
        ]
      if (reading !== undefined && !other.readings.has(reading))
        return [reportUnknownReading(other, reading, at)]
      if (other.unit === unit) return []
      return [
        problemAt(
          at,
          'WRONG_UNIT',
          `The unit of this fact is ${unit}, but the unit of "${name}" is ${other.unit}.`,
          { expected: 'a fact with the same unit', found: name },
        ),
      ]
    })
  })
}

/** Checks that the category in `articlesIn` exists. */
function checkCountedCategories({ merged: { facts }, pages }: SiteRuleContext): Problem[] {
  const lists = pages.flatMap(({ posts }) =>
    posts && Array.isArray(posts.block?.categories)
      ? posts.block.categories.map((entry) => entry?.label)
      : [],
  )
  const known = new Set(
    [...lists, ...pages.map(({ data }) => data.article?.category)].filter(
      (name) => typeof name === 'string',
    ),
  )
  return [...facts.values()].flatMap(({ articlesIn, location }) => {
    if (typeof articlesIn !== 'string' || known.has(articlesIn) || known.size === 0) return []
    const details = describeUnknownName(articlesIn, known)
    return [
      problemAt(
        locateChild(location, 'articlesIn'),
        'UNKNOWN_CATEGORY',
        `"${articlesIn}" is not a category of any article or posts block.`,
        details,
      ),
    ]
  })
}

export const factRules: SiteRule[] = [
  { name: 'The settled reading of a fact exists', check: checkSettledReadings },
  {
    name: 'The value of a fact fits its unit',
    check: ({ merged }) =>
      [...merged.facts.values()].flatMap((fact) => checkFactValues(fact, merged.settings.language)),
  },
  {
    name: 'Facts are compared with existing facts of the same unit',
    check: checkFactComparisons,
  },
  {
    name: 'A fact that counts articles names an existing category',
    check: checkCountedCategories,
  },
]

import { problemAt } from '../problems/problem.ts'
import type { Problem } from '../problems/types.ts'
import type { SiteRule, SiteRuleContext } from './types.ts'

function checkAliases({ pages, merged }: SiteRuleContext): Problem[] {
  if (pages.every(({ aliases }) => aliases.length === 0)) return []
  const usedPaths = new Map(
    pages.map(({ route, meta }) => [route, meta.planned ? 'a planned route' : 'a page']),
  )
  for (const { data } of pages)
    if (data.head.feed !== undefined) usedPaths.set(data.head.feed, 'a feed')
  return pages.flatMap(({ route, location: { source, path }, aliases }) =>
    aliases.flatMap(({ from, index }) => {
      const usedBy = usedPaths.get(from)
      if (!merged.pages.has(from)) usedPaths.set(from, `an alias of ${route}`)
      return usedBy
        ? [
            problemAt(
              { source, path: [...path, 'aliases', index] },
              'ALIAS_COLLISION',
              `The alias ${from} is already ${usedBy}.`,
              { found: from },
            ),
          ]
        : []
    }),
  )
}

export const aliasRules: SiteRule[] = [
  { name: 'An alias is not another URL of the site', check: checkAliases },
  {
    name: 'A planned route is not written yet',
    check: ({ merged }) =>
      [...merged.planned]
        .filter(([route]) => merged.pages.has(route))
        .map(([route, { location }]) =>
          problemAt(
            location,
            'PLANNED_COLLISION',
            `${route} is listed under planned, but the page exists.`,
          ),
        ),
  },
]

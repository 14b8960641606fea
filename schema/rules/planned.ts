import { problemAt } from '../problems/problem.ts'
import type { SiteRule } from './types.ts'

export const plannedRules: SiteRule[] = [
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

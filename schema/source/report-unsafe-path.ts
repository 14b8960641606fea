import { problemAt, type Problem } from '../problems/problem.ts'
import type { SourceLocation } from '../problems/location.ts'
import { outside } from '../util/resolve-inside.ts'

/** Reports a path that an author has written. @param refused from `resolveInside` */
export const reportUnsafePath = (
  location: SourceLocation,
  path: string,
  refused: string,
): Problem =>
  problemAt(location, 'INCLUDE_OUTSIDE', `"${path}" ${refused}.`, {
    found: path,
    ...(refused !== outside && { fix: "Use a file in the site's folder with another name." }),
  })

import { problemAt } from '../problems/problem.ts'
import type { Problem } from '../problems/types.ts'
import { outside } from '../util/resolve-inside.ts'
import type { SourceLocation } from '../problems/source-file.ts'

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

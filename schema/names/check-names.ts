import { problemAt, type Problem } from '../problems/problem.ts'
import type { SourceLocation } from '../problems/location.ts'
import type { Schema } from '../validate/json-schema.ts'
import { formatNameList, suggestName } from '../validate/nearest-name.ts'
import { listNameUses, type NameUse } from './list-name-uses.ts'
import { nameDefinitions, type NameScope } from './name-kinds.ts'

/** Reports the names in a value that are not defined, except those that are resolved later. */
export const checkNames = (
  schema: Schema,
  definition: string,
  value: unknown,
  location: SourceLocation,
  scope: NameScope,
): Problem[] =>
  listNameUses(schema, definition, value, location).flatMap((use) =>
    use.isResolved ? [] : checkName(use, scope),
  )

/** Reports a name that is not defined. */
export function checkName(use: NameUse, scope: NameScope): Problem[] {
  const { name, kind, location } = use
  const { list, report, matches, ignores, isAtKey } = nameDefinitions[kind]
  // Validation reports an empty text.
  if (!report || name === '' || ignores?.(use, scope)) return []
  const defined = list(scope, use)
  if (!defined) return []
  const names = [...defined]
  if (names.some((each) => each === name || matches?.(each, name))) return []
  const { code, message, otherwise = '', ...details } = report(use, scope)
  return [
    problemAt(isAtKey ? { ...location, target: 'key' } : location, code, message, {
      expected: formatNameList(names) || otherwise,
      found: name,
      ...suggestName(name, names),
      ...details,
    }),
  ]
}

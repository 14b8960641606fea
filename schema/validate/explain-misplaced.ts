import type { Path } from '../problems/location.ts'
import type { Explanation } from './explanation.ts'
import type { Schema } from './json-schema.ts'

/** Explains a property that is not allowed where it is, but would be allowed elsewhere. */
type Misplacement = { message: string; fix: string }

/**
 * Explains a property that belongs elsewhere: a page beside `pages:` or inside another page, or a
 * setting beside `site:`.
 * @param path the path of the object that has the property
 */
export function explainMisplacedProperty(
  name: string,
  path: Path,
  root: Schema,
): Misplacement | undefined {
  if (name.startsWith('/')) {
    if (path.length === 0)
      return {
        message: `The page ${name} belongs under pages.`,
        fix: 'Indent it below the line pages:, and add that line if the file has none.',
      }
    if (path.length === 2 && path[0] === 'pages')
      return {
        message: `The page ${name} is indented like a property of the page ${path[1]}.`,
        fix: `Indent it as far as ${path[1]}.`,
      }
  }
  if (path.length > 0) return undefined
  const section = ['site', 'navigation'].find((key) =>
    Object.hasOwn(root.$defs?.[key]?.properties ?? {}, name),
  )
  if (section === undefined) return undefined
  return {
    message: `"${name}" belongs under ${section}.`,
    fix: `Indent it below the line ${section}: in pages.yaml.`,
  }
}

/**
 * Explains a page that is written under `facts`, or a set under `pages`.
 * @param path the path of the map
 */
export function explainMisplacedKey(
  key: string,
  path: Path,
  expected: string,
): Explanation | undefined {
  const location = { path: [...path, key], target: 'key' as const }
  if (path[0] === 'facts' && key.startsWith('/'))
    return {
      code: 'INVALID_FORMAT',
      message: `The page ${key} is under facts, but belongs under pages.`,
      details: { expected, found: key, fix: 'Add the line pages: before the first page.' },
      ...location,
    }
  if (path[0] === 'pages' && key.includes('{'))
    return {
      code: 'INVALID_ROUTE',
      message: `The set ${key} is under pages, but belongs under sets.`,
      details: { found: key, fix: 'Write the line sets: above it.' },
      ...location,
    }
  return undefined
}

/** Whether an error is about the content of a set under `pages`, which is reported by its route. */
export const isInMisplacedSet = (path: Path): boolean =>
  path[0] === 'pages' && path.length > 1 && String(path[1]).includes('{')

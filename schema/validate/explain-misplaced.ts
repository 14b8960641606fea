import type { Path } from '../source/position-types.ts'
import type { Schema } from './json-schema.ts'

/** Why a property is not allowed where it is, if it would be elsewhere. */
type Misplacement = { message: string; fix: string }

/**
 * Explains a property that belongs elsewhere: a page beside `pages:` or inside another page, a
 * setting beside `site:`.
 * @param path of the object that has the property
 */
export function explainMisplacedProperty(
  name: string,
  path: Path,
  root: Schema,
): Misplacement | undefined {
  if (name.startsWith('/')) {
    if (path.length === 0)
      return {
        message: `The page ${name} is not under pages.`,
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
    message: `"${name}" is not under ${section}.`,
    fix: `Indent it, below the line ${section}: in pages.yaml.`,
  }
}

/** Whether an error is about a set that is written under `pages`, which is reported by its route. */
export const isInMisplacedSet = (path: Path): boolean =>
  path[0] === 'pages' && path.length > 1 && String(path[1]).includes('{')

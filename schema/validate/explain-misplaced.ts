import type { Path } from '../problems/location.ts'
import type { Schema } from './json-schema.ts'

/** Explains a key that is not allowed where it is, but would be allowed elsewhere. */
type Misplacement = { message: string; fix: string }

/**
 * Explains a page, a set or a setting that is written in another section or in none, or a page
 * inside another one.
 * @param path the path of the object that has the key
 */
export function explainMisplaced(name: string, path: Path, root: Schema): Misplacement | undefined {
  const [section, around] = path
  const isAddress = name.startsWith('/')
  if (isAddress && section === 'pages' && path.length === 2)
    return {
      message: `The page ${name} is indented like a property of the page ${around}.`,
      fix: `Indent it as far as ${around}.`,
    }
  if (isAddress) {
    const kind = name.includes('{') ? 'set' : 'page'
    const others = kind === 'set' ? ['facts', 'pages'] : ['facts']
    if (path.length > 0 && !(path.length === 1 && others.includes(String(section))))
      return undefined
    return {
      message: `The ${kind} ${name} belongs under ${kind}s.`,
      fix: `Indent it below the line ${kind}s:, and add that line if the file has none.`,
    }
  }
  const own = ['site', 'navigation'].find((key) =>
    Object.hasOwn(root.$defs?.[key]?.properties ?? {}, name),
  )
  if (path.length > 0 || own === undefined) return undefined
  return {
    message: `"${name}" belongs under ${own}.`,
    fix: `Indent it below the line ${own}: in pages.yaml.`,
  }
}

/** Whether an error is about what a misplaced page or set contains. Only its key is reported. */
export const isInMisplaced = ([section, key]: Path, root: Schema): boolean =>
  section !== undefined &&
  key !== undefined &&
  explainMisplaced(String(key), [section], root) !== undefined

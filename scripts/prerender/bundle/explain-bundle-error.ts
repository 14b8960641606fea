import { stripVTControlCharacters } from 'node:util'
import type { Message } from 'esbuild'
import { toPascalCase } from '../../../schema/block-types/find-blocks.ts'
import { explainToolError } from '../../launch/explain-tool-error.mjs'
import { UserError } from '../../shared/user-error.ts'

/** A mistake that esbuild has found, or Rolldown, whose message has the location and colors. */
type Mistake = Message | { message: string }

/**
 * Explains why the sources cannot be bundled, with the location in the source.
 * @param root the folder of the sources, relative to the one in which the bundler ran
 * @returns the error itself if it is not a mistake in the sources.
 */
export function explainBundleError(error: Error, root = ''): Error {
  const { errors } = error as { errors?: Mistake[] }
  if (!errors?.length) return error
  const texts = errors.map((mistake) => ('text' in mistake ? mistake.text : mistake.message))
  const known = texts.map(explainToolError).find((text) => text !== undefined)
  if (known !== undefined) return new UserError(known)
  const explained = errors.map((mistake) => explainMistake(mistake, root))
  return new UserError(`The sources cannot be bundled.\n\n${explained.join('\n\n')}`)
}

function explainMistake(mistake: Mistake, root: string): string {
  if (!('text' in mistake)) {
    const text = stripVTControlCharacters(mistake.message).trim()
    return root === '' ? text : text.replaceAll(`${root}/`, '')
  }
  const { text, location } = mistake
  const missing =
    /^No matching export in "((?:[^"]*\/)?blocks\/([^/"]+)\/[^"]+)" for import "(\w+)"$/.exec(text)
  const [, file, type, name] = missing ?? []
  if (name !== undefined && name === toPascalCase(type!))
    return `${file} does not export ${name}, the component of the block ${type}.\n  Write: export function ${name}(block: ${name}Block)`
  if (!location) return text
  const { line, column, lineText } = location
  return `${location.file}:${line}:${column + 1}: ${text}\n  ${lineText.trim()}`
}

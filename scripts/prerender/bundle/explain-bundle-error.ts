import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { toPascalCase } from '../../../schema/block-types/find-blocks.ts'
import { explainToolError } from '../../launch/explain-tool-error.mjs'
import { UserError } from '../../shared/user-error.ts'

/**
 * Explains why Vite cannot bundle the sources, with the location in the source.
 * @param root the folder of the sources
 * @returns the error itself if it is not a mistake in the sources.
 */
export function explainBundleError(error: Error, root: string): Error {
  // Of Rolldown, whose messages have the location and colors.
  const { errors } = error as { errors?: { message: string }[] }
  if (!errors?.length) return error
  const texts = errors.map(({ message }) => stripVTControlCharacters(message).trim())
  const known = texts.map(explainToolError).find((text) => text !== undefined)
  if (known !== undefined) return new UserError(known)
  const folder = relative(process.cwd(), root)
  const explained = texts.map((text) =>
    explainMistake(folder === '' ? text : text.replaceAll(`${folder}/`, '')),
  )
  return new UserError(`The sources cannot be bundled.\n\n${explained.join('\n\n')}`)
}

function explainMistake(text: string): string {
  const missing = /"(\w+)" is not exported by "((?:[^"]*\/)?blocks\/([^/"]+)\/[^"]+)"/.exec(text)
  const [, name, file, type] = missing ?? []
  if (name !== undefined && name === toPascalCase(type!))
    return `${file} does not export ${name}, the component of the block ${type}.\n  Write: export function ${name}(block: ${name}Block)`
  return text.replace(/^\[[^\]]+\] /, '')
}

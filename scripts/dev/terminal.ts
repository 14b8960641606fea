import { isOutsideFolder, toRelativeName } from '../../schema/util/site-paths.ts'
import { format, stripVTControlCharacters } from 'node:util'
import { colorReport } from '../shared/color-report.ts'

/**
 * Shortens what Vite, Vike and Node print during development to what its reader can act on: the
 * error of a component with its place in the project. Requests, routes, hints about a tool and
 * frames of a stack in `node_modules` are dropped.
 * @param root the folder of the project.
 * @returns undefined for a message that only concerns the tool.
 */
function shortenToolMessage(
  text: string,
  level: 'log' | 'warn' | 'error',
  root: string,
): string | undefined {
  const plain = stripVTControlCharacters(text).trim()
  const message = plain.replace(toolTags, '')
  const isTool = message !== plain
  if (isTool && (level !== 'error' || message.startsWith('HTTP '))) return undefined
  const lines = message.split('\n')
  const frames = lines.flatMap((line) => findProjectFrame(line, root) ?? [])
  const kept = lines.filter((line) => !/^\s+at /.test(line) && !toolHint.test(line))
  const place = frames[0] && !kept.join('\n').includes(frames[0]) ? [`  at ${frames[0]}`] : []
  return [...kept, ...place].join('\n').trim() || undefined
}

/** A prefix such as `12:33:34 AM [vike][request-4]`. */
const toolTags = /^(?:\d+:\d+:\d+ [AP]M )?(?:\[(?:vite|vike)[^\]]*\]\s*(?:\[[^\]]*\]\s*)*)/i

/** A link to the documentation of a tool, and the frame around it. */
const toolHint = /\b(?:vike|vite)\.dev\b|^[┌└]─+[┐┘]$/

/** @returns `blocks/hero/hero.tsx:12:7` for a line of a stack that lies in the project. */
function findProjectFrame(line: string, root: string): string | undefined {
  const [, path, position] = /^\s+at .*?(?:file:\/\/)?(\/[^():]+):(\d+:\d+)\)?$/.exec(line) ?? []
  if (path === undefined || isOutsideFolder(root, path) || path.includes('/node_modules/'))
    return undefined
  return `${toRelativeName(root, path)}:${position}`
}

/** Prints for the development server itself. Messages of its tools are shortened or dropped. */
export type Terminal = { info(text: string): void; error(text: string): void }

const consoleMethods = [
  ['log', 'log'],
  ['info', 'log'],
  ['debug', 'log'],
  ['warn', 'warn'],
  ['error', 'error'],
] as const

/**
 * Takes over the console of this process.
 * @param isVerbose whether everything that the tools print is shown as it is.
 */
export function takeOverConsole(root: string, isVerbose: boolean): Terminal {
  const { log, error } = console
  if (!isVerbose)
    for (const [name, level] of consoleMethods)
      console[name] = (...values: unknown[]) => {
        const text = shortenToolMessage(format(...values), level, root)
        if (text !== undefined) (level === 'log' ? log : error)(text)
      }
  return { info: (text) => log(text), error: (text) => error(colorReport(text, process.stderr)) }
}

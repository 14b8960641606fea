// @ts-check
import { isPackage } from './commands.mjs'

/**
 * Explains errors of the bundling tools whose cause is the system.
 * @param {string} message
 * @returns {string | undefined} What to do; undefined if it is something else.
 */
export function explainToolError(message) {
  const [, name] = /Cannot find (?:package|module) '([^'./][^']*)'/.exec(message) ?? []
  if (name !== undefined)
    return isPackage
      ? `This command needs the package ${name}, which Signpost does not install by itself. Run: npm install --save-dev ${name}`
      : `The package ${name} is not installed. Signpost needs its development packages: run npm ci without --omit=dev.`
  if (/\bservice (was stopped|is no longer running)|\bEPIPE\b/.test(message))
    return 'esbuild was stopped, possibly because it ran out of memory. Run the command again.'
  if (/no space left on device/i.test(message))
    return 'The disk is full. Free some space and run the command again.'
  if (/read-only file system/i.test(message)) return `The file system is read-only: ${message}`
  return undefined
}

import { checkSpecVersion } from '../../spec-version.ts'
import { problemAt, problemInFile } from '../../problems/problem.ts'
import type { Problem } from '../../problems/types.ts'
import type { SourceFile, SourceLocation } from '../../source/types.ts'
import { asRecord } from '../../util/records.ts'
import { findNearestName } from '../../validate/nearest-name.ts'

/** What a file may define. */
export const topLevelKeys = new Set([
  'spec',
  'site',
  'navigation',
  'facts',
  'statements',
  'approvals',
  'comments',
  'pages',
  'planned',
  'sets',
  'include',
])

/** Reports settings and menus that are missing, or not in the first file. */
export function checkRequiredSections([main, ...parts]: SourceFile[]): Problem[] {
  const problems: Problem[] = []
  problems.push(...checkSpecVersion(main))
  for (const key of ['site', 'navigation']) {
    // Validation reports a misspelled name, with a suggestion.
    const misspelled = Object.keys(asRecord(main?.value)).some(
      (name) => !topLevelKeys.has(name) && findNearestName(name, topLevelKeys) === key,
    )
    const isMisplaced = parts.some(({ value }) => key in asRecord(value))
    if (
      main?.value !== undefined &&
      !misspelled &&
      !isMisplaced &&
      !(key in asRecord(main.value))
    ) {
      problems.push(
        problemInFile(main.file, 'MISSING_SETTINGS', `${main.file} has no "${key}".`, {
          expected: `${key}:`,
        }),
      )
    }
  }
  return [...problems, ...parts.flatMap((source) => checkMisplacedSections(source, main!.file))]
}

/** Reports settings in an included file once, since they are often a copy of both sections. */
function checkMisplacedSections(source: SourceFile, mainFile: string): Problem[] {
  const keys = ['site', 'navigation'].filter((key) => key in asRecord(source.value))
  if (keys.length === 0) return []
  const names = keys.map((key) => `"${key}"`).join(' and ')
  const location: SourceLocation = { source, path: [keys[0]!], target: 'key' }
  const message = `${names} ${keys.length > 1 ? 'are' : 'is'} only allowed in ${mainFile}.`
  const fix = `Move ${keys.length > 1 ? 'them' : 'it'} to ${mainFile}, or delete this copy.`
  return [problemAt(location, 'MISPLACED_SETTINGS', message, { fix })]
}

import { problemInFile } from '../../problems/problem.ts'
import type { OffsetLocator } from '../position-types.ts'
import type { Problem } from '../../problems/types.ts'

/** Finds a Git conflict marker. */
export function findMergeMarker(
  file: string,
  text: string,
  at: OffsetLocator,
): Problem | undefined {
  const marker = /^(?:<{7}|={7}|>{7}).*$/m.exec(text)
  if (!marker) return undefined
  const message = 'This file has an unresolved merge conflict.'
  const details = {
    found: marker[0],
    fix: 'Keep the lines of one version, and delete the <<<<<<<, ======= and >>>>>>> lines.',
  }
  return {
    ...problemInFile(file, 'YAML_SYNTAX', message, details),
    ...at(marker.index, marker.index + marker[0].length),
  }
}

/** Matches a line that Git writes between two versions of a text, and no line of equals signs. */
const markerPattern = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?$/m

/**
 * Finds the first conflict marker in a text. Only markers of a whole conflict count, since a line
 * of seven equals signs may be part of a text.
 */
export function findConflictMarker(text: string): { index: number; found: string } | undefined {
  if (!/^<{7} /m.test(text) && !/^>{7} /m.test(text)) return undefined
  const marker = markerPattern.exec(text.replaceAll('\r', ' '))
  return marker ? { index: marker.index, found: marker[0].trimEnd() } : undefined
}

export const conflictMessage = 'This file has an unresolved merge conflict.'
export const conflictFix =
  'Keep the lines of one version, and delete the <<<<<<<, ======= and >>>>>>> lines.'

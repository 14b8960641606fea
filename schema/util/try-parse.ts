/** Parses JSON. @returns undefined if it is not valid */
export function tryParseJson<T = unknown>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

/**
 * Decodes a text such as `Price%20List`.
 * @param decode `decodeURI` keeps the characters that have a meaning in a URL
 * @returns undefined if it is malformed
 */
export function tryDecode(text: string, decode = decodeURIComponent): string | undefined {
  try {
    return decode(text)
  } catch {
    return undefined
  }
}

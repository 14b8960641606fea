/** A citation in a text: `${name}`, `${name.reading}` or `${name|number}`. */
export type Citation = { name: string; reading?: string; format?: 'number' }
export type TextSegment = string | Citation | { invalid: string }

const citationPattern = /\$\{([^}\n]*)(\}?)/g
const citationBodyPattern =
  /^\s*([a-z][a-z0-9-]*)(?:\.([a-zA-Z][a-zA-Z0-9-]*))?\s*(?:\|\s*(number)\s*)?$/

/** Splits a text into literal text and citations. */
export function parseCitations(text: string): TextSegment[] {
  if (!text.includes('${')) return text === '' ? [] : [text]
  const parts: TextSegment[] = []
  let end = 0
  for (const match of text.matchAll(citationPattern)) {
    if (match.index > end) parts.push(text.slice(end, match.index))
    end = match.index + match[0].length
    const found = match[2] ? citationBodyPattern.exec(match[1] ?? '') : null
    parts.push(
      found
        ? { name: found[1]!, reading: found[2], format: found[3] as 'number' | undefined }
        : { invalid: match[0] },
    )
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

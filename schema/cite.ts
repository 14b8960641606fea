/** A citation in a text: `${name}`, `${name.reading}` or `${name|number}`. */
export type Citation = { name: string; reading?: string; form?: 'number' }
export type TextPart = string | Citation | { bad: string }

const citation = /\$\{([^}\n]*)(\}?)/g
const inside = /^\s*([a-z][a-z0-9-]*)(?:\.([a-zA-Z][a-zA-Z0-9-]*))?\s*(?:\|\s*(number)\s*)?$/

/** Splits a text into what is printed as it is and what is cited. */
export function parseCitations(text: string): TextPart[] {
  if (!text.includes('${')) return text === '' ? [] : [text]
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(citation)) {
    if (match.index > end) parts.push(text.slice(end, match.index))
    end = match.index + match[0].length
    const found = match[2] ? inside.exec(match[1] ?? '') : null
    parts.push(
      found
        ? { name: found[1]!, reading: found[2], form: found[3] as 'number' | undefined }
        : { bad: match[0] },
    )
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

import type { ReactNode } from 'react'

/**
 * Matches a range of two numbers, with their currency symbols and the unit that follows: `$5–$10`,
 * `1–2 hours`, `7 AM–10 PM`. Also matches one number and a short word that is probably its unit:
 * `6 PM`, `15 minutes`, `25 MB`, and numbers that hyphens join: `31-147`. Limited around a number,
 * since a long word would be read again from each of its characters.
 */
const unbreakableRange =
  /(\S{0,40}\d(?: [AP]M)?–\S{0,40}\d[^\s,.;:)]{0,40}(?: (?:[AP]M|\p{Ll}+))?|(?<![^\s(])\d(?:[\d.,]*\d)? (?:[AP]M|[MG]B|Mbps|\p{Ll}{3,8})(?!\p{L})|(?<![^\s(]|\) )\d+(?:-\d+)+)/u

/**
 * Prevents line breaks after the dash of a range and between a number and its unit. The text
 * content stays the same.
 */
export function preventRangeBreaks(text: string): ReactNode {
  if (!/\d/.test(text)) return text
  return text.split(unbreakableRange).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="range">
        {part}
      </span>
    ),
  )
}

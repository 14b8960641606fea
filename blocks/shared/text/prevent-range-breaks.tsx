import type { ReactNode } from 'react'

/**
 * A figure, a dash and a figure, each with its sign, and the word behind: `$5–$10`, `1–2 hours`, `7 AM–10 PM`. Or one
 * plain figure and a short word that is likely its unit: `6 PM`, `15 minutes`, `25 MB`.
 */
const unbreakableRange =
  /(\S*\d(?: [AP]M)?–\S*\d[^\s,.;:)]*(?: (?:[AP]M|\p{Ll}+))?|(?<![^\s(])\d(?:[\d.,]*\d)? (?:[AP]M|[MG]B|Mbps|\p{Ll}{3,8})(?!\p{L}))/u

/** A text in which no range breaks behind its dash and no figure before its unit. The text itself stays as it is. */
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

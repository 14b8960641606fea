import type { ReactNode } from 'react'

/** A figure, a dash and a figure, each with its sign, and the word behind: `$5–$10`, `1–2 hours`, `7 AM–10 PM`. */
const range = /(\S*\d(?: [AP]M)?–\S*\d[^\s,.;:)]*(?: (?:[AP]M|\p{Ll}+))?)/u

/** A text in which no range breaks behind its dash, where browsers allow it. The text itself stays as it is. */
export function keepRanges(text: string): ReactNode {
  if (!text.includes('–')) return text
  return text.split(range).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="range">
        {part}
      </span>
    ),
  )
}

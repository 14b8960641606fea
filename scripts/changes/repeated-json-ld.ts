import { getChangedWords } from './diff-texts.ts'
import type { Difference } from './report-types.ts'

/**
 * Leaves out changes of structured data that repeat what changed in the visible texts, or follow
 * from it.
 * @param own the differences to report
 * @param all the differences of the page, those caused by facts included
 */
export function removeRepeatedJsonLd(own: Difference[], all: Difference[]): Difference[] {
  if (!own.some(isJsonLd)) return own
  const visible = all.filter((difference) => !isJsonLd(difference))
  const words = new Set(
    visible.flatMap(({ before, after }) =>
      before !== undefined && after !== undefined ? [getChangedWords(before, after)] : [],
    ),
  )
  const [removed, added] = (['before', 'after'] as const).map((side) =>
    removeSpaces(visible.map((difference) => describeSide(difference, side)).join('\n')),
  )
  const isRepeated = ({ label = '', before, after }: Difference) => {
    if (label.endsWith('.dateModified')) return visible.length > 0
    if (before !== undefined && after !== undefined)
      return (
        words.has(getChangedWords(before, after)) ||
        (removed!.includes(removeSpaces(before)) && added!.includes(removeSpaces(after)))
      )
    return before === undefined
      ? added!.includes(removeSpaces(after!))
      : removed!.includes(removeSpaces(before))
  }
  return own.filter((difference) => !isJsonLd(difference) || !isRepeated(difference))
}

const isJsonLd = ({ kind }: Difference) => kind === 'structured data'

const describeSide = ({ kind, label = '', ...texts }: Difference, side: 'before' | 'after') =>
  texts[side] === undefined ? '' : `${texts[side]}\n${kind === 'link' ? label : ''}`

const removeSpaces = (text: string) => text.replace(/\s+/g, '')

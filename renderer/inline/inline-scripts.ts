import type { PageData } from '../../schema/page-data.ts'
import { keepAnswer, revealTarget, showKept } from './inline-scripts.gen.ts'

/**
 * Returns the script in the head of a page, which runs before the first paint. Empty for pages that
 * need none.
 */
export function getInlineScript({ blocks, browser }: PageData): string {
  const has = (name: string) => blocks.some(({ type }) => type === name)
  const hasAnswers = has('faq')
  return (
    (hasAnswers || has('tabs') ? revealTarget : '') +
    (hasAnswers || browser.live.length > 0 ? showKept : '') +
    (hasAnswers ? keepAnswer : '')
  )
}

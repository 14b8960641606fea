import type { PageData, SiteData } from '../../schema/page-data.ts'
import { keepAnswer, revealTarget, showKept, showLateFonts } from './inline-scripts.gen.ts'

/** Returns the script in the head of a page, which runs before the first paint. */
export function getInlineScript({ blocks, browser }: PageData, { theme }: SiteData): string {
  const has = (name: string) => blocks.some(({ type }) => type === name)
  const hasAnswers = has('faq')
  const fonts = theme?.fonts ?? ['besley', 'figtree']
  return (
    showLateFonts.replace('%FONTS%', fonts.map((font) => `${font}-late`).join()) +
    (hasAnswers || has('tabs') ? revealTarget : '') +
    (hasAnswers || browser.live.length > 0 ? showKept : '') +
    (hasAnswers ? keepAnswer : '')
  )
}

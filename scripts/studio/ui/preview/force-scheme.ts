import type { ColorScheme } from '../../../../renderer/example-frame.ts'

const attribute = /\(prefers-color-scheme:\s*(\w+)\)/g
const always = '(min-width: 0px)'
const never = '(max-width: 0px)'

const originals = new WeakMap<CSSMediaRule, string>()

/**
 * Shows a page in a color scheme, whatever the system prefers. `color-scheme` on a frame does not
 * affect the media queries in it, so their conditions are rewritten.
 */
export function forceScheme(page: Document, scheme: ColorScheme): void {
  page.documentElement.style.colorScheme = scheme
  for (const sheet of page.styleSheets) forceRules(sheet.cssRules, scheme)
}

function forceRules(rules: CSSRuleList, scheme: ColorScheme): void {
  for (const rule of rules) {
    if ('media' in rule) forceCondition(rule as CSSMediaRule, scheme)
    if ('cssRules' in rule) forceRules((rule as CSSGroupingRule).cssRules, scheme)
  }
}

function forceCondition(rule: CSSMediaRule, scheme: ColorScheme): void {
  const original = originals.get(rule) ?? rule.media.mediaText
  if (!original.includes('prefers-color-scheme')) return
  originals.set(rule, original)
  rule.media.mediaText = original.replace(attribute, (_, name) =>
    name === scheme ? always : never,
  )
}

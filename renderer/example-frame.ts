export type ColorScheme = 'light' | 'dark'

/**
 * A page's document as the catalogue frames it: the blocks without header and footer, in one color scheme whatever the
 * visitor's system says. Light and dark are chosen by media queries, which `color-scheme` on an element does not switch; so the
 * queries themselves are rewritten. They are rewritten in the browser, because a stylesheet may be inlined, linked or, in
 * development, replaced at any moment.
 */
export function renderExampleFrame(html: string, scheme: ColorScheme): string {
  return html
    .replace('<html ', () => `<html style="color-scheme:${scheme}" `)
    .replace(/<script type="speculationrules">.*?<\/script>/s, '')
    .replace(
      '</head>',
      () =>
        `<style>${hideShellCss}</style><script>${forceColorSchemeScript(scheme)}${disableNavigationScript}</script></head>`,
    )
}

const hideShellCss =
  '.skip-link,.site-header,.site-footer{display:none!important}#root{padding:0!important}body{min-block-size:0!important}'

const forceColorSchemeScript = (scheme: ColorScheme) => `{
const force = (rules) => {
  for (const rule of rules) {
    const { media } = rule
    if (media?.mediaText.includes('prefers-color-scheme')) {
      media.mediaText = media.mediaText.replace(/\\(prefers-color-scheme:\\s*(\\w+)\\)/g, (_, name) => name === '${scheme}' ? '(min-width: 0px)' : '(max-width: 0px)')
    }
    if (rule.cssRules) force(rule.cssRules)
  }
}
const forceAll = () => { for (const sheet of document.styleSheets) force(sheet.cssRules) }
forceAll()
new MutationObserver(forceAll).observe(document.head, { childList: true, subtree: true, characterData: true })
addEventListener('load', forceAll, true)
}`

/** An example shows itself and leads nowhere. */
const disableNavigationScript = `
addEventListener('click', (event) => event.target.closest?.('a:not([href^="#"])') && event.preventDefault(), true)
addEventListener('submit', (event) => event.preventDefault(), true)`

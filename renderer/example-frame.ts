export type ColorScheme = 'light' | 'dark'

/**
 * Adapts a page's document for an iframe of the catalogue: without header and footer, and in a
 * fixed color scheme. `color-scheme` on an element does not affect media queries, so their
 * conditions are rewritten. This happens in the browser, because a stylesheet may be inlined,
 * linked or, in development, replaced at any time.
 */
export function renderExampleFrame(html: string, scheme: ColorScheme): string {
  return html
    .replace('<html ', () => `<html style="color-scheme:${scheme}" `)
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
    .replace(/<script type="speculationrules">.*?<\/script>/s, '')
    .replace(
      '</head>',
      () =>
        `<style>${hideShellCss}</style>` + `<script>${getExampleScript(scheme)}</script></head>`,
    )
}

/** The inline script of an example. */
export const getExampleScript = (scheme: ColorScheme): string =>
  forceColorSchemeScript(scheme) + disableNavigationScript

const hideShellCss =
  '.skip-link,.site-header,.site-footer,.phone-bar{display:none!important}' +
  ':root{--bar-height:0rem!important}#root{padding:0!important}' +
  'body{min-block-size:0!important}'

const forceColorSchemeScript = (scheme: ColorScheme) => `{
const force = (rules) => {
  for (const rule of rules) {
    const { media } = rule
    if (media?.mediaText.includes('prefers-color-scheme')) {
      media.mediaText = media.mediaText.replace(
        /\\(prefers-color-scheme:\\s*(\\w+)\\)/g,
        (_, name) => name === '${scheme}' ? '(min-width: 0px)' : '(max-width: 0px)',
      )
    }
    if (rule.cssRules) force(rule.cssRules)
  }
}
const forceAll = () => { for (const sheet of document.styleSheets) force(sheet.cssRules) }
forceAll()
new MutationObserver(forceAll).observe(document.head, {
  childList: true,
  subtree: true,
  characterData: true,
})
addEventListener('load', forceAll, true)
}`

/** Prevents links and forms in an example from navigating. */
const disableNavigationScript = `
addEventListener(
  'click',
  (event) => event.target.closest?.('a:not([href^="#"])') && event.preventDefault(),
  true,
)
addEventListener('submit', (event) => event.preventDefault(), true)`

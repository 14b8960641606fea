/**
 * Shows the tab or the answer named by the URL fragment before the first paint. Browsers apply
 * `:target` and open `details` only later, which would shift the layout. Only one answer can be
 * open, so one that is open by default is hidden. The loader removes this stylesheet.
 */
const target = location.hash
if (/^#[\w-]+$/.test(target)) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `.tab-group:has(${target}):not([data-alive])>.tab-panel:not(${target}){display:none!important}` +
      `.tab-group:not([data-alive])>${target}.tab-panel{display:grid!important}` +
      `details:has(${target})::details-content{content-visibility:visible;block-size:auto}` +
      `:root:has(details ${target}) details:not(:has(${target}))::details-content{content-visibility:hidden}`,
  )
  document.adoptedStyleSheets = [sheet]
}

export {}

/** For a text or an attribute in double quotes; the same signs in the same way as React. */
export function escapeHtml(text: string): string {
  const first = text.search(special)
  if (first < 0) return text
  let [html, last] = ['', 0]
  for (let at = first; at < text.length; at++) {
    const entity = entityOf(text.charCodeAt(at))
    if (entity === undefined) continue
    html += text.slice(last, at) + entity
    last = at + 1
  }
  return html + text.slice(last)
}

const special = /["'&<>]/

/** @param code of a sign. A switch: this is asked of nearly every sign of a site. */
function entityOf(code: number): string | undefined {
  switch (code) {
    case 34:
      return '&quot;'
    case 38:
      return '&amp;'
    case 39:
      return '&#x27;'
    case 60:
      return '&lt;'
    case 62:
      return '&gt;'
    default:
      return undefined
  }
}

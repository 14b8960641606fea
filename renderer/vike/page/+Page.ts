/** Vike wants a page; what it shows is decided by the route alone, in +onRenderHtml. */
export function Page() {
  return null
}

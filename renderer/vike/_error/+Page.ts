/** Required by Vike; +onRenderHtml determines the content from the route. */
export function Page() {
  return null
}

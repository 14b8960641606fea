const key = 'studio-token'

/**
 * Keeps the token that was in the address, for all windows of the studio. Unlike a cookie, it stays
 * in this origin, which is that of one port.
 */
export function takeToken(): void {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (token === null) return
  localStorage.setItem(key, token)
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url)
}

/** Where people sign in at a proxy, the document has it. Otherwise another window may have a newer one. */
export const readToken = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="studio-token"]')?.content ??
  localStorage.getItem(key) ??
  ''

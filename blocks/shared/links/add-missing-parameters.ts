/** Adds parameters to the query of a URL, without overriding those that it already has. */
export function addMissingParameters(href: string, added: string): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(href) ?? []
  const existing = new URLSearchParams(query)
  const missing = new URLSearchParams(
    [...new URLSearchParams(added)].filter(([name]) => !existing.has(name)),
  )
  const newQuery = [query, String(missing)].filter(Boolean).join('&')
  return path + (newQuery && `?${newQuery}`) + hash
}

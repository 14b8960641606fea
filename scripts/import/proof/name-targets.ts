import { decodePath } from '../../../schema/resolve/alias-address.ts'

/**
 * Resolves an address in a document.
 * @param page the decoded address of the document, and what its `<base>` says
 * @param hosts those of the site
 * @returns the decoded path with query and anchor, or the URL of another site
 */
export function toTarget(
  written: string,
  { address, base }: { address: string; base?: string | undefined },
  hosts: Set<string>,
): string {
  const host = 'https://own.invalid'
  const [path = '/', query] = address.split('?', 2)
  const own =
    host + encodeURI(path).replaceAll('#', '%23') + (query === undefined ? '' : `?${query}`)
  const start = base && URL.canParse(base, own) ? new URL(base, own).href : own
  if (!URL.canParse(written, start)) return written
  const url = new URL(written, start)
  if (url.protocol === 'mailto:') return `mailto:${url.pathname.toLowerCase()}`
  if (/^(?:tel|sms):$/.test(url.protocol)) return url.protocol + url.pathname.replaceAll(/\D/g, '')
  if (!/^https?:$/.test(url.protocol)) return written
  if (url.origin !== host && !hosts.has(url.host) && !hosts.has(url.host.replace(/^www\./, '')))
    return url.href
  const plain = decodePath(url.pathname)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/index\.html$/, '/')
  return plain.replace(/(?<=.)\/$/, '') + url.search + url.hash
}

/** The identifier of a film on YouTube or Vimeo, in any form of its address. */
const filmPattern =
  /(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|v\/)|youtu\.be\/|vimeo\.com\/(?:video\/)?)([\w-]{6,})/

/** What two addresses of the same thing have in common. */
export function getBareUrl(target: string): string {
  const [, film] = filmPattern.exec(target) ?? []
  if (film !== undefined) return `film ${film}`
  const [, number] = /^(?:tel|sms):(\d+)$/.exec(target) ?? []
  if (number !== undefined) return `tel ${number.slice(-7)}`
  return decodePath(target)
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/(?=$|[?#])/, '')
}

/**
 * What the file of a picture and its copies have in common: the name without a size or a hash.
 */
export function toFileName(target: string): string {
  const name = decodePath(target.split(/[?#]/)[0]!)
    .replace(/.*\//, '')
    .replace(/\.\w+$/, '')
  const plain = /\/assets\/pictures\//.test(target)
    ? name.replace(/-[0-9a-f]{8}-\d+$/, '')
    : name.replace(/-(?:\d+x\d+|scaled)$/, '')
  return plain
    .replace(/-(?:\d+x\d+|scaled)$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .toLowerCase()
}

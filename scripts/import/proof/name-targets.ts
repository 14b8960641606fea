import { decodePath } from '../../../schema/resolve/alias-address.ts'

/**
 * Resolves an address in a document.
 * @param page the decoded address of the document, what its `<base>` says, and the path that the site
 * is below
 * @param hosts those of the site
 * @returns the decoded path with query and anchor, or the URL of another site
 */
export function toTarget(
  written: string,
  { address, base, folder = '' }: { address: string; base?: string | undefined; folder?: string },
  hosts: Set<string>,
): string {
  const host = 'https://own.invalid'
  const [path = '/', query] = address.split('?', 2)
  const own =
    host +
    folder +
    encodeURI(path).replaceAll('#', '%23') +
    (query === undefined ? '' : `?${query}`)
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
  const rest = `${plain}/`.startsWith(`${folder}/`) ? plain.slice(folder.length) : plain
  return (rest.replace(/(?<=.)\/$/, '') || '/') + url.search + url.hash
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

/** What the file of a picture and its copies have in common: the name without a size. */
export const toFileName = (target: string): string =>
  decodePath(target.split(/[?#]/)[0]!)
    .replace(/.*\//, '')
    .replace(/\.\w+$/, '')
    .replace(/-(?:\d+x\d+|scaled)$/, '')
    .replace(/-(?:\d+x\d+|scaled)$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .toLowerCase()

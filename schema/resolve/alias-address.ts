import { tryDecode } from '../util/try-parse.ts'

/**
 * An address that redirects, in its parts. Addresses that a site had elsewhere may have spaces,
 * accents or a query, or end in a wildcard.
 */
export type AliasAddress = {
  /** Decoded, such as `/old prices`. Of `/2019/*`, it is `/2019/`, and everything below it counts. */
  path: string
  isPrefix: boolean
  /** What the query must contain, in any order. */
  query?: [name: string, value: string][]
}

/** @param address as `normalizeAlias` returns it */
export function parseAlias(address: string): AliasAddress {
  const [path = '', query] = address.split('?', 2)
  const isPrefix = path.endsWith('/*')
  return {
    path: isPrefix ? path.slice(0, -1) : path,
    isPrefix,
    ...(query !== undefined && { query: [...new URLSearchParams(query)] }),
  }
}

/**
 * Normalizes an address that redirects: `/%C3%BCber%20uns` is `/über uns`, and `/blog/?p=1` is
 * `/blog?p=1`.
 */
export function normalizeAlias(written: string): string {
  const [path = '', query] = written.split('?', 2)
  const plain = decodePath(path)
    .normalize()
    .replace(/(?<=[^/])\/$/, '')
  return query === undefined ? plain : `${plain}?${query}`
}

/** Decodes a path such as `/Price%20List.pdf` to the name of its file. */
export const decodePath = (path: string): string => tryDecode(path) ?? path

export const encodeCharacter = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** Encodes a path for a URL, and what has a meaning in the files of hosts. */
export const encodePath = (path: string): string =>
  encodeURI(path).replace(/[:'()]/g, encodeCharacter)

/** Normalizes an address of another site, without what has a meaning in the files of hosts. */
export const normalizeTarget = (url: string): string =>
  new URL(url).href.replace(/["'$;\\^`{|}]/g, encodeCharacter)

/** Adds the query of a request to where it is redirected, unless that has one of its own. */
export const addQuery = (target: string, query: string): string =>
  /[?#]/.test(target) ? target : target + query

/** Whether a query contains what an address requires. */
export function hasQuery({ query = [] }: AliasAddress, search: string): boolean {
  const given = new URLSearchParams(search)
  return query.every(([name, value]) => given.getAll(name).includes(value))
}

/**
 * The file of the page at an alias, for hosts that cannot redirect: a file if it has an extension,
 * such as /old.html, otherwise a folder with an index.html.
 * @param to the route that it leads to
 * @returns undefined if only a host can redirect it: with a query or a wildcard, with a name that is
 * too long for a file system, or beside its page, which a file such as /prices.html would replace
 */
export function getAliasPath(address: string, to: string): string | undefined {
  const { path, isPrefix, query } = parseAlias(address)
  const isTooLong = path.split('/').some((name) => new TextEncoder().encode(name).length > 255)
  if (isPrefix || query || isTooLong || path.replace(/\.html?$/i, '') === to) return undefined
  return /\.html?$/i.test(path) ? path : `${path === '/' ? '' : path}/index.html`
}

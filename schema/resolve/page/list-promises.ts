import type { RichNode } from '../../page-data.ts'
import type { Path } from '../../problems/location.ts'
import { getAt, isRecord } from '../../util/records.ts'
import type { ResolvedPage } from './page-types.ts'
import { parseLink } from '../parse-link.ts'
import { toVisibleText } from '../text/visible-text.ts'

/**
 * The text of a link, which may promise a figure or name a town, to compare with the target page.
 */
export type LinkPromise = {
  /** The route that the link leads to. */
  to: string
  text: string
  /** The facts cited in the text or beside it, each as `fact.reading`. */
  cited: string[]
  /** The path of the text in the source. */
  path: Path
  /** The part of the text to underline. */
  needle?: string
}

/** Properties of a link object that visitors do not read. */
const unreadKeys = new Set(['href', 'style', 'icon', 'id', 'type', 'image', 'src', 'alt'])

/**
 * Lists a page's links to other pages whose texts have a figure, a cited fact or a place name.
 * @param placeNames see `listPlaceNames`
 */
export function listPromises(page: ResolvedPage, placeNames: string[]): LinkPromise[] {
  const { route, data, location, findings } = page
  return findings.links.flatMap(({ href, written, location: { path } }): LinkPromise[] => {
    const link = parseLink(href)
    if (link.kind !== 'internal' || link.route === route) return []
    const steps = path.slice(location.path.length)
    const value = getAt(data, steps)
    const isMarkdown = Array.isArray(value)
    const group = isMarkdown ? undefined : getAt(data, steps.slice(0, -1))
    const text = isMarkdown
      ? toVisibleText(findLinkNode(value as RichNode[], href))
      : isRecord(group)
        ? listLinkTexts(group).join(', ')
        : ''
    const parent = (isMarkdown ? path : path.slice(0, -1)).join('/')
    const cited = findings.citations
      .filter(({ location: at }) => {
        const own = at.path.join('/')
        return isMarkdown ? own === parent : at.path.slice(0, -1).join('/') === parent
      })
      .map(({ fact, reading }) => `${fact}.${reading}`)
    if (cited.length === 0 && !/\d/.test(text) && !placeNames.some((name) => text.includes(name)))
      return []
    const isLabeled = isRecord(group) && typeof group.label === 'string'
    const at = isLabeled ? [...path.slice(0, -1), 'label'] : [...path]
    return [{ to: link.route, text, cited, path: at, ...(isMarkdown && { needle: written }) }]
  })
}

/** Lists the texts of a link object: its label, and its other texts. */
const listLinkTexts = (group: Record<string, unknown>): string[] =>
  Object.entries(group).flatMap(([key, value]) => {
    if (unreadKeys.has(key)) return []
    if (typeof value === 'string') return [value]
    // A resolved fact.
    return isRecord(value) && typeof value.text === 'string' ? [value.text] : []
  })

function findLinkNode(nodes: RichNode[], href: string): RichNode | undefined {
  for (const node of nodes) {
    if (typeof node === 'string' || !('c' in node)) continue
    if (node.t === 'a' && node.href === href) return node
    const found = findLinkNode(node.c, href)
    if (found) return found
  }
  return undefined
}

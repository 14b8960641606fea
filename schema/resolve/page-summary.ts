import { computePageSignature } from '../similarity/page-signature.ts'
import { parseLink } from './parse-link.ts'
import type { BuiltPage, PageData } from '../page-data.ts'
import type { SourceLocation } from '../problems/problem.ts'
import type { ResolvedPage } from './resolve-page.ts'
import type { PostsBlock } from '../types.gen.ts'

/**
 * What the rest of the site needs to know of a page: small, so that the summaries of ten thousand pages fit where the
 * pages themselves would not. Plain data but for `place`.
 */
export type PageSummary = {
  route: string
  location: SourceLocation
  data: Pick<PageData, 'kind' | 'head' | 'article'>
  meta: BuiltPage['meta']
  /** The block that lists articles, with its index. One page has one list; a second one shows the same. */
  posts?: { block: PostsBlock; index: number }
  aliases: { from: string; index: number }[]
  /** The names that a link to this page may end with. */
  anchors: string[]
  /** The addresses of this site that its links lead to, each once, and #names of its own. One with a query leads to no page. */
  links: string[]
  /** What it is compared with other pages by; left out where it says too little. */
  signature?: string
}

/** @param placeNames see `listPlaceNames`. @param ownNames what tells the page from others of its make. */
export function summarizePage(
  page: ResolvedPage,
  placeNames: string[],
  ownNames?: string[],
): PageSummary {
  const { route, location, data, meta, aliases, findings } = page
  const signature = computePageSignature(page, placeNames, ownNames)
  const { kind, head, article } = data
  const index = data.blocks.findIndex(({ type }) => type === 'posts')
  const isSameSiteLink = (href: string) => {
    const link = parseLink(href)
    return link.kind === 'anchor' || (link.kind === 'internal' && link.query === undefined)
  }
  return {
    route,
    location,
    data: { kind, head, ...(article && { article }) },
    meta,
    ...(index >= 0 && { posts: { block: data.blocks[index] as PostsBlock, index } }),
    aliases: aliases.map(({ from, location: { path } }) => ({
      from,
      index: path.at(-1) as number,
    })),
    anchors: findings.anchors.map(({ name }) => name),
    links: [...new Set(findings.links.map(({ href }) => href))].filter(isSameSiteLink),
    ...(signature !== undefined && { signature }),
  }
}

import type { BlockGroup } from '../../../../schema/block-types/block-groups.ts'
import { asRecord } from '../../../../schema/util/records.ts'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import { findBlockSchema } from './create-value.ts'

/** The page that a block is added to. @property types of the blocks that it has */
type FilledPage = { kind: string; types: string[] }

export function describeFilledPage(page: unknown): FilledPage {
  const { kind, blocks } = asRecord(page)
  const types = Array.isArray(blocks) ? blocks.map((block) => String(asRecord(block).type)) : []
  return { kind: String(kind), types }
}

/** Whether a block has the main heading of its page. */
const hasMainHeading = (root: Schema, type: string): boolean =>
  Object.values(findBlockSchema(root, type)?.properties ?? {}).some(({ h1 }) => h1)

/** Why a page may not have a block, or not a second one; undefined if it may. */
export function explainUnfit(root: Schema, type: string, page: FilledPage): string | undefined {
  const { kind, types } = page
  const isOfArticles = type === 'article-header' || type === 'related-posts'
  if (isOfArticles && kind !== 'article') return 'Only pages of the kind “Article” have it.'
  if (type === 'breadcrumbs' && types.includes(type)) return 'This page has them.'
  return hasMainHeading(root, type) && types.some((other) => hasMainHeading(root, other))
    ? 'This page has its main heading, and can have no other.'
    : undefined
}

/** The groups of blocks that a page of a kind most often needs, the best one first. */
const wantedGroups: Record<string, BlockGroup[]> = {
  home: ['lists', 'trust'],
  booking: ['contact'],
  service: ['prices', 'lists'],
  document: ['text', 'lists'],
  location: ['places', 'prices'],
  resource: ['text', 'lists'],
  article: ['text'],
  legal: ['text'],
  'near-me': ['places', 'prices'],
  landing: ['prices', 'trust'],
  ppc: ['prices', 'trust'],
}

/** Sorts groups by what the page needs next: first its main heading, if it has none. */
export function sortGroups<T extends { group: BlockGroup }>(
  root: Schema,
  groups: T[],
  { kind, types }: FilledPage,
): T[] {
  const isOpened = types.some((type) => hasMainHeading(root, type))
  const wanted = [...(isOpened ? [] : (['opening'] as const)), ...(wantedGroups[kind] ?? [])]
  const rank = ({ group }: T) => {
    const index = wanted.indexOf(group)
    if (index >= 0) return index
    return group === 'opening' ? wanted.length + 1 : wanted.length
  }
  return groups.toSorted((a, b) => rank(a) - rank(b))
}

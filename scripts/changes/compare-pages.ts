import { compareLists, rateTexts, type ItemChange } from './compare-lists.ts'
import { compareJsonLd } from './compare-json-ld.ts'
import type { Heading, PageContents, PagePart } from './page-contents.ts'
import type { Difference } from './report-types.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'

type PageComparison = {
  /** Maps an address of the earlier version to the current address of its page. */
  followMove: (address: string) => string
  /** Names the original of a resized picture. */
  nameOriginal: (src: string) => string
}

/** Lists what visitors and search engines see differently, apart from weight. */
export function comparePages(
  before: PageContents,
  after: PageContents,
  comparison: PageComparison,
): Difference[] {
  const { followMove } = comparison
  return [
    ...compareValues('indexing', describeIndexing(before), describeIndexing(after)),
    ...compareValues('title', before.title, after.title),
    ...compareValues('description', before.description, after.description),
    ...compareValues('canonical', followMove(before.canonical), after.canonical),
    ...(haveMoved(before.blockTypes, after.blockTypes)
      ? [{ kind: 'order' as const, label: 'blocks' }]
      : []),
    ...compareParts(before.main, after.main, comparison),
    ...compareParts(before.shell, after.shell, comparison),
    ...compareJsonLd(before.jsonLd, after.jsonLd, followMove),
    ...(hasOtherStyles(before, after) ? [{ kind: 'styles' as const }] : []),
  ]
}

const haveMoved = (before: string[], after: string[]) =>
  before.join() !== after.join() && before.toSorted().join() === after.toSorted().join()

/** The CSS of blocks that came, went or moved, in the first style element, says nothing new. */
function hasOtherStyles(before: PageContents, after: PageContents): boolean {
  const [types, others] = [before, after].map(({ blockTypes }) => [...new Set(blockTypes)].join())
  const first = types === others ? 0 : 1
  return before.styles.slice(first).join() !== after.styles.slice(first).join()
}

const describeIndexing = ({ robots }: PageContents) =>
  robots.includes('noindex') ? robots : 'indexed'

const compareValues = (kind: Difference['kind'], before: string, after: string): Difference[] =>
  before === after
    ? []
    : [{ kind, ...(before !== '' && { before }), ...(after !== '' && { after }) }]

function compareParts(before: PagePart, after: PagePart, comparison: PageComparison): Difference[] {
  const { followMove, nameOriginal } = comparison
  const same = (text: string) => text
  const headings = compareLists(before.headings, after.headings, toHeadingKey, rateHeadings, true)
  const texts = compareLists(before.texts, after.texts, same, rateTexts, true)
  const links = compareLists(
    before.links.map(({ href, text }) => ({ href: followMove(href), text })),
    after.links,
    ({ href, text }) => `${href} ${text}`,
    rateLinks,
  )
  const reordered = headings.reordered + texts.reordered
  return [
    ...headings.changes.map(createHeadingDifference),
    ...mergeRuns(texts.changes),
    ...(reordered > 0 ? [{ kind: 'order' as const, label: formatCount(reordered, 'text') }] : []),
    ...links.changes.map(({ before, after }) => createLinkDifference(before, after)),
    ...comparePictures(
      before.pictures.map(({ src, alt }) => ({ src: nameOriginal(src), alt })),
      after.pictures.map(({ src, alt }) => ({ src: nameOriginal(src), alt })),
    ),
  ]
}

const toHeadingKey = ({ level, text }: Heading) => `${level} ${text}`

/** A heading whose level changed is still the same heading. */
const rateHeadings = (before: Heading, after: Heading) =>
  rateTexts(before.text, after.text) + (before.level === after.level ? 0.2 : 0)

function createHeadingDifference({ before, after }: ItemChange<Heading>): Difference {
  const hasMoved = before && after && before.level !== after.level
  return {
    kind: 'heading',
    ...(hasMoved && { label: `from level ${before.level} to level ${after.level}` }),
    ...(before && { before: before.text }),
    ...(after && { after: after.text }),
  }
}

type Link = PagePart['links'][number]

function rateLinks(before: Link, after: Link): number {
  if (before.text === after.text && before.text !== '') return 1
  if (before.href === after.href) return 0.9
  const scheme = getScheme(before.href)
  return scheme !== undefined && scheme === getScheme(after.href) ? 0.8 : 0
}

/** @returns `tel` or `mailto`; undefined for other links. */
const getScheme = (href: string) => /^(tel|mailto):/.exec(href)?.[1]

function createLinkDifference(before: Link | undefined, after: Link | undefined): Difference {
  if (before && after && before.href === after.href)
    return { kind: 'link', label: after.href, before: before.text, after: after.text }
  return {
    kind: 'link',
    ...(((after ?? before)!.text !== '' && { label: `“${(after ?? before)!.text}”` }) || {}),
    ...(before && { before: before.href }),
    ...(after && { after: after.href }),
  }
}

/**
 * If more texts than this were only added, or only removed, they are reported as one difference.
 */
const maxSingleTexts = 3

function mergeRuns(changes: ItemChange<string>[]): Difference[] {
  const isChanged = ({ before, after }: ItemChange<string>) =>
    before !== undefined && after !== undefined
  const merged: Difference[] = changes
    .filter(isChanged)
    .map((change) => ({ kind: 'text', ...change }))
  for (const side of ['before', 'after'] as const) {
    const texts = changes.flatMap((change) => (isChanged(change) ? [] : (change[side] ?? [])))
    if (texts.length > maxSingleTexts)
      merged.push({ kind: 'text', label: `${texts.length} texts`, [side]: texts.join(' / ') })
    else for (const text of texts) merged.push({ kind: 'text', [side]: text })
  }
  return merged
}

function comparePictures(before: PagePart['pictures'], after: PagePart['pictures']): Difference[] {
  const { changes } = compareLists(
    before,
    after,
    ({ src, alt }) => `${src} ${alt}`,
    (a, b) => (a.src === b.src ? 1 : 0),
  )
  return changes.map(({ before, after }) =>
    before && after && before.src === after.src
      ? {
          kind: 'picture',
          label: `the text for ${after.src}`,
          ...(before.alt && { before: before.alt }),
          ...(after.alt && { after: after.alt }),
        }
      : {
          kind: 'picture',
          ...(before && { before: before.src }),
          ...(after && { after: after.src }),
        },
  )
}

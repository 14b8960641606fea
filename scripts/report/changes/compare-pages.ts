import { formatCount } from '../../../schema/util/format-first-items.ts'
import { compareJsonLd } from './compare-json-ld.ts'
import { compareLists, rateTexts, type ItemChange } from './compare-lists.ts'
import type { Contents, ShownLink, ShownPicture } from './list-contents.ts'
import type { Difference } from './report-types.ts'
import type { VersionPage } from './site-version.ts'

/** Maps an address of the earlier version to the current address of its page. */
type FollowMove = (address: string) => string

/**
 * Lists what differs on a page, apart from what follows from the changed facts.
 * @param expected the page of the earlier version, with the facts of the later one
 */
export function comparePages(
  before: VersionPage,
  expected: VersionPage,
  after: VersionPage,
  followMove: FollowMove,
): Difference[] {
  const compareHead = (kind: Difference['kind'], read: (page: VersionPage) => string) => {
    const [earlier, later] = [read(before), read(after)]
    if (earlier === later || read(expected) === later) return []
    return [{ kind, before: earlier || undefined, after: later || undefined }]
  }
  return [
    ...compareHead('indexing', ({ head }) => head.robots ?? 'indexed'),
    ...compareHead('title', ({ head }) => head.title),
    ...compareHead('description', ({ head }) => head.description),
    ...compareHead('canonical', ({ head }) => followMove(head.canonical)),
    ...compareContents(before.contents, expected.contents, after.contents, followMove),
    ...compareJsonLd(expected.jsonLd, after.jsonLd, followMove),
  ]
}

/** Lists what differs between the contents of a page or of the shell. */
export function compareContents(
  before: Contents,
  expected: Contents,
  after: Contents,
  followMove: FollowMove,
): Difference[] {
  const headings = compareTexts(before.headings, expected.headings, after.headings)
  const texts = compareTexts(before.texts, expected.texts, after.texts)
  const follow = ({ href, text }: ShownLink) => ({ href: followMove(href), text })
  const links = compareLists(
    pairItems(before.links.map(follow), expected.links.map(follow)),
    after.links.map(toSameItem),
    ({ key: { href, text } }) => `${href} ${text}`,
    (a, b) => rateLinks(a.shown, b.shown),
  )
  return [
    ...(areReordered(before.blockTypes, after.blockTypes)
      ? [{ kind: 'order' as const, label: 'blocks' }]
      : []),
    ...headings.changes.map((change) => ({ kind: 'heading' as const, ...change })),
    ...mergeRuns(texts.changes),
    ...describeOrder(headings.reordered + texts.reordered, 'text'),
    ...links.changes.map(({ before, after }) => createLinkDifference(before?.shown, after?.shown)),
    ...describeOrder(links.reordered, 'link'),
    ...comparePictures(before.pictures, after.pictures),
  ]
}

const describeOrder = (count: number, what: string): Difference[] =>
  count > 0 ? [{ kind: 'order', label: formatCount(count, what) }] : []

const areReordered = (before: string[], after: string[]) =>
  before.join() !== after.join() && before.toSorted().join() === after.toSorted().join()

/** An item of the earlier version, and what it would be with the facts of the later one. */
type Item<T> = { shown: T; key: T }

const toSameItem = <T>(item: T): Item<T> => ({ shown: item, key: item })

/** If the facts have changed what is on the page, too, its items are compared as they were. */
const pairItems = <T>(before: T[], expected: T[]): Item<T>[] =>
  before.map((shown, index) => ({
    shown,
    key: before.length === expected.length ? expected[index]! : shown,
  }))

function compareTexts(before: string[], expected: string[], after: string[]) {
  const { changes, reordered } = compareLists(
    pairItems(before, expected),
    after.map(toSameItem),
    ({ key }) => key,
    (a, b) => rateTexts(a.shown, b.shown),
    true,
  )
  const shown = changes.map(({ before, after }) => ({ before: before?.shown, after: after?.shown }))
  return { changes: shown.filter(({ before, after }) => before !== after), reordered }
}

function rateLinks(before: ShownLink, after: ShownLink): number {
  if (before.text === after.text && before.text !== '') return 1
  if (before.href === after.href) return 0.9
  const scheme = getScheme(before.href)
  return scheme !== undefined && scheme === getScheme(after.href) ? 0.8 : 0
}

/** @returns `tel` or `mailto`; undefined for other links. */
const getScheme = (href: string) => /^(tel|mailto):/.exec(href)?.[1]

function createLinkDifference(
  before: ShownLink | undefined,
  after: ShownLink | undefined,
): Difference {
  if (before && after && before.href === after.href)
    return { kind: 'link', label: after.href, before: before.text, after: after.text }
  const { text } = (after ?? before)!
  const label = text === '' ? undefined : `“${text}”`
  return { kind: 'link', label, before: before?.href, after: after?.href }
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

function comparePictures(before: ShownPicture[], after: ShownPicture[]): Difference[] {
  const { changes, reordered } = compareLists(
    before,
    after,
    ({ src, alt }) => `${src} ${alt}`,
    (a, b) => (a.src === b.src ? 1 : 0),
  )
  const differences = changes.map(
    ({ before, after }): Difference =>
      before && after && before.src === after.src
        ? {
            kind: 'picture',
            label: `the text for ${after.src}`,
            before: before.alt || undefined,
            after: after.alt || undefined,
          }
        : { kind: 'picture', before: before?.src, after: after?.src },
  )
  return [...differences, ...describeOrder(reordered, 'picture')]
}

/**
 * Lists the values that differ and are no texts, links or pictures.
 * @param includesDerived whether those count that follow from others
 */
export function compareOthers(
  before: Contents,
  after: Contents,
  includesDerived: boolean,
): Difference[] {
  const [types, otherTypes] = [before.blockTypes, after.blockTypes]
  const hasSameBlocks = types.length === otherTypes.length
  return [...new Set([...before.others.keys(), ...after.others.keys()])].flatMap((key) => {
    const [earlier, later] = [before.others.get(key), after.others.get(key)]
    const { label, isDerived } = (later ?? earlier)!
    const [values, others] = [earlier?.values ?? [], later?.values ?? []]
    if (values.join('\n') === others.join('\n')) return []
    // What belongs to blocks or entries that came or went, or moved, is listed with their texts.
    const isFollowing =
      isDerived ||
      (!hasSameBlocks && (!earlier || !later)) ||
      (values.length > 1 && values.length !== others.length) ||
      values.toSorted().join('\n') === others.toSorted().join('\n')
    if (isFollowing && !includesDerived) return []
    const index = values.findIndex((value, at) => value !== others[at])
    const [value, other] = [values[Math.max(0, index)], others[Math.max(0, index)]]
    return [
      {
        // Where a block sends what visitors enter, or loads a script from.
        kind: /^(endpoint|script) /.test(label) ? ('service' as const) : ('other' as const),
        label,
        before: value,
        after: other,
      },
    ]
  })
}

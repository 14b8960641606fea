import { isRecord } from '../../../schema/util/records.ts'
import { compareLists } from './compare-lists.ts'
import type { Difference } from './report-types.ts'
import { getChangedWords } from '../diff-texts.ts'
import { listLeaves, type Leaf } from './list-leaves.ts'

/** Properties whose values follow from a list position or from the enclosing object. */
const derivedNames = /(^|\.)(@type|@id|@context|position|url|item|mainEntityOfPage)$/

/** It always follows from a setting, which says it in words. */
const comparedAsSetting = '.openingHoursSpecification'

/**
 * Lists the values of structured data that differ.
 * @param followMove maps an address of the earlier version to the current address of its page
 */
export function compareJsonLd(
  before: unknown[],
  after: unknown[],
  followMove: (address: string) => string,
): Difference[] {
  const [earlier, later] = [listSaid(before), listSaid(after)]
  const [types, otherTypes] = [listTypes(before), listTypes(after)]
  const hasSameTypes = [...types].join() === [...otherTypes].join()
  const isWhole = ({ path }: Leaf) => {
    if (hasSameTypes) return false
    const type = path.split('.', 1)[0]!
    return types.has(type) !== otherTypes.has(type)
  }
  const { changes } = compareLists(
    earlier
      .filter((leaf) => !isWhole(leaf))
      .map(({ path, value }) => ({ path, value: followMove(value) })),
    later.filter((leaf) => !isWhole(leaf)),
    ({ path, value }) => `${path} ${value}`,
    (a, b) => (a.path === b.path ? 1 : 0),
  )
  const whole = [...new Set([...types, ...otherTypes])]
    .filter((type) => types.has(type) !== otherTypes.has(type))
    .map((type): Difference => {
      const side = types.has(type) ? 'before' : 'after'
      return { kind: 'structured data', [side]: type }
    })
  const values = changes
    .filter(({ before, after }) => (before && after) || !derivedNames.test((before ?? after)!.path))
    .map(
      ({ before, after }): Difference => ({
        kind: 'structured data',
        label: (after ?? before)!.path,
        before: before?.value,
        after: after?.value,
      }),
    )
  return [...whole, ...values]
}

const getType = (thing: unknown) =>
  isRecord(thing) ? [thing['@type'] ?? 'Thing'].flat().join('+') : 'Thing'

const listTypes = (things: unknown[]) => new Set(things.map(getType))

/** Lists what things of structured data say: `Service.offers.price`, `60`. */
const listSaid = (things: unknown[]): Leaf[] =>
  things.flatMap((thing) =>
    listLeaves(thing, getType(thing), (path, value) =>
      path.endsWith(comparedAsSetting) ? undefined : value,
    ),
  )

/**
 * Creates a check whether a change repeats what changed in visible texts, or follows from it.
 * @param visible the differences that are reported
 */
export function createRepeatCheck(
  visible: Difference[],
): (change: Pick<Difference, 'before' | 'after'>) => boolean {
  const words = new Set(
    visible.flatMap(({ before, after }) =>
      before !== undefined && after !== undefined ? [getChangedWords(before, after)] : [],
    ),
  )
  const [removed, added] = (['before', 'after'] as const).map((side) =>
    removeSpaces(visible.map((difference) => describeSide(difference, side)).join('\n')),
  ) as [string, string]
  return ({ before, after }) => {
    const isRemoved = before !== undefined && removed.includes(removeSpaces(before))
    const isAdded = after !== undefined && added.includes(removeSpaces(after))
    if (before === undefined) return isAdded
    if (after === undefined) return isRemoved
    return words.has(getChangedWords(before, after)) || (isRemoved && isAdded)
  }
}

/** Leaves out changes of structured data that repeat what changed in the visible texts. */
export function removeRepeatedJsonLd(differences: Difference[]): Difference[] {
  if (!differences.some(isJsonLd)) return differences
  const visible = differences.filter((difference) => !isJsonLd(difference))
  const isRepeated = createRepeatCheck(visible)
  return differences.filter(
    (difference) =>
      !isJsonLd(difference) ||
      !(difference.label?.endsWith('.dateModified') ? visible.length > 0 : isRepeated(difference)),
  )
}

const isJsonLd = ({ kind }: Difference) => kind === 'structured data'

const describeSide = ({ kind, label = '', ...texts }: Difference, side: 'before' | 'after') =>
  texts[side] === undefined ? '' : `${texts[side]}\n${kind === 'link' ? label : ''}`

const removeSpaces = (text: string) => text.replace(/\s+/g, '')

import { addToGroup, type Groups } from '../../schema/util/group-by.ts'
import { getChangedWords } from '../report/diff-texts.ts'
import { differenceKinds, type Difference, type SharedDifference } from './report-types.ts'

/** If the same words change in more texts than this, the change is reported once. */
const maxListedVariants = 3

type Group = SharedDifference & { order: number }

/** If the weights of more pages change, one line reports all of them. */
const maxListedWeights = 5

/** Collects the differences of pages. Those that several pages share are reported once. */
export class DifferenceGroups {
  readonly #exact = new Map<string, Group>()
  /** How many groups there are for the same changed words. */
  readonly #byWords: Groups<string, Group> = new Map()

  add(route: string, difference: Difference): void {
    const { kind, label = '', before, after } = difference
    const key = [kind, label, before, after].join('\n')
    const known = this.#exact.get(key)
    if (known) {
      if (known.routes.at(-1) !== route) known.routes.push(route)
      return
    }
    const group = {
      ...difference,
      routes: [route],
      everywhere: false,
      variants: 1,
      order: this.#exact.size,
    }
    this.#exact.set(key, group)
    if (before === undefined || after === undefined || kind === 'weight') return
    const words = `${kind}\n${kind === 'link' ? '' : label}\n${getChangedWords(before, after)}`
    addToGroup(this.#byWords, words, group)
  }

  /** @param pageCount the number of pages that both versions have. */
  list(pageCount: number): SharedDifference[] {
    const dropped = new Set<Group>()
    for (const [first, ...others] of this.#byWords.values()) {
      if (others.length < maxListedVariants) continue
      first.routes = [...new Set([first, ...others].flatMap(({ routes }) => routes))]
      first.variants = others.length + 1
      for (const other of others) dropped.add(other)
    }
    const weights = [...this.#exact.values()].filter(({ kind }) => kind === 'weight')
    if (weights.length > maxListedWeights)
      for (const other of mergeWeights(weights as [Group, ...Group[]])) dropped.add(other)
    return [...this.#exact.values()]
      .filter((group) => !dropped.has(group))
      .sort(
        (a, b) =>
          differenceKinds.indexOf(a.kind) - differenceKinds.indexOf(b.kind) || a.order - b.order,
      )
      .map(({ order: _, ...shared }) => ({
        ...shared,
        everywhere: pageCount > 1 && shared.routes.length === pageCount,
      }))
  }
}

/** Merges the changes of weight into the first one. @returns the others. */
function mergeWeights([first, ...others]: [Group, ...Group[]]): Group[] {
  const labels = [first, ...others].map(({ label = '' }) => label)
  const sorted = labels.sort((a, b) => toNumber(a) - toNumber(b))
  first.routes = [first, ...others].flatMap(({ routes }) => routes)
  first.variants = first.routes.length
  const [least = '', most = ''] = [sorted[0], sorted.at(-1)]
  first.label = least === most ? least : `${least} to ${most}`
  return others
}

const toNumber = (percentage: string) => Number.parseInt(percentage.replace('−', '-'), 10)

import { addToGroup, type Groups } from '../../../schema/util/group-by.ts'
import { getChangedWords } from '../diff-texts.ts'
import { differenceKinds, type Difference, type SharedDifference } from './report-types.ts'

/** If the same words change in more texts than this, the change is reported once. */
const maxListedVariants = 3

type Group = SharedDifference & { order: number }

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
      known.routes.push(route)
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
    if (before === undefined || after === undefined) return
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
    return [...this.#exact.values()]
      .filter((group) => !dropped.has(group))
      .sort(
        (a, b) =>
          differenceKinds.indexOf(a.kind) - differenceKinds.indexOf(b.kind) || a.order - b.order,
      )
      .map(({ order: _, ...shared }) => {
        const routes = [...new Set(shared.routes)]
        return { ...shared, routes, everywhere: pageCount > 1 && routes.length === pageCount }
      })
  }
}

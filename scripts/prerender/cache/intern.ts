/** Ways to hold many small things in little memory. */
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'

/**
 * An object with a name for each of many entries. One without a prototype is a table; with one, the engine describes it as it describes
 * a class, which for a hundred routes takes a hundred times as much.
 */
export function toDictionary<T>(
  entries: Iterable<readonly [name: string, value: T]>,
): Record<string, T> {
  const table = Object.create(null) as Record<string, T>
  for (const [name, value] of entries) table[name] = value
  return table
}

/** Keeps one of each text: what comes from a thread or a file brings all of them anew. */
export class StringPool {
  readonly #known = new Map<string, string>()

  intern(text: string): string {
    const known = this.#known.get(text)
    if (known === undefined) this.#known.set(text, text)
    return known ?? text
  }

  internAll(texts: string[]): string[] {
    return texts.map((text) => this.intern(text))
  }
}

/** Keeps one of each value that many have the same of: small plain data, which nobody changes. */
export class ValuePool {
  readonly #known = new Map<string, unknown>()

  intern<T>(value: T): T {
    const key = JSON.stringify(value)
    if (!this.#known.has(key)) this.#known.set(key, value)
    return this.#known.get(key) as T
  }

  /** The same, asked once for each object: pages that come together have many of theirs in common. */
  readonly internObject = memoizeByObject(<T extends object>(value: T): T => this.intern(value))

  /** The same list for all that are empty. */
  internEmpty<T>(values: T[]): T[] {
    return values.length === 0 ? this.intern(values) : values
  }
}

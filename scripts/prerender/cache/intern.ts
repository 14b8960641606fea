/** Intern pools: equal values are kept once. */
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'

/**
 * Creates an object without a prototype: V8 stores it as a hash table, in a fraction of the memory.
 */
export function toDictionary<T>(
  entries: Iterable<readonly [name: string, value: T]>,
): Record<string, T> {
  const dictionary = Object.create(null) as Record<string, T>
  for (const [name, value] of entries) dictionary[name] = value
  return dictionary
}

/** Keeps one copy of each string. Each thread and file brings new copies of its strings. */
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

/** Keeps one copy of each value: small plain data that is never changed. */
export class ValuePool {
  readonly #known = new Map<string, unknown>()

  intern<T>(value: T): T {
    const key = JSON.stringify(value)
    if (!this.#known.has(key)) this.#known.set(key, value)
    return this.#known.get(key) as T
  }

  /** Interns an object once: the pages in one message of a thread share many objects. */
  readonly internObject = memoizeByObject(<T extends object>(value: T): T => this.intern(value))

  /** Shares one empty list. */
  internEmpty<T>(values: T[]): T[] {
    return values.length === 0 ? this.intern(values) : values
  }
}

import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'

/** A fast path, its reference, and inputs on which the two must agree. */
export type FastPathTest<Input, Result> = {
  /** Names the fast path and, if it has several tests, the kind of input. */
  title: string
  /** @returns undefined for input that it does not cover. */
  fast: (input: Input) => Result | undefined
  reference: (input: Input) => Result
  arbitrary: fc.Arbitrary<Input>
  /** The share of inputs from `arbitrary` that the fast path must cover, from 0 to 1. */
  minimumCoverage: number
  /** The number of inputs from `arbitrary`; `RUNS=100000` overrides it. */
  runs?: number
  /** Inputs that the fast path must cover, by name or as they are. */
  covered?: Inputs<Input>
  /** Inputs that it must leave to the reference. */
  uncovered?: Inputs<Input>
  /** Inputs that it may cover, and how many of them it must cover. */
  samples?: { inputs: Input[]; minimumCovered: number }
}

type Inputs<Input> = Input[] | Record<string, Input>

const labelInputs = <Input>(inputs: Inputs<Input>): [label: string, input: Input][] =>
  Array.isArray(inputs)
    ? inputs.map((input) => [
        (typeof input === 'string' ? input : JSON.stringify(input)).slice(0, maxLabelLength),
        input,
      ])
    : Object.entries(inputs)

const maxLabelLength = 60

/** Declares the tests of a fast path. */
export function testFastPath<Input, Result>({
  title,
  fast,
  reference,
  arbitrary,
  minimumCoverage,
  runs = 300,
  covered = [],
  uncovered = [],
  samples,
}: FastPathTest<Input, Result>): void {
  /** @returns whether the fast path covers the input. */
  const expectAgreement = (input: Input): boolean => {
    const result = fast(input)
    if (result === undefined) return false
    const expected = reference(input)
    // Formatting the difference of two long results takes long, even if they are equal.
    if (!isDeepStrictEqual(result, expected)) expect(result).toStrictEqual(expected)
    return true
  }

  describe(title, () => {
    it('agrees with the reference on random input, and covers enough of it', () => {
      const numRuns = Number(process.env.RUNS ?? runs)
      let count = 0
      const property = fc.property(arbitrary, (input) => {
        if (expectAgreement(input)) count++
      })
      fc.assert(property, { numRuns })
      expect(count).toBeGreaterThanOrEqual(minimumCoverage * numRuns)
    })

    if (samples)
      it('agrees with the reference on the samples', () => {
        const count = samples.inputs.filter(expectAgreement).length
        expect(count).toBeGreaterThanOrEqual(samples.minimumCovered)
      })

    if (Object.keys(covered).length > 0)
      it.each(labelInputs(covered))('covers %j', (_, input) => {
        expect(expectAgreement(input)).toBe(true)
      })

    if (Object.keys(uncovered).length > 0)
      it.each(labelInputs(uncovered))('leaves %j to the reference', (_, input) => {
        expect(fast(input)).toBeUndefined()
      })
  })
}

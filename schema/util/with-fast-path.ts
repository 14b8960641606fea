/** False if `SIGNPOST_REFERENCE=1`, so that every result comes from a reference. */
export const usesFastPaths = process.env.SIGNPOST_REFERENCE !== '1'

/**
 * Combines a fast path with its reference. Worker threads inherit the switch from the environment.
 * @param fast returns the same result as the reference, or undefined for input that it does not
 * cover
 */
export function withFastPath<Input extends unknown[], Result>(
  fast: (...input: Input) => Result | undefined,
  reference: (...input: Input) => Result,
): (...input: Input) => Result {
  if (!usesFastPaths) return reference
  return (...input) => fast(...input) ?? reference(...input)
}

import { formatFound } from './describe-value.ts'
import type { Explanation } from './explanation.ts'

/** Each segment of a route is the name of a folder, which file systems limit to 255 bytes. */
export const maxSegmentLength = 200

/** Returns the segment of a route that is too long for the name of a folder. */
export const findLongSegment = (route: string): string | undefined =>
  route.split('/').find(isTooLong)

const isTooLong = (segment: string) => segment.length > maxSegmentLength

/**
 * Explains a route whose only mistake is its length.
 * @param pattern the pattern that rejects the route
 * @param name the name of the value in messages, such as `describePath` returns
 */
export function explainLongRoute(
  route: string,
  pattern: string,
  name: string,
): Pick<Explanation, 'code' | 'message' | 'details'> | undefined {
  const segment = findLongSegment(route)
  if (segment === undefined) return undefined
  const withLength = (length: number) =>
    route.replace(/[^/]+/g, (each) => (isTooLong(each) ? 'a'.repeat(length) : each))
  const expression = new RegExp(pattern, 'u')
  const isLimited =
    expression.test(withLength(maxSegmentLength)) &&
    !expression.test(withLength(maxSegmentLength + 1))
  if (!isLimited) return undefined
  return {
    code: 'INVALID_ROUTE',
    message: `${name} is too long: it has ${segment.length} characters between slashes, and the limit is ${maxSegmentLength}.`,
    details: {
      expected: `at most ${maxSegmentLength} characters between slashes`,
      found: `${formatFound(segment)} (${segment.length} characters)`,
      fix: 'Shorten this part of the path, or divide it with a slash.',
    },
  }
}

/** An edit of the YAML as text leaves the line ends of the file as they are. */
import { expect, it } from 'vitest'
import {
  restoreLineEnds,
  toShownText,
  toShownOffset,
} from '../../../scripts/studio/ui/yaml/shown-text.ts'

it.each([
  ['Unix', 'a: 1\nb: 2\n', 'a: 1\nb: 3\nc: 4\n', 'a: 1\nb: 3\nc: 4\n'],
  ['Windows', 'a: 1\r\nb: 2\r\n', 'a: 1\nb: 3\nc: 4\n', 'a: 1\r\nb: 3\r\nc: 4\r\n'],
  ['mixed', 'a: 1\nb: 2\r\nc: 3\n', 'a: 5\nb: 2\nc: 3\n', 'a: 5\nb: 2\r\nc: 3\n'],
  ['nothing changed', 'a: 1\r\nb: 2\n', 'a: 1\nb: 2\n', 'a: 1\r\nb: 2\n'],
  ['a line removed', 'a: 1\r\nb: 2\r\nc: 3\r\n', 'a: 1\nc: 3\n', 'a: 1\r\nc: 3\r\n'],
])('%s', (_, text, edited, expected) => {
  expect(restoreLineEnds(text, edited)).toBe(expected)
})

it('finds an offset in the shown text', () => {
  const text = 'a: 1\r\nb: 2\r\n'
  expect(toShownText(text).slice(toShownOffset(text, text.indexOf('b')))).toBe('b: 2\n')
})

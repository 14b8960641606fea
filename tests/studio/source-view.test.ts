/** The YAML beside the form: where a value is in its file, and what is at the cursor. */
import { expect, it } from 'vitest'
import {
  describeSource,
  findPointedValue,
  listSyntaxProblems,
} from '../../scripts/edit/describe/source-view.ts'

const file = 'pages/shop.yaml'
const text = `pages:
  /bread: # fresh
    title: Bread
    blocks:
      - type: hero
        heading: Two kinds
      - { type: notice, text: Closed }
`
const show = (path: (string | number)[]) => {
  const { start, end } = describeSource(file, text, path)
  return text.slice(start, end).trimEnd()
}

it('finds the lines of a value', () => {
  expect(show(['pages', '/bread', 'title'])).toBe('title: Bread')
  expect(show(['pages', '/bread', 'blocks', 0])).toBe('type: hero\n        heading: Two kinds')
  expect(show(['pages', '/bread', 'blocks', 1, 'text'])).toBe('text: Closed')
  // A property that is not written is in what contains it.
  expect(show(['pages', '/bread', 'blocks', 1, 'tone'])).toBe('{ type: notice, text: Closed }')
})

it('finds the value at a line and column', () => {
  expect(findPointedValue('a.yaml', text, 6, 20)).toEqual([
    'pages',
    '/bread',
    'blocks',
    0,
    'heading',
  ])
  expect(findPointedValue('a.yaml', text, 6, 99)).toEqual([
    'pages',
    '/bread',
    'blocks',
    0,
    'heading',
  ])
  expect(findPointedValue('a.yaml', text, 7, 33)).toEqual(['pages', '/bread', 'blocks', 1, 'text'])
})

it('a text with a mistake has no values, but the line and what to do', () => {
  const wrong = text.replace('title: Bread', 'title: "Bread')
  expect(describeSource(file, wrong, ['pages'])).toMatchObject({ text: wrong, problems: [{}] })
  expect(describeSource(file, wrong, ['pages'])).not.toHaveProperty('start')
  expect(listSyntaxProblems(file, wrong)).toEqual([
    { line: 3, column: expect.any(Number), message: expect.any(String), fix: expect.any(String) },
  ])
})

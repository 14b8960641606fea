/** Operations of the studio change the intended lines of a file and nothing else. */
import { describeOperation } from '../../scripts/edit/describe-operation.ts'
import { expect, it, describe } from 'vitest'
import type { Edit, StructureEdit } from '../../scripts/edit/yaml-operations.ts'
import { applyOperations, getValue } from '../../scripts/edit/apply-operations.ts'

const apply = (text: string, ...operations: StructureEdit[]) =>
  applyOperations('a.yaml', text, operations)
const set = (value: never | unknown, ...path: (string | number)[]) =>
  ({ kind: 'set', path, value }) as StructureEdit
const insert = (value: unknown, ...path: (string | number)[]) =>
  ({ kind: 'insert', path, value }) as StructureEdit
const move = (to: number, ...path: (string | number)[]) =>
  ({ kind: 'move', path, to }) as StructureEdit
const remove = (...path: (string | number)[]) => ({ kind: 'remove', path }) as StructureEdit

it('a property is renamed in its place, with its comment and quotes', () => {
  const rename: Edit = { kind: 'rename-key', path: ['a', 0, 'headng'], name: 'heading' }
  const text = 'a:\n  - headng: "Hi" # why\n    lead: there\n'
  expect(applyOperations('a.yaml', text, [rename])).toBe(text.replace('headng', 'heading'))
  const taken = { ...rename, name: 'lead' }
  expect(() => applyOperations('a.yaml', text, [taken])).toThrow('without changing more')
})

describe('set keeps the style of a text', () => {
  it.each([
    ['plain', 'a: one # why\n', 'two', 'a: two # why\n'],
    ['plain that must be quoted', 'a: one\n', '42', "a: '42'\n"],
    ['a number', 'a: 1\n', 2, 'a: 2\n'],
    ['a number that becomes a text', 'a: 1\n', 'x: y', "a: 'x: y'\n"],
    ['single quotes', "a: 'it''s'\n", "it's so", "a: 'it''s so'\n"],
    ['double quotes with escapes', 'a: "\\u00e9 one"\n', 'é two', 'a: "\\u00e9 two"\n'],
    ['literal', 'a: |\n    one\n    two\n\nb: 1\n', 'one\n2\n', 'a: |\n    one\n    2\n\nb: 1\n'],
    ['literal, more lines', 'a: |-\n  one\n', 'one\n\ntwo', 'a: |-\n  one\n\n  two\n'],
    ['folded', 'a: >\n  one\n  two\n  three\n', 'one 2 three\n', 'a: >\n  one\n  2\n  three\n'],
    ['folded on CRLF', 'a: >-\r\n  one\r\n  two\r\n', 'one 2', 'a: >-\r\n  one\r\n  2\r\n'],
    ['several plain lines', 'a: one\n  two\n  three\n', 'one 2 three', 'a: one\n  2\n  three\n'],
    ['in brackets', 'a: one\nl: [a]\n', 'x, y', 'a: x, y\nl: [a]\n'],
    ['nothing yet', 'a:\nb: 1\n', 'x', 'a: x\nb: 1\n'],
    ['nothing yet, with a comment', 'a: # why\nb: 1\n', 'x', 'a: x # why\nb: 1\n'],
    ['several lines in a plain text', 'a: one\n', 'one\ntwo\n', 'a: |\n  one\n  two\n'],
    ['a list instead', 'a: one\nb: 1\n', ['x', 'y'], 'a: [x, y]\nb: 1\n'],
    ['a text instead of a list', 'a:\n  - x\n  - y\nb: 1\n', 'one', 'a: one\nb: 1\n'],
  ])('%s', (_, before, value, after) => {
    expect(apply(before, set(value, 'a'))).toBe(after)
  })

  it('in flow style, commas are quoted', () => {
    expect(apply('l: [a, b]\n', set('x, y', 'l', 0))).toBe("l: ['x, y', b]\n")
    expect(apply('m: { a: 1, b: x }\n', set('y', 'm', 'b'))).toBe('m: { a: 1, b: y }\n')
  })

  it('of a list, only different entries change', () => {
    const before = 'l:\n  - a # one\n  - { x: 1, y: 2 } # two\n  - c # three\n'
    expect(apply(before, set(['a', { x: 1, y: 3 }, 'c', 'd'], 'l'))).toBe(
      'l:\n  - a # one\n  - { x: 1, y: 3 } # two\n  - c # three\n  - d\n',
    )
  })
})

it.each([
  ['a price', 'facts:\n  fuel: { value: 3.45, unit: USD }\n', 3.459, 'value: 3.4590,'],
  [
    'a range',
    'facts:\n  fuel: { value: { min: 1, max: 2 } }\n',
    { min: 1.125, max: 1.25 },
    '1.1250',
  ],
])('%s with three decimals cannot be read as thousands', (_, before, value, after) => {
  const written = apply(before, set(value, 'facts', 'fuel', 'value'))
  expect(written).toContain(after)
  expect(getValue('a.yaml', written, ['facts', 'fuel', 'value'])).toEqual(value)
})

describe('properties are added in the style around them', () => {
  it.each([
    ['at the end', 'm:\n    a: 1\n    b: 2\nn: 1\n', 'm:\n    a: 1\n    b: 2\n    x: y\nn: 1\n'],
    ['in braces', 'm: { a: 1 }\n', 'm: { a: 1, x: y }\n'],
    ['in a list', 'm:\n  a: 1 # c\n', 'm:\n  a: 1 # c\n  x: y\n'],
    ['in empty braces', 'm: {}\n', 'm: {x: y}\n'],
  ])('%s', (_, before, after) => {
    expect(apply(before, set('y', 'm', 'x'))).toBe(after)
  })

  it('in front of another', () => {
    const operation = { kind: 'set', path: ['x'], value: [1], before: 'b' } as StructureEdit
    expect(apply('a: 1\n# about b\nb: [2]\n', operation)).toBe('a: 1\nx: [1]\n# about b\nb: [2]\n')
  })
})

const blocks = `blocks:
  # the top
  - type: hero
    heading: One
    # about nothing

  - type: faq
    items:
      - { q: a, a: b }

  # a section

  - type: end # last
# after
more: 1
`

describe('entries', () => {
  it('move with their comments, and the space between them stays', () => {
    expect(apply(blocks, move(1, 'blocks', 0))).toBe(`blocks:
  - type: faq
    items:
      - { q: a, a: b }

  # the top
  - type: hero
    heading: One
    # about nothing

  # a section

  - type: end # last
# after
more: 1
`)
  })

  it('are inserted with the space of their neighbors', () => {
    expect(apply(blocks, insert({ type: 'x', l: [{ q: 'c', a: 'd' }] }, 'blocks', 1))).toBe(
      blocks.replace(
        '  - type: faq',
        '  - type: x\n    l:\n      - { q: c, a: d }\n\n  - type: faq',
      ),
    )
    expect(apply(blocks, insert({ type: 'x' }, 'blocks', 3))).toBe(
      blocks.replace('# last\n', '# last\n\n  - type: x\n'),
    )
  })

  it('are removed with their comments', () => {
    expect(apply(blocks, remove('blocks', 1))).toBe(
      blocks.replace('\n\n  - type: faq\n    items:\n      - { q: a, a: b }', ''),
    )
    expect(apply(blocks, remove('blocks', 0), remove('blocks', 0))).toBe(
      'blocks:\n  # a section\n\n  - type: end # last\n# after\nmore: 1\n',
    )
  })

  it.each([
    ['inserted at the end', insert('x', 'l', 2), 'l: [a, b, x]\n'],
    ['inserted at the start', insert('x', 'l', 0), 'l: [x, a, b]\n'],
    ['moved', move(0, 'l', 1), 'l: [b, a]\n'],
    ['removed', remove('l', 0), 'l: [b]\n'],
    ['removed at the end', remove('l', 1), 'l: [a]\n'],
  ])('in brackets are %s', (_, operation, after) => {
    expect(apply('l: [a, b]\n', operation)).toBe(after)
  })

  it('the last one leaves an empty list, which can be filled again', () => {
    expect(apply('a:\n  - x: 1\nb: 2\n', remove('a', 0))).toBe('a: []\nb: 2\n')
    expect(apply('a: []\nb: 2\n', insert({ x: 1, l: { y: 'z' } }, 'a', 0))).toBe(
      'a:\n  - x: 1\n    l:\n      y: z\nb: 2\n',
    )
  })
})

it.each([
  ['an anchor', 'a: &x 1\nb: *x\n', set(2, 'a'), 'a.yaml:1 is shared through the anchor &x'],
  ['an alias', 'a: &x 1\nb: *x\n', set(2, 'b'), 'a.yaml:2 takes its value from the anchor &x'],
  ['a tag', 'a: !!str 1\n', set(2, 'a'), 'a.yaml:1 has the tag tag:yaml.org,2002:str'],
  ['an anchor in an entry', 'l:\n  - x: &x 1\n  - 2\n', move(1, 'l', 0), 'a.yaml:2 is shared'],
  ['a comment in brackets', 'l: [1, # one\n  2]\n', remove('l', 0), 'a comment in brackets'],
  ['invalid YAML', 'l: [1\n', remove('l', 0), 'a.yaml is not valid YAML'],
])('%s is refused', (_, text, operation, message) => {
  expect(() => apply(text, operation)).toThrow(message)
})

it('a step is named as the form names its field', () => {
  const root = { pages: { '/a': { noindex: true, blocks: [{ type: 'links', href: '/b' }] } } }
  const set = (...path: (string | number)[]) =>
    describeOperation(root, { kind: 'set', path: ['pages', '/a', ...path], value: '/c' })
  expect(set('blocks', 0, 'href')).toBe('Change link of "Links" on /a')
  expect(set('noindex')).toBe('Change hidden from search engines of /a')
  // An entry without a name is one of its list, and not its own property.
  const site = { business: { hours: [{ times: '09:00-17:00' }] } }
  const path = ['site', 'business', 'hours', 0, 'times']
  expect(describeOperation({ site }, { kind: 'set', path, value: 'closed' })).toBe(
    'Change times of "Hours"',
  )
  const navigation = { header: { menus: [{ label: 'Home', href: '/' }] } }
  const menu = ['navigation', 'header', 'menus', 0]
  expect(
    describeOperation({ navigation }, { kind: 'set', path: [...menu, 'label'], value: 'Bread' }),
  ).toBe('Change label "Home" to "Bread"')
  expect(
    describeOperation({ navigation }, { kind: 'insert', path: menu, value: { label: 'B' } }),
  ).toBe('Add "B" to menus and footer')
  // What nobody has written yet is no name.
  const started = { type: 'prose', heading: 'New heading', text: 'New text' }
  const prose = ['pages', '/a', 'blocks', 0]
  const begun = { pages: { '/a': { blocks: [started] } } }
  const write = (name: string) =>
    describeOperation(begun, { kind: 'set', path: [...prose, name], value: 'We bake' })
  expect(write('heading')).toBe('Change heading of "We bake" on /a')
  expect(write('id')).toBe('Add anchor to "Prose" on /a')
  expect(describeOperation(begun, { kind: 'insert', path: prose, value: started })).toBe(
    'Add "Prose" to /a',
  )
})

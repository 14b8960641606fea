/** Edits of YAML change the intended characters and nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { editYaml } from '../../scripts/edit/apply-operations.ts'
import { nestValue, type Edit } from '../../scripts/edit/yaml-operations.ts'
import { root } from '../helpers/run-npm-script.ts'

const edit = (text: string, ...operations: Edit[]) => editYaml('a.yaml', text, operations)
const rename = (name: string, ...path: string[]) => ({ kind: 'rename-key', path, name }) as const
const insert = (value: string, ...path: (string | number)[]) =>
  ({ kind: 'insert', path, value }) as const
const add = (value: string | string[], before: string, ...path: string[]) =>
  ({ kind: 'set', path, value, before }) as const

describe('keys', () => {
  it.each([
    ['plain', '/a: 1 # one\n', '/b: 1 # one\n'],
    ['in single quotes', "'/a': 1\n", "'/b': 1\n"],
    ['in double quotes', '"/a":  { x: 1 }\r\n', '"/b":  { x: 1 }\r\n'],
    ['in a flow map', '{ /a: 1, /c: 2 }', '{ /b: 1, /c: 2 }'],
    ['beside a longer one', '/a-b: 1\n/a: 2\n', '/a-b: 1\n/b: 2\n'],
  ])('are renamed: %s', (_, before, after) => {
    expect(edit(before, rename('/b', '/a'))).toBe(after)
  })

  it.each([
    ['a line of its own', 'a: 1 # one\nb: 2\n', 'a: 1 # one\nx: [/y]\nb: 2\n'],
    ['the same indentation', 'm:\n    a: "1"\n', 'm:\n    a: "1"\n    x: [/y]\n', 'm'],
    ['after a folded text', 'a: >\n  one\n  two\nb: 2\n', 'a: >\n  one\n  two\nx: [/y]\nb: 2\n'],
    ['Windows line endings', 'a: 1\r\nb: 2\r\n', 'a: 1\r\nx: [/y]\r\nb: 2\r\n'],
    ['no line break at the end', 'a: 1', 'a: 1\nx: [/y]'],
    ['flow style', 'm: { a: 1, b: 2 }', 'm: { a: 1, x: [/y], b: 2 }', 'm'],
  ])('are inserted: %s', (_, before, after, ...path) => {
    expect(edit(before, add(['/y'], 'b', ...path, 'x'))).toBe(after)
  })
})

it('maps that are missing on the way to a value are added, whatever they are called', () => {
  const text = 'facts:\n  a: 1\n'
  const operation = nestValue(parse(text), ['facts', 'constructor', 'value'], 5)
  expect(edit(text, operation)).toBe('facts:\n  a: 1\n  constructor:\n    value: 5\n')
})

describe('lists', () => {
  it.each([
    ['in flow style', 'l: [/a]\n', 'l: [/a, /b]\n', 1],
    ['empty', 'l: []\n', 'l: [/b]\n', 0],
    ['in lines', 'l:\n  - /a # first\n# end\n', 'l:\n  - /a # first\n  - /b\n# end\n', 1],
    ['without indentation', 'l:\n- /a\nm: 1\n', 'l:\n- /a\n- /b\nm: 1\n', 1],
  ])('get another entry: %s', (_, before, after, index) => {
    expect(edit(before, insert('/b', 'l', index))).toBe(after)
  })

  it('quote an entry where flow style requires it', () => {
    expect(edit('l: [a]\n', insert('b, c', 'l', 1))).toBe("l: [a, 'b, c']\n")
  })
})

describe('anchors and aliases', () => {
  it.each([
    ['m: &shared { a: 1 }\nn: *shared\n', 'a.yaml:1 is shared through the anchor &shared'],
    ['n: &shared { a: 1 }\nm: *shared\n', 'a.yaml:2 takes its value from the anchor &shared'],
  ])('are refused: %s', (text, message) => {
    expect(() => edit(text, rename('b', 'm', 'a'))).toThrow(message)
  })
})

it('invalid YAML is refused', () => {
  expect(() => edit('a: [1\n', rename('b', 'a'))).toThrow('a.yaml is not valid YAML')
})

it("in the site of this repository, an edit changes the page's own lines", () => {
  const folder = join(root, 'pages')
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  let count = 0
  for (const text of files) {
    const routes = Object.keys((parse(text) as { pages?: object }).pages ?? {})
    const [route] = routes.slice(-1)
    if (route === undefined) continue
    count++
    const operations = [
      rename('/somewhere/else', 'pages', route),
      add('yes: it is', 'blocks', 'pages', route, 'placeholder'),
    ]
    const [before, after] = [text, edit(text, ...operations)].map((each) => each.split('\n'))
    const gone = before!.filter((line) => !after!.includes(line))
    const come = after!.filter((line) => !before!.includes(line))
    expect(gone).toEqual([`  ${route}:`])
    expect(come).toEqual(['  /somewhere/else:', "    placeholder: 'yes: it is'"])
  }
  expect(count).toBeGreaterThan(10)
})

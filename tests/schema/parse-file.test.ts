/**
 * Checks what a parsed file offers beside its value: locations, and entries as they are written.
 */
import { describe, expect, it } from 'vitest'
import { parseRowFile } from '../../schema/tables/parse-row-file.ts'
import { parseFile, parseYamlReference } from '../../schema/source/parse-file.ts'

describe('a file that the fast path covers', () => {
  const text = 'site: { name: A }\npages:\n  /:\n    title: Start # the first\n'
  const fast = parseFile('a.yaml', new TextEncoder().encode(text))
  const reference = parseYamlReference('a.yaml', text)

  it('has the same locations', () => {
    for (const path of [
      [],
      ['site', 'name'],
      ['pages', '/'],
      ['pages', '/', 'title'],
      ['pages', 'none', 'title'],
    ]) {
      for (const part of ['key', 'value'] as const)
        expect(fast.locate(path, part, 'a')).toEqual(reference.locate(path, part, 'a'))
    }
    expect(fast.locate(['pages', '/', 'title'])).toEqual({
      line: 4,
      column: 12,
      endColumn: 17,
      excerpt: '    title: Start # the first',
    })
  })

  it('is otherwise the same', () => {
    expect({ ...fast, locate: undefined, entryBytes: undefined }).toEqual({
      ...reference,
      locate: undefined,
    })
  })
})

it('é is the same name, however its characters are written', () => {
  const [composed, decomposed] = ['Caf\u00e9', 'Cafe\u0301']
  for (const text of [
    `${decomposed}: ['${decomposed}', "${decomposed}", "Cafe\\u0301", ${decomposed}]\n`,
    // An anchor is left to the reference.
    `${decomposed}: &a ['${decomposed}', "${decomposed}", "Cafe\\u0301", ${decomposed}]\n`,
  ]) {
    const { value, locate } = parseFile('a.yaml', Buffer.from(text))
    expect(value).toEqual({ [composed]: [composed, composed, composed, composed] })
    expect(locate([composed, 1]).column).toBeGreaterThan(6)
  }
  const twice = parseFile('a.yaml', Buffer.from(`${composed}: 1\n${decomposed}: 2\n`))
  expect(twice.problems.map(({ code }) => code)).toEqual(['DUPLICATE_KEY'])
  const row = parseRowFile('a.csv', Buffer.from(`${decomposed}\n${decomposed}\n`)).table?.rows
  expect(row).toEqual([[composed]])
  const json = parseRowFile('a.json', Buffer.from(`[{ "${decomposed}": "${decomposed}" }]`))
  expect(json.table).toMatchObject({ headings: [composed], rows: [[composed]] })
})

it('a phone number without quotes is text', () => {
  const text = 'a: +14325550142\nb: [+441134960100, +12, 14325550142]\n'
  expect(parseFile('a.yaml', Buffer.from(text)).value).toEqual({
    a: '+14325550142',
    b: ['+441134960100', 12, 14325550142],
  })
})

describe('the bytes of an entry', () => {
  const text =
    'site: { name: A }\npages:\n  /:\n    title: Caf\u00e9\n  # of the second\n  "/b":\n    title: B\n\n'
  const { entryBytes } = parseFile('a.yaml', Buffer.from(`\ufeff${text}`))
  const entryText = (section: string, name: string) => {
    const bytes = entryBytes!(section, name)
    return bytes && Buffer.from(bytes).toString()
  }

  it('reach from its key to the next key', () => {
    expect(entryText('pages', '/')).toBe('/:\n    title: Caf\u00e9\n  # of the second\n  ')
    expect(entryText('pages', '/b')).toBe('"/b":\n    title: B\n\n')
  })

  it('are undefined for a missing entry, and in a flow collection', () => {
    expect([
      entryText('pages', '/c'),
      entryText('planned', '/b'),
      entryText('site', 'name'),
    ]).toEqual([undefined, undefined, undefined])
  })

  it('are undefined if entries may depend on each other', () => {
    expect(
      parseFile('a.yaml', Buffer.from('pages:\n  /a: &a { title: A }\n  /b: *a\n')).entryBytes,
    ).toBeUndefined()
  })
})

/**
 * Checks what a parsed file offers beside its value: locations, and entries as they are written.
 */
import { describe, expect, it } from 'vitest'
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

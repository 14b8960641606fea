import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { hashFiles } from '../../scripts/shared/hash-files.ts'

const work = mkdtempSync(join(tmpdir(), 'signpost-hash-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))
afterEach(() => void vi.restoreAllMocks())

describe('the hash of sources', () => {
  const file = join(work, 'a.ts')
  const savedFile = join(work, 'saved/hash.txt')
  const hash = () => hashFiles(work, ['a.ts'], savedFile)
  const writeSource = (text: string) => {
    writeFileSync(file, text)
    // A time without fractions can be restored exactly.
    utimesSync(file, 1e9, 1e9)
  }

  it('is saved once the sources are older than two seconds', () => {
    writeSource('one')
    const first = hash()
    expect(existsSync(savedFile)).toBe(false)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3000)
    expect([hash(), hash()]).toEqual([first, first])
    expect(readFileSync(savedFile, 'utf8').split('\n')[0]).toBe(first)
  })

  it('changes with the content, even if size and time stay the same', () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3000)
    writeSource('one')
    const first = hash()
    writeSource('two')
    const second = hash()
    expect(second).not.toBe(first)
    writeSource('one')
    expect(hash()).toBe(first)
  })

  it('is read from the saved file while the stats are the same', () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3000)
    writeSource('one')
    const first = hash()
    const other = '0'.repeat(first.length)
    writeFileSync(savedFile, readFileSync(savedFile, 'utf8').replace(first, other))
    expect(hash()).toBe(other)
  })
})

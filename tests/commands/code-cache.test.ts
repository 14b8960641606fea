import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashFiles } from '../../scripts/launch/hash-files.mjs'
import { root } from '../helpers/run-npm-script.ts'

const work = mkdtempSync(join(tmpdir(), 'signpost-compiled-'))
const codeDir = join(work, 'code')
afterAll(() => rmSync(work, { recursive: true, force: true }))
afterEach(() => void vi.restoreAllMocks())
beforeEach(() => rmSync(codeDir, { recursive: true, force: true }))

const source = `(function (n) { const double = (n) => n * 2; return 'twice ' + double(n) })`
/** Runs the code in a new process and returns its output, and whether V8 rejected the cache. */
function runInNewProcess(cacheFile = join(codeDir, 'twice')): string {
  const program = `
    import { runWithCodeCache } from ${JSON.stringify(pathToFileURL(join(root, 'schema/source/code-cache.mjs')).href)}
    const listeners = process.listenerCount('exit')
    const twice = runWithCodeCache(${JSON.stringify(source)}, 'twice.js', ${JSON.stringify(cacheFile)})
    console.log(twice(21), process.listenerCount('exit') > listeners ? 'compiled' : 'cached')`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  }).trim()
}

describe('cached compiled code', () => {
  it('is reused at the next start', () => {
    expect(runInNewProcess()).toBe('twice 42 compiled')
    expect(runInNewProcess()).toBe('twice 42 cached')
  })

  it('is recompiled if it is damaged', () => {
    runInNewProcess()
    const [name = ''] = readdirSync(codeDir)
    const whole = readFileSync(join(codeDir, name))
    for (const damaged of [whole.subarray(0, 100), Buffer.from('no code'), Buffer.alloc(0)]) {
      writeFileSync(join(codeDir, name), damaged)
      expect(runInNewProcess()).toBe('twice 42 compiled')
      expect(runInNewProcess()).toBe('twice 42 cached')
    }
  })

  it('is optional: the code runs from a read-only folder', () => {
    writeFileSync(join(work, 'file'), '')
    expect(runInNewProcess(join(work, 'file/twice'))).toBe('twice 42 compiled')
  })

  it('resolves imports and non-ASCII text like its sources', () => {
    const output = execFileSync(process.execPath, ['scripts/run.mjs', 'check'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(output).not.toContain('UNDATED_CHANGE')
  })
})

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

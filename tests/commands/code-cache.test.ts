import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cachedDataVersionTag } from 'node:v8'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { restoreOptimization, delayOptimization } from '../../scripts/prerender/workers/tier-up.ts'

const root = join(import.meta.dirname, '../..')
const work = mkdtempSync(join(tmpdir(), 'signpost-compiled-'))
const codeDir = join(work, 'code')
afterAll(() => rmSync(work, { recursive: true, force: true }))
beforeEach(() => rmSync(codeDir, { recursive: true, force: true }))

const source = `(function (n) { const double = (n) => n * 2; return 'twice ' + double(n) })`
/** What a process prints that runs the code, and whether it had to compile it. */
function runInNewProcess(kept = join(codeDir, 'twice')): string {
  const program = `
    import { runWithCodeCache } from ${JSON.stringify(pathToFileURL(join(root, 'schema/source/code-cache.mjs')).href)}
    const listeners = process.listenerCount('exit')
    const twice = runWithCodeCache(${JSON.stringify(source)}, 'twice.js', ${JSON.stringify(kept)})
    console.log(twice(21), process.listenerCount('exit') > listeners ? 'compiled' : 'kept')`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  }).trim()
}

describe('compiled code', () => {
  it('is there for the next start', () => {
    expect(runInNewProcess()).toBe('twice 42 compiled')
    expect(runInNewProcess()).toBe('twice 42 kept')
  })

  it('is made again where it is damaged', () => {
    runInNewProcess()
    const [name = ''] = readdirSync(codeDir)
    const whole = readFileSync(join(codeDir, name))
    for (const damaged of [whole.subarray(0, 100), Buffer.from('no code'), Buffer.alloc(0)]) {
      writeFileSync(join(codeDir, name), damaged)
      expect(runInNewProcess()).toBe('twice 42 compiled')
      expect(runInNewProcess()).toBe('twice 42 kept')
    }
  })

  it('is done without where nothing may be written', () => {
    writeFileSync(join(work, 'file'), '')
    expect(runInNewProcess(join(work, 'file/twice'))).toBe('twice 42 compiled')
  })

  it('reads what sources read, dashes among it', () => {
    const said = execFileSync(process.execPath, ['scripts/run.mjs', 'check'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(said).not.toContain('UNDATED_CHANGE')
  })

  it('is good after a build has changed the options and put them back', () => {
    const before = cachedDataVersionTag()
    delayOptimization()
    restoreOptimization()
    expect(cachedDataVersionTag()).toBe(before)
  })
})

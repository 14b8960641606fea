/** How an output folder is replaced. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { explainInvalidOutput } from '../../scripts/prerender/output/check-output-folder.ts'
import {
  OutputReplacedError,
  retryIfReplaced,
} from '../../scripts/prerender/output/concurrent-builds.ts'
import { recoverOutput, replaceFolder } from '../../scripts/prerender/output/replace-folder.ts'
import { createFolderScanner } from '../../scripts/prerender/output/scan-folder.ts'
import { ScannedFiles, stageOutput } from '../../scripts/prerender/output/stage-output.ts'

/** Called before each synchronous rename. */
const beforeRename = vi.hoisted(() => ({ hook: (_from: string, _to: string) => {} }))
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>()
  const rename: typeof original.renameSync = (from, to) => {
    beforeRename.hook(String(from), String(to))
    original.renameSync(from, to)
  }
  return { ...original, renameSync: rename }
})

let work: string
let out: string

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'signpost-replace-'))
  out = join(work, 'dist')
})
afterEach(() => {
  beforeRename.hook = () => {}
  rmSync(work, { recursive: true })
})

function write(path: string, content = ''): void {
  mkdirSync(dirname(join(work, path)), { recursive: true })
  writeFileSync(join(work, path), content)
}

const replaceOutput = () => replaceFolder(out, (add) => add({ path: '/404.json', content: '{}' }))

describe('a Git repository in the output', () => {
  beforeEach(() => write('dist/.git/HEAD', 'ref: refs/heads/gh-pages'))

  it('does not stop a build, which keeps it', async () => {
    expect(await explainInvalidOutput(out, join(work, 'site'))).toBeUndefined()
    await replaceOutput()
    await replaceOutput()
    expect(readFileSync(join(out, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/gh-pages')
    expect(existsSync(join(out, '404.json'))).toBe(true)
  })

  it('is not counted as a file of the output', async () => {
    write('dist/index.html')
    const { paths } = await createFolderScanner(0).scan(out)
    expect(paths).toEqual(['/index.html'])
  })

  it('still stops a build if the folder has files that no build has written', async () => {
    write('dist/thesis.tex')
    expect(await explainInvalidOutput(out, join(work, 'site'))).toContain('no build has written')
  })

  it('is kept when a build is killed before it has moved the repository', async () => {
    // No process has this ID.
    write('.dist-99999999.previous/.git/HEAD', 'history')
    rmSync(out, { recursive: true })
    write('dist/404.json', '{}')
    await recoverOutput(out)
    expect(readFileSync(join(out, '.git/HEAD'), 'utf8')).toBe('history')
    expect(existsSync(join(work, '.dist-99999999.previous'))).toBe(false)
  })
})

describe('while another build of the same output runs', () => {
  const spare = () => join(work, 'cache/spare')
  const replaceWith = (folder: string, content: string) => {
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    writeFileSync(join(folder, 'other.html'), content)
  }

  beforeEach(() => {
    for (const name of ['a', 'b', 'c']) write(`dist/${name}.html`, name)
    cpSync(out, spare(), { recursive: true })
    write('cache/spare/old.html')
  })

  /** Keeps two files and writes one, after what happens between the scans and the end. */
  async function build(meanwhile: () => void, betweenScans = () => {}): Promise<string[]> {
    const scan = async (folder: string) =>
      new ScannedFiles(await createFolderScanner(0).scan(folder))
    const scannedOut = await scan(out)
    betweenScans()
    const scans = { out: Promise.resolve(scannedOut), spare: scan(spare()) }
    await scans.spare
    const writer = await stageOutput(out, spare(), () => scans)
    try {
      writeFileSync(join(writer.folder, 'new.html'), 'new')
      meanwhile()
      await writer.commit(['/a.html', '/b.html'], ['/new.html'])
    } catch (error) {
      await writer.discard()
      throw error
    }
    return readdirSync(out)
  }
  const expected = ['a.html', 'b.html', 'new.html']

  it('a build reuses the spare output', async () => {
    const { ino } = statSync(spare())
    expect(await build(() => {})).toEqual(expected)
    expect(statSync(out).ino).toBe(ino)
    expect(readdirSync(spare())).toEqual(['a.html', 'b.html', 'c.html'])
  })

  it('a build does without the spare output, or with another one', async () => {
    expect(await build(() => rmSync(spare(), { recursive: true }))).toEqual(expected)
    write('dist/c.html')
    expect(await build(() => replaceWith(spare(), 'another'))).toEqual(expected)
    expect(readdirSync(join(work, 'cache'))).toEqual(['spare'])
  })

  it('a build starts again if the output became the spare one between its scans', async () => {
    const makeOutputSpare = () => {
      rmSync(spare(), { recursive: true })
      renameSync(out, spare())
      for (const name of ['a', 'b']) write(`dist/${name}.html`, 'by the other build')
    }
    await expect(build(() => {}, makeOutputSpare)).rejects.toThrow(OutputReplacedError)
  })

  it('a build starts again if the other one has replaced the output', async () => {
    const publishOtherBuild = () => {
      renameSync(out, join(work, 'elsewhere'))
      mkdirSync(out)
      for (const name of ['a', 'b']) write(`dist/${name}.html`, 'by the other build')
    }
    await expect(build(publishOtherBuild)).rejects.toThrow(OutputReplacedError)
    expect(readdirSync(work).sort()).toEqual(['cache', 'dist', 'elsewhere'])
    let attempts = 0
    expect(
      await retryIfReplaced(() => build(() => (attempts++ ? undefined : publishOtherBuildAgain()))),
    ).toEqual(expected)
    expect(attempts).toBe(2)

    function publishOtherBuildAgain() {
      rmSync(join(work, 'elsewhere'), { recursive: true })
      publishOtherBuild()
    }
  })

  it('a build takes the place of an output that appears between its two renames', async () => {
    write('dist/.git/HEAD', 'history')
    beforeRename.hook = (from, to) => {
      if (!from.endsWith('.tmp') || to !== out) return
      beforeRename.hook = () => {}
      write('dist/other.html')
    }
    expect(await build(() => {})).toEqual(['.git', ...expected])
    expect(readdirSync(work).sort()).toEqual(['cache', 'dist'])
  })

  it('a build removes what a killed one had taken', async () => {
    // No process has this ID.
    write('cache/spare-99999999/a.html')
    await build(() => {})
    expect(readdirSync(join(work, 'cache'))).toEqual(['spare'])
  })
})

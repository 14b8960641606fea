/** One way to write a folder: whoever is killed leaves the old files, or the new ones. */
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { assertReplaceable } from '../../scripts/prerender/output/check-output-folder.ts'
import {
  abandonOutput,
  listFiles,
  recoverOutput,
  stageOutput,
} from '../../scripts/prerender/output/stage-output.ts'
import { toStateFile } from '../helpers/state-file.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
let out: string

beforeEach(() => {
  work = realpathSync(mkdtempSync(join(tmpdir(), 'signpost-stage-')))
  vi.stubEnv('XDG_STATE_HOME', join(work, 'state'))
  out = join(work, 'dist')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(work, { recursive: true })
})

function write(path: string, content = path): void {
  mkdirSync(dirname(join(work, path)), { recursive: true })
  writeFileSync(join(work, path), content)
}
const readOut = () =>
  Object.fromEntries(listFiles(out).map((path) => [path, readFileSync(join(out, path), 'utf8')]))

async function publish(files: Record<string, string>, kept: string[] = []): Promise<void> {
  const staged = await stageOutput(out)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(staged.folder, path)), { recursive: true })
    writeFileSync(join(staged.folder, path), content)
  }
  staged.publish([...kept, ...Object.keys(files)], Object.keys(files))
}

it('a folder holds exactly what was published', async () => {
  await publish({ '/index.html': 'home', '/a/index.html': 'a', '/b/index.html': 'b' })
  await publish({ '/a/index.html': 'new', '/c/d.css': 'c' }, ['/index.html'])
  expect(readOut()).toEqual({ '/index.html': 'home', '/a/index.html': 'new', '/c/d.css': 'c' })
  expect(readdirSync(out).sort()).toEqual(['a', 'c', 'index.html'])
  expect(listWork()).toEqual(['dist'])
})

it('a page replaces a file, and a file a page', async () => {
  await publish({ '/a': 'file', '/b/c/index.html': 'page' })
  await publish({ '/a/index.html': 'page', '/b': 'file' })
  expect(readOut()).toEqual({ '/a/index.html': 'page', '/b': 'file' })
  await publish({ '/a': 'file', '/b/c/index.html': 'page' })
  expect(readOut()).toEqual({ '/a': 'file', '/b/c/index.html': 'page' })
})

it('a folder behind a symbolic link is written where it is', async () => {
  write('elsewhere/old.html')
  symlinkSync(join(work, 'elsewhere'), out)
  await publish({ '/index.html': 'home' })
  expect(readdirSync(join(work, 'elsewhere'))).toEqual(['index.html'])
})

describe('a Git repository in the output', () => {
  beforeEach(() => write('dist/.git/HEAD', 'ref: refs/heads/gh-pages'))

  it('stays, and is no file of the output', async () => {
    await assertReplaceable(out, join(work, 'site'))
    await publish({ '/404.html': 'gone' })
    expect(readFileSync(join(out, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/gh-pages')
    expect(listFiles(out)).toEqual(['/404.html'])
  })

  it('does not make files that no build has written replaceable', async () => {
    write('dist/thesis.tex')
    await expect(assertReplaceable(out, join(work, 'site'))).rejects.toThrow('no build has written')
  })
})

const writeState = (name: string, content: string) => {
  mkdirSync(dirname(toStateFile(out, name)), { recursive: true })
  writeFileSync(toStateFile(out, name), content)
}
const listWork = () => readdirSync(work).filter((name) => name !== 'state')

describe('a process that is gone', () => {
  const stage = (files: Record<string, string>, journal?: { written: string[] }) => {
    // No process has this ID.
    writeState('lock/99999999-1-1', '')
    for (const [path, content] of Object.entries(files)) write(`.dist.next${path}`, content)
    if (journal) writeState('output.json', JSON.stringify({ ...journal, removed: ['/b'] }))
  }
  beforeEach(() => {
    for (const name of ['a', 'b']) write(`dist/${name}`, 'old')
  })

  it('leaves the old files if it had not begun to publish', () => {
    stage({ '/a': 'new' })
    recoverOutput(out)
    expect(readOut()).toEqual({ '/a': 'old', '/b': 'old' })
    expect(listWork()).toEqual(['dist'])
  })

  it.each([[{ '/a': 'new', '/c/d': 'new' }], [{ '/c/d': 'new' }]])(
    'has its files published by the next one, whichever are left: %j',
    (left) => {
      if (!('/a' in left)) write('dist/a', 'new')
      stage(left, { written: ['/a', '/c/d'] })
      recoverOutput(out)
      expect(readOut()).toEqual({ '/a': 'new', '/c/d': 'new' })
      expect(listWork()).toEqual(['dist'])
    },
  )

  it('does not keep others from writing', async () => {
    stage({ '/a': 'new' })
    await publish({ '/c': 'newer' }, ['/a'])
    expect(readOut()).toEqual({ '/a': 'old', '/c': 'newer' })
  })
})

it('processes that write the same folder take turns', async () => {
  const script = `
    import { writeFileSync } from 'node:fs'
    import { join } from 'node:path'
    import { stageOutput, listFiles } from ${JSON.stringify(join(root, 'scripts/prerender/output/stage-output.ts'))}
    const [out, name] = process.argv.slice(-2)
    void (async () => {
      for (let round = 0; round < 30; round++) {
        const staged = await stageOutput(out)
        const kept = listFiles(out)
        writeFileSync(join(staged.folder, name + round), '')
        await new Promise((resolve) => setTimeout(resolve, 1))
        staged.publish([...kept, '/' + name + round], ['/' + name + round])
      }
    })()`
  write('write.mts', script)
  const start = (name: string) =>
    new Promise((resolve) => {
      const args = ['--import', 'tsx', join(work, 'write.mts'), out, name]
      spawn(process.execPath, args, { cwd: root, stdio: 'ignore' }).once('exit', resolve)
    })
  expect(await Promise.all(['a', 'b', 'c'].map(start))).toEqual([0, 0, 0])
  // Nobody has removed what another one has published.
  expect(listFiles(out)).toHaveLength(90)
})

it('a process that ends early removes what it has staged', async () => {
  await publish({ '/a': 'old' })
  const staged = await stageOutput(out)
  writeFileSync(join(staged.folder, 'a'), 'new')
  abandonOutput(out)
  expect(readOut()).toEqual({ '/a': 'old' })
  expect(existsSync(staged.folder)).toBe(false)
})

describe('what somebody has planted', () => {
  beforeEach(() => {
    write('home/key', 'mine')
    write('dist/index.html', 'old')
  })
  const expectUntouched = () => {
    expect(readFileSync(join(work, 'home/key'), 'utf8')).toBe('mine')
    expect(readdirSync(join(work, 'home'))).toEqual(['key'])
  }

  it.each(['journal.json', 'output.json', 'files/journal.json'])(
    'as .dist.next/%s is neither followed nor published',
    async (name) => {
      const evil = { written: ['/../home/made', '/evil.html'], removed: ['/../home/key'] }
      write(`.dist.next/${name}`, JSON.stringify(evil))
      write('.dist.next/process.txt', '99999999')
      for (const file of ['evil.html', 'files/evil.html']) write(`.dist.next/${file}`, 'evil')
      recoverOutput(out)
      expect(readOut()).toEqual({ '/index.html': 'old' })
      expectUntouched()
      await publish({ '/a': 'new' }, ['/index.html'])
      expect(readOut()).toEqual({ '/a': 'new', '/index.html': 'old' })
      expectUntouched()
      expect(listWork().sort()).toEqual(['dist', 'home'])
    },
  )

  it.each([
    { written: ['/../home/made'], removed: [] },
    { written: [], removed: ['/../home/key'] },
    { written: ['/linked/made'], removed: ['/linked/key'] },
    { written: [join('/', tmpdir(), 'signpost-made')], removed: [] },
    { written: '/../home/made', removed: [] },
    { written: [1], removed: [] },
    null,
  ])('in a journal does not lead out of the output: %j', (journal) => {
    symlinkSync(join(work, 'home'), join(out, 'linked'))
    for (const name of ['.dist.next/linked/made', '.dist.next/made']) write(name, 'evil')
    writeState('output.json', JSON.stringify(journal))
    recoverOutput(out)
    expectUntouched()
    expect(existsSync(join(tmpdir(), 'signpost-made'))).toBe(false)
    expect(listWork().sort()).toEqual(['dist', 'home'])
  })

  it('as a damaged journal is removed', () => {
    writeState('output.json', '{"written": ["/a')
    write('.dist.next/a', 'evil')
    recoverOutput(out)
    expect(readOut()).toEqual({ '/index.html': 'old' })
    expect(readdirSync(join(work, 'state/signpost'))).toEqual([])
  })

  it('as a link in the output is replaced, not followed', async () => {
    symlinkSync(join(work, 'home'), join(out, 'assets'))
    symlinkSync(join(work, 'home/key'), join(out, 'page.html'))
    symlinkSync(join(work, 'home'), join(out, 'gone'))
    await publish({ '/assets/made': 'new', '/assets/a/b': 'new', '/page.html': 'new' })
    expect(readOut()).toEqual({ '/assets/made': 'new', '/assets/a/b': 'new', '/page.html': 'new' })
    expect(readdirSync(out).sort()).toEqual(['assets', 'page.html'])
    expectUntouched()
  })

  it('as a link in the place of the staging folder is removed, not followed', async () => {
    symlinkSync(join(work, 'home'), join(work, '.dist.next'))
    await publish({ '/a': 'new' })
    expect(readOut()).toEqual({ '/a': 'new' })
    expectUntouched()
  })

  it('as a link in the place of the output keeps a build from writing', async () => {
    write('site/pages.yaml')
    write('other/404.html', '<meta name="generator" content="Signpost">')
    symlinkSync(join(work, 'other'), join(work, 'site/dist'))
    await expect(assertReplaceable(join(work, 'site/dist'), join(work, 'site'))).rejects.toThrow(
      'a symbolic link that leads out of the site',
    )
  })
})

/**
 * Shards are built separately and merged: the output has the same bytes as an unsharded build, or
 * a message says what to do.
 */
import { spawnSync } from 'node:child_process'
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import {
  manifestName,
  readManifest,
  type ShardManifest,
  selectShardRoutes,
} from '../../scripts/prerender/shards/shard.ts'
import { expectSameFiles, listOutputFiles, readContents } from '../helpers/output-files.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import {
  getScriptCommand,
  killNpmScript,
  root,
  startNpmScript,
  type ScriptResult,
} from '../helpers/run-npm-script.ts'
import { createInfoPage, readYaml, writeYaml, type YamlMap } from '../helpers/site-yaml.ts'

let work: string
let site: string
const inWorkDir = (...names: string[]) => join(work, ...names)

const readSiteYaml = (file: string) => readYaml(join(site, file))
const writeSiteYaml = (file: string, value: YamlMap) => writeYaml(join(site, file), value)

/** The bakery with a set, aliases, an article, a picture, a planned page and a warning. */
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-shards-'))
  site = inWorkDir('site')
  await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
  await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#a08060' } })
    .jpeg()
    .toFile(join(site, 'public/oven.jpg'))
  const main = await readSiteYaml('pages.yaml')
  main.site = { ...main.site, icons: 'none' }
  main.facts = { ...main.facts, dozen: { label: 'A dozen', unit: 'count', value: 12 } }
  main.sets = {
    '/shops/{town}': {
      rows: 'towns.csv',
      facts: { opening: { label: 'Opens at', unit: 'count', value: '{{open}}' } },
      page: createInfoPage(
        'Our shop in {{town}}',
        'In {{town}} we open at ${opening}, with ${dozen} loaves.',
        { aliases: ['/old/{{town|slug}}'] },
      ),
    },
  }
  await writeSiteYaml('pages.yaml', main)
  await writeFile(join(site, 'towns.csv'), 'Town,Open\nLeeds,7\nYork,8\nHull,9\nGoole,6\nSelby,7\n')
  const oven = { type: 'picture', picture: { src: '/oven.jpg', alt: 'The oven' } }
  const long = 'A title that goes on for so long that no list of results could ever show it'
  await writeSiteYaml('pages/more.yaml', {
    pages: {
      '/oven': {
        ...createInfoPage('The oven', 'It has ${dozen} racks.', { aliases: ['/the-oven.html'] }),
        blocks: [...createInfoPage('The oven', '').blocks.slice(0, 1), oven],
      },
      '/news': {
        ...createInfoPage('News of the bakery', ''),
        blocks: [
          ...createInfoPage('News of the bakery', '').blocks.slice(0, 1),
          { type: 'posts', heading: 'All news' },
        ],
      },
      '/news/flour': createInfoPage('New flour', 'It comes from [the mill](/shops/york).', {
        kind: 'article',
        article: { published: '2026-03-04', category: 'Bread' },
      }),
      '/long': createInfoPage(long, 'Words.'),
      '/kiln': {
        ...createInfoPage('The kiln', ''),
        blocks: [...createInfoPage('The kiln', '').blocks.slice(0, 1), oven],
      },
    },
  })
})
afterAll(() => rm(work, { recursive: true }))

const buildShardSite = (out: string, ...args: string[]) =>
  runInProcess('build', ['--site', site, '--out', out, ...args])
const mergeShards = (out: string, shards: string[], ...args: string[]) =>
  runInProcess('merge', ['--site', site, '--out', out, ...shards, ...args])

async function buildShard(index: number, count: number, ...args: string[]): Promise<string> {
  const out = inWorkDir(`shard-${index}-of-${count}`)
  const { code, stderr } = await buildShardSite(out, '--shard', `${index}/${count}`, ...args)
  expect(code, stderr).toBe(0)
  return out
}
async function buildShards(count: number, ...args: string[]): Promise<string[]> {
  const shards: string[] = []
  for (let index = 1; index <= count; index++) shards.push(await buildShard(index, count, ...args))
  return shards
}

const readShardManifest = (shard: string) => readManifest(shard) as ShardManifest
const listBuiltRoutes = (shard: string) =>
  readShardManifest(shard).sources.flatMap(({ records }) => Object.keys(records))

describe('the shards of a site', () => {
  let unsharded: ScriptResult
  let shards: string[]
  beforeAll(async () => {
    unsharded = await buildShardSite(inWorkDir('whole'))
    expect(unsharded.code, unsharded.stderr).toBe(0)
    shards = await buildShards(3)
  })

  it('contain each page once, and equally many pages', () => {
    const counts = shards.map((shard) => listBuiltRoutes(shard).length)
    expect(counts).toEqual([4, 4, 4])
    expect(new Set(shards.flatMap(listBuiltRoutes)).size).toBe(12)
  })

  it('merge in any order, whatever the times of files, into the same bytes and warnings as an unsharded build', async () => {
    for (const shard of shards)
      for (const file of await listOutputFiles(shard)) await utimes(join(shard, file), 1, 1)
    const { code, stderr, stdout } = await mergeShards(inWorkDir('merged'), [
      shards[2]!,
      shards[0]!,
      shards[1]!,
    ])
    expect(code, stderr).toBe(0)
    expect(stderr).toBe(unsharded.stderr)
    expect(stderr).toContain('TITLE_TOO_LONG')
    expect(stdout).toMatch(/merged: 13 pages/)
    expect(stdout).not.toContain('created')
    await expectSameFiles(inWorkDir('merged'), inWorkDir('whole'))
  })

  it('are built side by side by xargs, and again alone if a machine has died', async () => {
    const build = [...getScriptCommand('build'), '--site', site]
    const parts = ['1', '2'].map((index) => inWorkDir(`part-${index}`))
    const { status, stdout, stderr } = spawnSync(
      'xargs',
      ['-P', '2', '-I', '{}', ...build, '--out', inWorkDir('part-{}'), '--shard', '{}/2'],
      { input: '1\n2\n', encoding: 'utf8' },
    )
    expect(status, stdout + stderr).toBe(0)
    await rm(parts[1]!, { recursive: true })
    const refused = await mergeShards(inWorkDir('joined'), [parts[0]!])
    expect(refused.stderr).toContain('Build one: npm run build -- --shard 2/2')
    expect((await buildShardSite(parts[1]!, '--shard', '2/2')).code).toBe(0)
    expect((await mergeShards(inWorkDir('joined'), parts)).code).toBe(0)
    await expectSameFiles(inWorkDir('joined'), inWorkDir('whole'))
  })

  it('leave nothing to do for a build after the merge', async () => {
    const before = await Promise.all(
      (await listOutputFiles(inWorkDir('merged'))).map(async (file) => [
        file,
        (await stat(inWorkDir('merged', file))).mtimeMs,
      ]),
    )
    expect((await buildShardSite(inWorkDir('merged'))).code).toBe(0)
    const after = await Promise.all(
      (await listOutputFiles(inWorkDir('merged'))).map(async (file) => [
        file,
        (await stat(inWorkDir('merged', file))).mtimeMs,
      ]),
    )
    expect(after).toEqual(before)
    await expectSameFiles(inWorkDir('merged'), inWorkDir('whole'))
  })

  it('are the same when all or a single page of them is rebuilt', async () => {
    const before = await readContents(shards[1]!)
    await expectSameFiles(await buildShard(2, 3), before)
    const text = await readFile(join(site, 'pages/more.yaml'), 'utf8')
    await writeFile(join(site, 'pages/more.yaml'), text.replace('The kiln', 'The old kiln'))
    await buildShards(3)
    await writeFile(join(site, 'pages/more.yaml'), text)
    for (const [index, shard] of (await buildShards(3)).entries())
      if (index === 1) await expectSameFiles(shard, before)
  })

  it('hold no page of another shard that was in the folder before', async () => {
    for (const shard of ['1/6', '6/6'])
      expect((await buildShardSite(inWorkDir('reused'), '--shard', shard)).code).toBe(0)
    expect(listBuiltRoutes(inWorkDir('reused'))).toHaveLength(2)
  })

  it('may be a single one', async () => {
    const { code, stderr } = await mergeShards(inWorkDir('merged-1'), await buildShards(1))
    expect(code, stderr).toBe(0)
    await expectSameFiles(inWorkDir('merged-1'), inWorkDir('whole'))
  })

  it('leave the last good site if the merge is killed', async () => {
    const out = inWorkDir('killed')
    expect((await mergeShards(out, shards)).code).toBe(0)
    for (const delay of [150, 300]) {
      const running = startNpmScript('merge', ['--site', site, '--out', out, ...shards])
      await setTimeout(delay)
      await killNpmScript(running)
      await expectSameFiles(out, inWorkDir('whole'))
    }
    expect((await mergeShards(out, shards)).code).toBe(0)
    await expectSameFiles(out, inWorkDir('whole'))
    expect((await readdir(work)).filter((name) => name.startsWith('.killed'))).toEqual([])
  })

  describe('do not merge', () => {
    const out = () => inWorkDir('whole')
    /** Merges folders, expects it to fail without changing the output, and returns the message. */
    async function expectRefusal(...folders: string[]): Promise<string> {
      const before = await readContents(out())
      const { code, stdout, stderr } = await mergeShards(out(), folders)
      expect([code, stdout]).toEqual([1, ''])
      await expectSameFiles(out(), before)
      return stderr.replaceAll(`${work}/`, '').trim()
    }
    const [one, two, three] = [1, 2, 3].map((index) => () => inWorkDir(`shard-${index}-of-3`)) as [
      () => string,
      () => string,
      () => string,
    ]
    const content = new Map<string, Buffer>()
    /** Changes a file until the end of the test. */
    async function change(file: string, to: (text: string) => string) {
      if (!content.has(file)) content.set(file, await readFile(file))
      await writeFile(file, to(content.get(file)!.toString('latin1')), 'latin1')
    }
    afterEach(async () => {
      for (const [file, original] of content) await writeFile(file, original)
      content.clear()
    })

    it('if some are missing', async () => {
      expect(await expectRefusal(three())).toBe(
        'Nothing was built: these are shards 3 of 3, and each of 3 is needed once. Build one: npm run build -- --shard 1/3',
      )
      expect(await expectRefusal(one(), three())).toBe(
        'Nothing was built: these are shards 1 of 3, 3 of 3, and each of 3 is needed once. Build one: npm run build -- --shard 2/3',
      )
    })

    it('if one is given twice, or is of another count', async () => {
      await cp(two(), inWorkDir('copy'), { recursive: true })
      expect(await expectRefusal(one(), two(), inWorkDir('copy'), three())).toBe(
        'Nothing was built: these are shards 1 of 3, 2 of 3, 2 of 3, 3 of 3, and each of 3 is needed once. Leave the others out.',
      )
      const message =
        'Nothing was built: these are shards 1 of 1, 2 of 3, 3 of 3, and each of 1 is needed once. Leave the others out.'
      expect(await expectRefusal(inWorkDir('shard-1-of-1'), two(), three())).toBe(message)
    })

    it('if one is not a shard', async () => {
      await mkdir(inWorkDir('empty'), { recursive: true })
      expect(await expectRefusal(one(), inWorkDir('empty'), three())).toBe(
        `Nothing was built: empty is not a shard of a site: it has no ${manifestName}.`,
      )
    })

    it.each([
      ['cut', (text: string) => text.slice(0, -100)],
      ['empty', () => ''],
      ['of something else', () => '{"sources":[]}'],
    ])('if a manifest is %s', async (_, cut) => {
      await change(join(two(), manifestName), cut)
      expect(await expectRefusal(one(), two(), three())).toBe(
        `Nothing was built: shard-2-of-3 is damaged: its ${manifestName} is truncated or changed.`,
      )
    })

    it('if a page or a picture would be outside the output', async () => {
      const [route] = listBuiltRoutes(two())
      await change(join(two(), manifestName), (text) =>
        text.replace(`"path":"${route}/index.html"`, '"path":"/../evil/index.html"'),
      )
      expect(await expectRefusal(one(), two(), three())).toContain(
        `shard-2-of-3${route}/index.html is missing, truncated or changed`,
      )
      await change(join(two(), manifestName), (text) =>
        text
          .replaceAll(`"${route}"`, '"/../evil"')
          .replace(`"path":"${route}/index.html"`, '"path":"/../evil/index.html"'),
      )
      expect(await expectRefusal(one(), two(), three())).toContain(
        '/../evil/index.html is missing, truncated or changed',
      )
      await change(join(two(), manifestName), (text) => text)
      const [picture] = Object.keys(readShardManifest(three()).header.images)
      await writeFile(inWorkDir('evil.png'), await readFile(join(three(), picture!)))
      await change(join(three(), manifestName), (text) =>
        text.replace(`"${picture}"`, '"/../evil.png"'),
      )
      expect(await expectRefusal(one(), two(), three())).toContain(
        '/../evil.png is missing, truncated or changed',
      )
      await rm(inWorkDir('evil.png'))
      expect((await readdir(work)).filter((name) => name.startsWith('evil'))).toEqual([])
    })

    it('if a page is truncated, and another one is missing', async () => {
      const [first, second] = listBuiltRoutes(two())
      await change(join(two(), first!, 'index.html'), (text) => text.slice(0, -1))
      const again =
        'missing, truncated or changed. Copy the whole shard again, or rebuild it: npm run build -- --shard 2/3'
      expect(await expectRefusal(one(), two(), three())).toBe(
        `Nothing was built: shard-2-of-3${first}/index.html is ${again}`,
      )
      await rename(join(two(), second!, 'index.html'), inWorkDir('aside'))
      const message = await expectRefusal(one(), two(), three())
      await rename(inWorkDir('aside'), join(two(), second!, 'index.html'))
      expect(message).toBe(
        `Nothing was built: shard-2-of-3${first}/index.html and 1 more are ${again}`,
      )
    })

    it('if a picture has changed', async () => {
      const [picture] = Object.keys(readShardManifest(three()).header.images)
      await change(join(three(), picture!), (text) => `${text.slice(0, -1)}x`)
      expect(await expectRefusal(one(), two(), three())).toContain(
        `shard-3-of-3${picture} is missing, truncated or changed`,
      )
    })

    it('if one was built from other content', async () => {
      await change(join(site, 'towns.csv'), (text) => text.replace('York,8', 'York,10'))
      const stale =
        'was built from different content: towns.csv differs. Rebuild it: npm run build -- --shard'
      expect(await expectRefusal(one(), two(), three())).toBe(
        `Nothing was built: shard-1-of-3 ${stale} 1/3`,
      )
      const fresh = inWorkDir('fresh')
      expect((await buildShardSite(fresh, '--shard', '1/3')).code).toBe(0)
      expect(await expectRefusal(fresh, two(), three())).toBe(
        `Nothing was built: shard-2-of-3 ${stale} 2/3`,
      )
    })

    it('if a file was added, and another one edited', async () => {
      await change(join(site, 'pages/more.yaml'), (text) => text.replace('New flour', 'Old flour'))
      await writeSiteYaml('pages/new.yaml', { pages: { '/new': createInfoPage('New', 'New.') } })
      const message = await expectRefusal(one(), two(), three())
      await rm(join(site, 'pages/new.yaml'))
      expect(message).toContain(
        'shard-1-of-3 was built from different content: pages/more.yaml and pages/new.yaml differ.',
      )
    })

    it('if one was built for another origin', async () => {
      const preview = inWorkDir('preview')
      expect(
        (await buildShardSite(preview, '--shard', '2/3', '--origin', 'https://preview.example.net'))
          .code,
      ).toBe(0)
      const message =
        'Nothing was built: preview was built with another --origin, --launch or --now than shard-1-of-3. Build all shards with the same ones.'
      expect(await expectRefusal(one(), preview, three())).toBe(message)
    })

    it('if one was built with other code or another Node version', async () => {
      const file = join(two(), manifestName)
      await change(file, (text) =>
        text.replace(/"codeHash":"[^"]*"/, '"codeHash":"0000000000000000"'),
      )
      expect(await expectRefusal(one(), two(), three())).toBe(
        `Nothing was built: shard-2-of-3 was built with another version of this program, or of Node (${process.version}). Rebuild it: npm run build -- --shard 2/3`,
      )
      await change(file, (text) =>
        text
          .replace(/"codeHash":"[^"]*"/, '"codeHash":"0000000000000000"')
          .replace(/"nodeVersion":"[^"]*"/, '"nodeVersion":"v20.19.0"'),
      )
      expect(await expectRefusal(one(), two(), three())).toContain(
        'another version of this program, or of Node (v20.19.0)',
      )
    })
  })
})

it('shards for another origin merge into the same site', async () => {
  const origin = ['--origin', 'https://preview.example.net']
  expect((await buildShardSite(inWorkDir('preview-whole'), ...origin)).code).toBe(0)
  expect(
    (await mergeShards(inWorkDir('preview-merged'), await buildShards(2, ...origin))).code,
  ).toBe(0)
  await expectSameFiles(inWorkDir('preview-merged'), inWorkDir('preview-whole'))
  expect(await readFile(inWorkDir('preview-merged/sitemap.xml'), 'utf8')).toContain(
    'https://preview.example.net/oven',
  )
})

it('there may be more shards than pages', async () => {
  const few = ['--site', 'tests/sites/bakery']
  expect((await runInProcess('build', [...few, '--out', inWorkDir('few')])).code).toBe(0)
  for (const index of [1, 2, 3])
    expect(
      (
        await runInProcess('build', [
          ...few,
          '--out',
          inWorkDir(`few-${index}`),
          '--shard',
          `${index}/3`,
        ])
      ).code,
    ).toBe(0)
  expect(listBuiltRoutes(inWorkDir('few-1'))).toEqual([])
  expect(
    (
      await runInProcess('merge', [
        ...few,
        '--out',
        inWorkDir('few-merged'),
        inWorkDir('few-1'),
        inWorkDir('few-2'),
        inWorkDir('few-3'),
      ])
    ).code,
  ).toBe(0)
  await expectSameFiles(inWorkDir('few-merged'), inWorkDir('few'))
})

describe('an error', () => {
  const broken = () => inWorkDir('broken')
  const buildBrokenShard = (index: number) =>
    runInProcess('build', [
      '--site',
      broken(),
      '--out',
      inWorkDir(`broken-${index}`),
      '--shard',
      `${index}/2`,
    ])
  beforeAll(async () => {
    await cp(site, broken(), { recursive: true })
    const wrong = {
      ...createInfoPage('Wrong', ''),
      blocks: [{ type: 'hero', heading: 'Wrong' }, { type: 'heroo' }],
    }
    await writeFile(
      join(broken(), 'pages/a.yaml'),
      stringify({
        pages: {
          '/a': createInfoPage('A', '[Gone](/gone)'),
          '/b': createInfoPage('B', 'Words.'),
        },
      }),
    )
    await writeFile(
      join(broken(), 'pages/z.yaml'),
      stringify({
        pages: Object.fromEntries(
          Array.from({ length: 9 }, (_, at) => [
            `/z-${at}`,
            at === 8 ? wrong : createInfoPage(`Z ${at}`, 'Words.'),
          ]),
        ),
      }),
    )
    // The pages of sets come last. Without them, the last file fills the second shard.
    const main = await readYaml(join(broken(), 'pages.yaml'))
    await writeYaml(join(broken(), 'pages.yaml'), { ...main, sets: undefined })
    await writeFile(
      join(broken(), 'pages/more.yaml'),
      (await readFile(join(broken(), 'pages/more.yaml'), 'utf8')).replace('/shops/york', '/oven'),
    )
  })

  it('in a block is reported by every shard', async () => {
    const [first, second] = [await buildBrokenShard(1), await buildBrokenShard(2)]
    expect([first.code, second.code], first.stderr).toEqual([1, 1])
    expect(second.stderr).toMatch(/broken\/pages\/z\.yaml:\d+:\d+ error UNKNOWN_BLOCK/)
    expect(second.stderr).toContain('Nothing was built: 1 error.')
    expect(
      await readdir(inWorkDir()).then((names) => names.filter((name) => name === 'broken-2')),
    ).toEqual([])
  })

  it('between pages is reported by the merge', async () => {
    await writeFile(
      join(broken(), 'pages/z.yaml'),
      (await readFile(join(broken(), 'pages/z.yaml'), 'utf8')).replace(/\n.*type: heroo/, ''),
    )
    expect([(await buildBrokenShard(1)).code, (await buildBrokenShard(2)).code]).toEqual([0, 0])
    const { code, stderr } = await runInProcess('merge', [
      inWorkDir('broken-1'),
      inWorkDir('broken-2'),
      '--site',
      broken(),
      '--out',
      inWorkDir('broken-merged'),
    ])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /broken\/pages\/a\.yaml:\d+:\d+ error BROKEN_LINK\n {2}The page \/gone does not exist\./,
    )
  })
})

describe('the command line', () => {
  it.each([
    ['9/8', '--shard 9/8: the last of 8 shards is 8/8'],
    ['0/8', '--shard 0/8: shards are counted from 1, so the first is 1/8'],
    ['0/0', '--shard 0/0: there is at least one shard, 1/1'],
    ['x', '--shard must be a shard and the number of shards, such as 3/8, not "x"'],
    ['3', '--shard must be a shard and the number of shards, such as 3/8, not "3"'],
    ['1.5/8', '--shard must be a shard and the number of shards, such as 3/8, not "1.5/8"'],
  ])('rejects --shard %s', async (shard, message) => {
    const { code, stderr } = await runInProcess('build', ['--shard', shard])
    expect([code, stderr.split('\n')[0]]).toEqual([2, message])
  })

  it('requires the shards to merge', async () => {
    const { code, stderr } = await runInProcess('merge')
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'Name the folders of the shards, such as shard-*',
    ])
  })

  it('never replaces a site by a shard, or a shard by a site', async () => {
    const first = await buildShardSite(inWorkDir('whole'), '--shard', '1/3')
    expect([first.code, first.stderr]).toEqual([
      2,
      expect.stringContaining('contains a whole site; write the shard to another folder'),
    ])
    const second = await buildShardSite(inWorkDir('shard-1-of-3'))
    expect([second.code, second.stderr]).toEqual([
      2,
      expect.stringContaining('contains a shard of a site; write the whole site to another folder'),
    ])
  })
})

describe('the pages of a shard', () => {
  it('are a contiguous range of all, and equally many', () => {
    const routes = Array.from({ length: 10 }, (_, index) => `/${index}`)
    const shards = [1, 2, 3, 4].map((index) => [...selectShardRoutes(routes, { index, count: 4 })])
    expect(shards.map(({ length }) => length)).toEqual([2, 3, 2, 3])
    expect(shards.flat()).toEqual(routes)
  })
})

/**
 * Blocks of a site's own: known to validation, bundles, rendering and the catalogue of that site.
 */
import { EventEmitter } from 'node:events'
import { cp, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSiteSchema } from '../../schema/block-types/load-site-schema.ts'
import { loadExamples } from '../../scripts/catalogue/load-examples.ts'
import { reportBlockTypes } from '../../scripts/dev/vite-plugin-block-types.ts'
import { SiteBlocks } from '../../scripts/prerender/bundle/site-blocks.ts'
import { hashCode } from '../../scripts/prerender/bundle/bundle.ts'
import { assetsBase, bundlePreview } from '../../scripts/prerender/bundle/bundle-studio.ts'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let site: string
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-site-blocks-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await run('new', 'block', 'van-map')
  await appendFile('pages/home.yaml', '      - { type: van-map, heading: The van, text: Here. }\n')
})
afterAll(() => rm(site, { recursive: true }))

const appendFile = async (file: string, text: string) =>
  writeFile(join(site, file), (await readFile(join(site, file), 'utf8')) + text)

async function run(name: string, ...args: string[]) {
  const { code, stdout, stderr } = await runInProcess(name, [...args, '--site', site])
  expect(code, stderr).toBe(0)
  return stdout
}

/** A busy machine takes several times as long. */
const slow = { timeout: 120_000 }

/** What the development server prints about types. */
function startReportingTypes() {
  const [watcher, printed] = [new EventEmitter(), [] as string[]]
  const terminal = { error: (text: string) => void printed.push(text) }
  const blocks = new SiteBlocks(root, site)
  const plugin = reportBlockTypes(site, (file) => blocks.isOwn(file), terminal)
  const configure = plugin.configureServer as (server: { watcher: EventEmitter }) => void
  configure({ watcher })
  return { watcher, printed }
}

describe("a block of a site's own", () => {
  it('is created complete, with its types, without a change of the project', async () => {
    expect((await readdir(join(site, 'blocks'))).sort()).toEqual(['types.gen.ts', 'van-map'])
    expect(await run('generate', '--check')).toBe('Everything is up to date.\n')
    const types = await readFile(join(site, 'blocks/types.gen.ts'), 'utf8')
    expect(types).toContain('export interface VanMapBlock {')
    expect(types).not.toContain('HeroBlock')
    const generated = await readFile(join(root, 'schema/site.gen.json'), 'utf8')
    expect(generated).not.toContain('van-map')
  })

  it('is accepted on that site alone', async () => {
    expect((await checkSite(site)).problems).toEqual([])
    const other = join(site, 'other')
    await cp(join(site, 'pages'), join(other, 'pages'), { recursive: true })
    await cp(join(site, 'pages.yaml'), join(other, 'pages.yaml'))
    const { problems } = await checkSite(other)
    expect(problems.map(({ code }) => code)).toEqual(['UNKNOWN_BLOCK'])
    await rm(other, { recursive: true })
  })

  it('is in the documents, their styles and the application of that site', async () => {
    const part = '@import "signpost/blocks/shared/data-table.css";\n'
    await writeFile(
      join(site, 'blocks/van-map/van-map.css'),
      part + '.van-map { outline: 3px solid #123456 }\n',
    )
    await writeFile(join(site, 'blocks/van-map/own.css'), '.van { outline: #abcde1 }\n')
    await writeFile(
      join(site, 'blocks/van-map/van-map.wide.css'),
      "@import url('./own.css');\n.wide { outline: #654321 }\n",
    )
    const home = join(site, 'pages/home.yaml')
    const text = await readFile(home, 'utf8')
    await writeFile(home, text.replace('- type: hero', '- type: hero\n        layout: plain'))
    await run('build')
    const html = await readFile(join(site, 'dist/index.html'), 'utf8')
    expect(html).toMatch(/<section class="block van-map">.*<h2>The van<\/h2>/)
    expect(html).toMatch(/\.data-table.*3px solid #123456/s)
    // Of the styles of layouts, a page has only those of its blocks.
    expect(html).toContain('.hero.layout-plain')
    expect(html).not.toMatch(/layout-banner|#654321/)
    const [styles] = /assets\/blocks\.[\w-]+\.css/.exec(html)!
    expect(await readFile(join(site, 'dist', styles!), 'utf8')).toMatch(
      /layout-banner.*#abcde1.*#654321/s,
    )
    const [application] = /assets\/hydrate\.[\w-]+\.js/.exec(html)!
    const script = await readFile(join(site, 'dist', application!), 'utf8')
    expect(script).toContain('van-map')
  })

  it("is in the scripts and styles of the studio's preview", async () => {
    const dir = join(site, 'preview')
    const { entries } = await bundlePreview(root, dir, site)
    const { script, styles } = entries.preview!
    const read = (path: string) => readFile(join(dir, path.slice(assetsBase.length)), 'utf8')
    expect(await read(script)).toContain('"van-map":')
    expect(await read(styles)).toMatch(/\.data-table thead.*3px solid #123456/s)
    await rm(dir, { recursive: true })
  })

  it('is in the catalogue, with its examples and mistakes', async () => {
    const block = (await new SiteBlocks(root, site).find()).find(({ type }) => type === 'van-map')!
    const { schema } = await loadSiteSchema(site)
    const examples = await loadExamples(block, schema)
    expect(examples.length).toBeGreaterThan(2)
    for (const { name, error, problems } of examples) expect(problems[0]?.code, name).toBe(error)
    const others = await new SiteBlocks(root, root).find()
    expect(others.map(({ type }) => type)).not.toContain('van-map')
  })

  it('is checked for type errors, which are reported with their line', async () => {
    const file = 'blocks/van-map/van-map.tsx'
    const text = await readFile(join(site, file), 'utf8')
    await writeFile(join(site, file), text.replace('text } = block', 'headline: text } = block'))
    const dev = startReportingTypes()
    await expect.poll(() => dev.printed.join(''), slow).toContain("'headline' does not exist")
    const generated = await runInProcess('generate', ['--site', site])
    expect([generated.code, generated.stderr]).toEqual([1, `${dev.printed.join('').trimStart()}\n`])
    const { code, stdout } = await runInProcess('check', ['--site', site, '--format', 'json'])
    await writeFile(join(site, file), text)
    dev.watcher.emit('all', 'change', join(await realpath(site), file))
    await expect
      .poll(() => dev.printed[1], slow)
      .toContain('All type errors of the blocks are fixed.')
    const { problems } = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(problems).toMatchObject([
      { code: 'BLOCK_TYPE_ERROR', message: expect.stringContaining("'headline' does not exist") },
    ])
    expect(problems[0].file).toContain(file)
    expect(problems[0].excerpt).toContain('headline: text')
    await run('check')
  })

  it('causes its pages to be made again when it changes', async () => {
    const before = hashCode(site)
    await appendFile('blocks/van-map/van-map.tsx', '// changed\n')
    expect(hashCode(site)).not.toBe(before)
    expect(hashCode(join(root, 'tests/base-site'))).toBe(hashCode(root))
  })
})

it("a name that Signpost's own blocks have cannot be taken", async () => {
  const { code, stderr } = await runInProcess('new', ['block', 'hero', '--site', site])
  expect([code, stderr]).toEqual([
    1,
    'Signpost itself has a block named hero. Choose another name.\n',
  ])
})

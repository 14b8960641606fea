/** Blocks that several sites share are a package, which `site.blockPackages` names. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBlockFiles } from '../../scripts/new/block-template.ts'
import { buildSite } from '../../scripts/prerender/run/build-site.ts'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import { root } from '../helpers/run-npm-script.ts'

let site: string
const agency = 'node_modules/@agency/blocks'

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-block-packages-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  const settings = await readFile(join(site, 'pages.yaml'), 'utf8')
  const setting = "  blockPackages: ['@agency/blocks']\n  notFound:"
  await write('pages.yaml', settings.replace('  notFound:', setting))
  await write(`${agency}/package.json`, '{ "name": "@agency/blocks", "version": "1.0.0" }\n')
  for (const [path, text] of Object.entries(createBlockFiles('van-map', true)))
    await write(`${agency}/${path}`, text)
  await write(
    'pages/van.yaml',
    `pages:
  /van:
    kind: info
    title: Where our van is today
    description: Our van drives to you. Here is where it is today.
    blocks:
      - { type: hero, heading: Our van }
      - { type: van-map, heading: Where our van is }
`,
  )
})
afterAll(() => rm(site, { recursive: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(site, path)), { recursive: true })
  await writeFile(join(site, path), text)
}

const listErrors = async () =>
  (await checkSite(site)).problems
    .filter(({ severity }) => severity === 'error')
    .map(({ code, file, message }) => ({ code, file, message }))

it('are checked and drawn like those of Signpost', async () => {
  expect(await listErrors()).toEqual([])
  const out = join(site, 'dist')
  expect(await buildSite({ site, out })).toBe(0)
  expect(await readFile(join(out, 'van/index.html'), 'utf8')).toContain('class="block van-map"')
})

it('are reported with their file in the package', async () => {
  const path = `${agency}/blocks/van-map/schema.json`
  const schema = await readFile(join(site, path), 'utf8')
  await write(path, schema.replace('VanMapBlock', 'Other'))
  expect(await listErrors()).toContainEqual({
    code: 'INVALID_BLOCK',
    file: path,
    message: '"title" must be "VanMapBlock".',
  })
  await write(path, schema)
})

it('must not have the name of a block of the site', async () => {
  for (const [path, text] of Object.entries(createBlockFiles('van-map', true)))
    await write(path, text)
  expect(await listErrors()).toEqual([
    {
      code: 'INVALID_BLOCK',
      file: `${agency}/blocks/van-map`,
      message: 'The site has a block named van-map, too.',
    },
  ])
  await rm(join(site, 'blocks'), { recursive: true })
})

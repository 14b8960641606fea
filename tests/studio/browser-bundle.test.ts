/** The scripts of the studio are bundled again if anything that they were made of has changed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { BrowserBundle } from '../../scripts/studio/server/browser-bundle.ts'

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'signpost-browser-bundle-'))
  vi.stubEnv('SIGNPOST_CACHE', join(root, 'cache'))
  writeFileSync(join(root, 'main.ts'), "import { text } from './text.ts'\nconsole.log(text)\n")
  writeFileSync(join(root, 'text.ts'), "export const text = 'first'\n")
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

/** Bundles as a server does that has just started. @returns what runs, and whether it was kept */
async function start(listing = 'blocks') {
  let isKept = true
  const bundle = new BrowserBundle({
    root,
    entry: 'main.ts',
    publicPath: '/',
    plugins: [{ name: 'note', setup: () => void (isKept = false) }],
    listReplaced: async () => listing,
  })
  const { script } = await bundle.load()
  const asset = await bundle.find(script.slice(1))
  return { text: Buffer.from(asset!.bytes).toString(), isKept, bundle }
}

it('a second start reuses the bundle, and follows its sources', async () => {
  expect(await start()).toMatchObject({ text: expect.stringContaining('first'), isKept: false })
  const second = await start()
  expect(second).toMatchObject({ text: expect.stringContaining('first'), isKept: true })
  expect(await second.bundle.noteChange(join(root, 'text.ts'))).toBe(true)
})

it('a changed source or another list of blocks is bundled', async () => {
  expect(await start('other blocks')).toMatchObject({ isKept: false })
  writeFileSync(join(root, 'text.ts'), "export const text = 'other'\n")
  expect(await start()).toMatchObject({ text: expect.stringContaining('other'), isKept: false })
  rmSync(join(root, 'text.ts'))
  await expect(start()).rejects.toThrow('text.ts')
})

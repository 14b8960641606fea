/** `npm run check -- --accept-translation`. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let site: string
const accept = (route: string) =>
  runInProcess('check', ['--site', site, '--accept-translation', route])
const createPage = (route: string, title: string, more = '') => `  ${route}:
    kind: info${more}
    title: ${title}
    description: ${title} of the shop.
    blocks: [{ type: hero, heading: ${title} }]
`

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-accept-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  const settings = await readFile(join(site, 'pages.yaml'), 'utf8')
  const languages = 'languages: { es: { label: Español } }'
  await writeFile(join(site, 'pages.yaml'), settings.replace('  logo:', `  ${languages}\n  logo:`))
  const pages =
    createPage('/news', 'News') +
    createPage('/es/avisos', 'Avisos', '\n    language: es\n    translates: /news')
  await writeFile(join(site, 'pages/news.yaml'), `pages:\n${pages}`)
})
afterAll(() => rm(site, { recursive: true }))

it('records the original, also while another page has an error', async () => {
  await writeFile(join(site, 'pages/typo.yaml'), 'pages: { /typo: { kind: inof } }')
  expect(await accept('/es/avisos')).toMatchObject({
    stdout: expect.stringContaining('/es/avisos is up to date'),
  })
  expect(await readFile(join(site, 'pages/news.yaml'), 'utf8')).toMatch(/original: \S/)
})

it('names an address that is no translation', async () => {
  for (const route of ['/news', '/es/aviso'])
    expect(await accept(route)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${route} is no translation`),
    })
})

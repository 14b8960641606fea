/** Checks the README's claims: its examples build, its commands exist, and its links resolve. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { loadSite } from '../../schema/load-site.ts'
import { root } from '../helpers/run-npm-script.ts'

const readme = await readFile(join(root, 'README.md'), 'utf8')
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

it("the README's example page is valid on this repository's site", async () => {
  const example = /```yaml\n(# yaml-language-server[^`]*)```/.exec(readme)![1]!
  const site = await mkdtemp(join(tmpdir(), 'signpost-readme-'))
  await cp(join(root, 'pages.yaml'), join(site, 'pages.yaml'))
  for (const folder of ['pages', 'public'])
    await cp(join(root, folder), join(site, folder), { recursive: true })
  await writeFile(join(site, 'pages/example.yaml'), example)
  const { pages, problems } = await loadSite(site)
  await rm(site, { recursive: true })
  expect(
    problems.filter(({ severity, code }) => severity !== 'note' && code !== 'UNDATED_CHANGE'),
  ).toEqual([])
  const page = pages.find(({ data }) => data.route === '/notary/courthouse')
  expect(page?.data.head.description).toBe(
    'We meet you at the courthouse steps. A visit starts at $60.',
  )
})

it("the README's example set gives the stated pages", async () => {
  const [, table] = /```csv\n([^`]*)```/.exec(readme)!
  const [, set] = /```yaml\n(# yaml-language-server[^`]*\nsets:[^`]*)```/.exec(readme)!
  const site = await mkdtemp(join(tmpdir(), 'signpost-readme-'))
  await cp(join(root, 'pages.yaml'), join(site, 'pages.yaml'))
  for (const folder of ['pages', 'public'])
    await cp(join(root, folder), join(site, folder), { recursive: true })
  await mkdir(join(site, 'data'))
  await writeFile(join(site, 'pages/visits.yaml'), set!)
  await writeFile(join(site, 'data/towns.csv'), table!)
  const { pages, problems } = await loadSite(site)
  await writeFile(join(site, 'data/towns.csv'), table!.replace('County,60,', 'County,sixty,'))
  const broken = await loadSite(site)
  await rm(site, { recursive: true })
  expect(
    problems.filter(({ severity, code }) => severity !== 'note' && code !== 'UNDATED_CHANGE'),
  ).toEqual([])
  const setPages = pages
    .filter(({ data }) => data.route.startsWith('/visits/'))
    .map(({ data }) => [data.route, data.head.title, data.head.description])
  expect(setPages).toEqual([
    ['/visits/crane', 'A notary comes to Crane', 'We drive 50 miles to Crane in Crane County.'],
    [
      '/visits/lamesa',
      'A notary comes up to Lamesa',
      'We drive 60 miles to Lamesa in Dawson County.',
    ],
  ])
  // The README shows the actual message.
  expect(readme).toContain(
    formatProblems(broken.problems.filter(({ code }) => code === 'INVALID_CELL')),
  )
})

it('the README mentions only existing commands', () => {
  const commands = new Set([...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!))
  expect(commands.size).toBeGreaterThan(7)
  expect([...commands].filter((name) => !(name in manifest.scripts))).toEqual([])
})

it('the README lists every dependency', () => {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    (name) => !name.startsWith('@types/'),
  )
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

it('the README links only to existing files', async () => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)]
    .map(([, path]) => path!)
    .filter((path) => !path.startsWith('/'))
  expect(links.length).toBeGreaterThan(4)
  for (const path of links)
    await expect(readFile(join(root, path), 'utf8'), path).resolves.toBeTruthy()
})

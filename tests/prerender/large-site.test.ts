/**
 * A site whose files worker threads check while rendering their pages, as those of a large one. It
 * is reported and cached like a small one.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { expectSameFiles, readContents } from '../helpers/output-files.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root, runNpmScript } from '../helpers/run-npm-script.ts'
import { readYaml, writeYaml } from '../helpers/site-yaml.ts'

let work: string
let site: string
let out: string

const files = 12
const pagesPerFile = 4

/** Returns words that no other page has. */
const createPageWords = (page: number) =>
  Array.from({ length: 100 }, (_, index) => `w${(page * 100 + index).toString(36)}`).join(' ')

const writePagesFile = (name: string, text: string) => writeFile(join(site, 'pages', name), text)
const readPagesFile = (name: string) => readFile(join(site, 'pages', name), 'utf8')

function createLargePage(number: number): string {
  return `  /large-${number}:
    kind: info
    title: Page ${number} of many
    description: This is what page ${number} of many is about.
    blocks:
      - type: hero
        heading: Page ${number}
        lead: Short.
      - type: prose
        body: ${createPageWords(number)}
`
}

/** Pages in files of their own, each of which is a task. */
const shortPages = Array.from({ length: 20 }, (_, index) => 1000 + index)

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-large-'))
  site = join(work, 'site')
  out = join(work, 'out')
  await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
  const main = await readYaml(join(site, 'pages.yaml'))
  main.site = { ...main.site, application: false, shareImages: 'none', icons: 'none' }
  main.include = ['pages/*.yaml']
  await writeYaml(join(site, 'pages.yaml'), main)
  for (const number of shortPages)
    await writePagesFile(`${number}.yaml`, `pages:\n${createLargePage(number)}`)
})
afterAll(() => rm(work, { recursive: true }))

beforeEach(writeLargeSite)

async function writeLargeSite() {
  for (let file = 0; file < files; file++) {
    const text = `pages:\n${Array.from({ length: pagesPerFile }, (_, index) => createLargePage(file * pagesPerFile + index)).join('')}`
    await writePagesFile(getPagesFileName(file), text)
  }
}

const getPagesFileName = (file: number) => `large-${String(file).padStart(2, '0')}.yaml`
async function prefixPagesFiles(text: (file: number) => string) {
  for (let file = 0; file < files; file++)
    await writePagesFile(
      getPagesFileName(file),
      text(file) + (await readPagesFile(getPagesFileName(file))),
    )
}
const buildLargeSite = () =>
  runNpmScript('build', ['--site', site, '--out', out], { SIGNPOST_THREADS: '1' })
async function replaceInPagesFile(name: string, from: string, to: string) {
  const text = await readPagesFile(name)
  expect(text).toContain(from)
  await writePagesFile(name, text.replace(from, to))
}

it('a large site is built, and reports the same problems as the check', async () => {
  expect(buildLargeSite().code).toBe(0)
  const before = await readContents(out)
  expect(before.has('/large-47/index.html')).toBe(true)
  expect(shortPages.filter((number) => !before.has(`/large-${number}/index.html`))).toEqual([])
  await replaceInPagesFile('large-03.yaml', 'kind: info', 'kind: infos')
  await replaceInPagesFile('large-07.yaml', 'lead: Short.', 'lead: Short.\n        leed: Long.')
  await replaceInPagesFile('large-09.yaml', 'lead: Short.', 'lead: ${nothing}')
  // All files change, and most of them in no page.
  await prefixPagesFiles(
    (file) =>
      `facts: { a${file}: { label: A, unit: count, value: ${file === 5 ? '[many]' : 1} } }\n`,
  )
  const refused = buildLargeSite()
  expect(refused.code).toBe(1)
  const listErrors = (report: string) =>
    [...report.matchAll(/pages\/(large-\d+)\.yaml:\d+:\d+ error (\w+)/g)].map(
      ([, file, found]) => `${file} ${found}`,
    )
  const codes = listErrors(refused.stderr)
  const { stdout } = await runInProcess('check', ['--site', site])
  expect(codes).toEqual(listErrors(stdout))
  expect(new Set(codes.map((found) => found.split(' ')[0]))).toEqual(
    new Set(['large-03', 'large-05', 'large-07', 'large-09']),
  )
  expect(await readContents(out)).toEqual(before)
})

it('what has changed is built again, and pages that depend on another entry of their file', async () => {
  const readHeading = async (number: number) =>
    /<h1[^>]*>(.*?)</.exec(await readFile(join(out, `large-${number}/index.html`), 'utf8'))?.[1]
  // More pages than are read at a time.
  const pages = Array.from({ length: 60 }, (_, index) => createLargePage(500 + index))
  await writePagesFile('long.yaml', `pages:\n${pages.join('\n  # Another one.\n')}`)
  for (const [file, first, second] of [
    ['large-02.yaml', 8, 9],
    ['long.yaml', 501, 558],
  ] as const) {
    await replaceInPagesFile(file, `heading: Page ${first}\n`, 'heading: &shared One for two\n')
    await replaceInPagesFile(file, `heading: Page ${second}\n`, 'heading: *shared\n')
  }
  expect(buildLargeSite().code).toBe(0)
  expect(await Promise.all([9, 500, 530, 558, 559].map(readHeading))).toEqual([
    'One for two',
    'Page 500',
    'Page 530',
    'One for two',
    'Page 559',
  ])
  for (const file of ['large-02.yaml', 'long.yaml'])
    await replaceInPagesFile(file, '&shared One for two', '&shared Another for two')
  // All files change, so that the entries are read separately at first.
  await prefixPagesFiles(() => '# New.\n')
  expect(buildLargeSite().code).toBe(0)
  expect(await Promise.all([9, 558].map(readHeading))).toEqual([
    'Another for two',
    'Another for two',
  ])
  const fresh = join(work, 'fresh')
  const { code, stderr } = await runInProcess('build', ['--site', site, '--out', fresh])
  expect(code, stderr).toBe(0)
  await expectSameFiles(out, fresh)
})

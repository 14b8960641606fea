/**
 * A site so large that worker threads check its files while rendering their pages. It is reported
 * and cached like a small one.
 */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { threadThresholds } from '../../scripts/prerender/workers/worker-pool.ts'
import { expectSameFiles, readContents } from '../helpers/output-files.ts'
import { root, runNpmScript } from '../helpers/run-npm-script.ts'
import { readYaml, writeYaml } from '../helpers/site-yaml.ts'

let work: string
let site: string
let out: string

const files = 12
const pagesPerFile = 4

/** Comments that make a file large without making its pages large. */
const comments = `      # ${'Nothing that is printed. '.repeat(4)}\n`.repeat(900)
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
${comments}      - type: prose
        body: ${createPageWords(number)}
`
}

const createShortPage = (number: number) => createLargePage(number).replace(comments, '')

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-large-'))
  site = join(work, 'site')
  out = join(work, 'out')
  await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
  const main = await readYaml(join(site, 'pages.yaml'))
  main.site = { ...main.site, application: false, shareImages: 'none', icons: 'none' }
  main.include = ['pages/*.yaml']
  await writeYaml(join(site, 'pages.yaml'), main)
})
afterAll(() => rm(work, { recursive: true }))

beforeEach(writeLargeSite)

async function writeLargeSite() {
  let bytes = 0
  for (let file = 0; file < files; file++) {
    const text = `pages:\n${Array.from({ length: pagesPerFile }, (_, index) => createLargePage(file * pagesPerFile + index)).join('')}`
    bytes += text.length
    await writePagesFile(getPagesFileName(file), text)
  }
  expect(bytes).toBeGreaterThan(threadThresholds.bytes)
}

const getPagesFileName = (file: number) => `large-${String(file).padStart(2, '0')}.yaml`
async function prefixPagesFiles(text: (file: number) => string) {
  for (let file = 0; file < files; file++)
    await writePagesFile(
      getPagesFileName(file),
      text(file) + (await readPagesFile(getPagesFileName(file))),
    )
}
const buildLargeSite = (to = out) => runNpmScript('build', ['--site', site, '--out', to])
async function replaceInPagesFile(name: string, from: string, to: string) {
  const text = await readPagesFile(name)
  expect(text).toContain(from)
  await writePagesFile(name, text.replace(from, to))
}

it('a site of many files is built completely, though each file is a separate task', async () => {
  const many = join(work, 'many')
  await cp(site, many, { recursive: true })
  for (let file = 0; file < files; file++) await rm(join(many, 'pages', getPagesFileName(file)))
  const numbers = Array.from({ length: 1100 }, (_, number) => number)
  const page = (number: number) => `pages:\n${createShortPage(number)}`
  await Promise.all(
    numbers.map((number) => writeFile(join(many, 'pages', `${number}.yaml`), page(number))),
  )
  const to = join(work, 'of-many')
  expect(runNpmScript('build', ['--site', many, '--out', to]).code).toBe(0)
  const built = await readdir(to)
  expect(numbers.filter((number) => !built.includes(`large-${number}`))).toEqual([])
})

it('a large site is built, and reports the same problems as the check', async () => {
  await rm(out, { recursive: true, force: true })
  const { code, stderr } = buildLargeSite()
  expect(code, stderr.slice(0, 2000)).toBe(0)
  const before = await readContents(out)
  expect(before.has('/large-47/index.html')).toBe(true)

  // All files change, and none of their pages.
  await prefixPagesFiles(
    (file) =>
      `facts: { a${file}: { label: A, unit: count, value: ${file === 5 ? '[many]' : 1} } }\n`,
  )
  const withoutPages = buildLargeSite()
  expect(withoutPages.code).toBe(1)
  expect(withoutPages.stderr).toMatch(/large-05\.yaml:1:\d+ error/)

  await writeLargeSite()
  await replaceInPagesFile('large-03.yaml', 'kind: info', 'kind: infos')
  await replaceInPagesFile('large-07.yaml', 'lead: Short.', 'lead: Short.\n        leed: Long.')
  await replaceInPagesFile('large-09.yaml', 'lead: Short.', 'lead: ${nothing}')
  await writePagesFile(
    'large-11.yaml',
    `facts: { a: { unit: count } }\n${await readPagesFile('large-11.yaml')}`,
  )
  const refused = buildLargeSite()
  expect(refused.code).toBe(1)
  const listErrors = (report: string) =>
    [...report.matchAll(/pages\/(large-\d+)\.yaml:\d+:\d+ error (\w+)/g)].map(
      ([, file, found]) => `${file} ${found}`,
    )
  const codes = listErrors(refused.stderr)
  expect(codes).toEqual(listErrors(runNpmScript('check', ['--site', site]).stdout))
  expect(new Set(codes.map((found) => found.split(' ')[0]))).toEqual(
    new Set(['large-03', 'large-07', 'large-09', 'large-11']),
  )
  expect(await readContents(out)).toEqual(before)
})

it('what has changed is built again, and pages that depend on another entry of their file', async () => {
  const readHeading = async (number: number) =>
    /<h1[^>]*>(.*?)</.exec(await readFile(join(out, `large-${number}/index.html`), 'utf8'))?.[1]
  // More pages than are read at a time.
  const pages = Array.from({ length: 60 }, (_, index) => createShortPage(500 + index))
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

  const [correct, wrong] = ['heading: Page 559', 'headin: Page 559']
  await replaceInPagesFile('long.yaml', correct, wrong)
  const { code, stderr } = buildLargeSite()
  expect(code).toBe(1)
  expect(stderr).toMatch(/long\.yaml:\d+:\d+ error UNKNOWN_PROPERTY/)
  await replaceInPagesFile('long.yaml', wrong, correct)

  for (const file of ['large-02.yaml', 'long.yaml'])
    await replaceInPagesFile(file, '&shared One for two', '&shared Another for two')
  // All files change, so that the entries are read separately at first.
  await prefixPagesFiles(() => '# New.\n')
  expect(buildLargeSite().code).toBe(0)
  await replaceInPagesFile('large-04.yaml', 'lead: Short.', 'lead: Shorter.')
  expect(buildLargeSite().code).toBe(0)
  expect(await Promise.all([9, 558].map(readHeading))).toEqual([
    'Another for two',
    'Another for two',
  ])
  const fresh = join(work, 'fresh')
  expect(buildLargeSite(fresh).code).toBe(0)
  await expectSameFiles(out, fresh)
})

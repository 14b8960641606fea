/**
 * `check --fix` over every folder in tests/cases/: what it corrects stays correct, a second run
 * changes nothing, and no word that a visitor reads is lost.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fixProblems } from '../../scripts/check/fix-problems.ts'
import { checkSite } from '../../scripts/prerender/session/inspect-site.ts'
import { root } from '../helpers/run-npm-script.ts'
import type { Problem } from '../../schema/problems/types.ts'

const testsDir = join(root, 'tests')
const cases = (await readdir(join(testsDir, 'cases'))).sort()
let work: string

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-fix-cases-'))
})
afterAll(() => rm(work, { recursive: true }))

/** If nothing is corrected, there is nothing that a second run could do. */
async function fixTwice(site: string) {
  const check = () => checkSite(site, { moment: { now: '2026-11-22' } })
  const before = await readTexts(site)
  const first = await fixProblems(site, check)
  const after = await readTexts(site)
  const second = after === before ? first : await fixProblems(site, check)
  return { before, after, first, second }
}

/** Reads the files that authors write. */
async function readTexts(site: string): Promise<string> {
  const files = await readdir(site, { recursive: true, withFileTypes: true })
  const sources = files.filter((file) => file.isFile() && /\.(?:yaml|csv|json)$/.test(file.name))
  const texts = sources.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

/** Lists words, except those with letters that may be garbled. */
const listWords = (text: string) => {
  const words = text.replaceAll('\u200b', '').match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => /^\w+$/.test(word)).map((word) => word.toLowerCase()))
}

/** Whether a correction replaces a misspelled name or address on the line of the problem. */
const isReplacement = ({ code }: Problem) =>
  /^(?:UNKNOWN|INVALID|UNSAFE|BROKEN|WRITTEN_OUT|LINK|GARBLED|HTML|MISSING)_/.test(code)

it.each(cases)('%s', async (name) => {
  const site = join(work, name)
  await cp(join(testsDir, 'base-site'), site, { recursive: true })
  await cp(join(testsDir, 'cases', name), site, { recursive: true })
  const { before, after, first, second } = await fixTwice(site)
  expect(first.unfixed).toEqual([])
  expect(second).toMatchObject({ fixed: [], unfixed: [] })
  if (after === before) return
  const replaced = first.fixed.filter(({ problem }) => isReplacement(problem))
  const kept = listWords([after, ...replaced.map(({ problem }) => problem.excerpt)].join('\n'))
  expect([...listWords(before)].filter((word) => !kept.has(word))).toEqual([])
})

type Example = {
  name: string
  /** A property of the page or of its first block, as written, and after the corrections. */
  wrong: string
  right: string
  /** The problem that is left, if any. */
  left?: string
}

const links: Example[] = [
  ['mailto:hello@bikes.example.com?subject=Delivery', 'mailto:?subject=Delivery'],
  ['sms:+14325550100?body=Hi', 'sms:?body=Hi'],
  ['tel:+14325550100;ext=5', 'tel:;ext=5'],
  ['mailto:?subject=Delivery', 'mailto:?subject=Delivery'],
  ['mailto:?subject=Delivery of bikes', 'mailto:?subject=Delivery of bikes'],
  ['sms:+14325550100?body=Hi there', 'sms:?body=Hi%20there'],
  ['/Price%20List.pdf', '/Price%20List.pdf'],
  ['/%C3%9Cbersicht.pdf', '/%C3%9Cbersicht.pdf'],
  ['/Übersicht.pdf', '/Übersicht.pdf'],
].map(([wrong, right]) => ({
  name: `the link ${wrong}`,
  wrong: `actions: [{ label: Write to the shop, href: '${wrong}' }]`,
  right: `actions: [{ label: Write to the shop, href: '${right}' }]`,
}))

const uncertain: Example[] = [
  {
    wrong: "actions: [{ label: Write to the shop, href: '/Price List.pdf' }]",
    left: 'INVALID_LINK',
  },
  { wrong: 'picture: { src: /photo 2.jpg, alt: The shop }', left: 'INVALID_FORMAT' },
  { wrong: 'picture: { src: /photo%202.jpg, alt: The shop }', left: 'PICTURE_NOT_FOUND' },
  { wrong: 'id: a/b c', left: 'INVALID_FORMAT' },
  {
    wrong: "actions: [{ label: All prices, href: 'https://bikes.example.com/prices?a=1' }]",
    left: 'LINK_WITH_OWN_ORIGIN',
  },
].map((each) => ({ ...each, name: `what is left alone: ${each.wrong}`, right: each.wrong }))

it.each([...links, ...uncertain])('$name', async ({ wrong, right, left }) => {
  const site = await mkdtemp(join(work, 'example-'))
  await cp(join(testsDir, 'base-site'), site, { recursive: true })
  await mkdir(join(site, 'public'), { recursive: true })
  for (const file of ['Price List.pdf', 'Übersicht.pdf'])
    await writeFile(join(site, 'public', file), 'content')
  const page = (block: string) => `pages:
  /mistake:
    kind: info
    title: A mistake
    description: A page with a mistake.
    blocks:
      - type: hero
        heading: A mistake
        ${block}
`
  await writeFile(join(site, 'pages/mistake.yaml'), page(wrong))
  const { first, second } = await fixTwice(site)
  expect(await readFile(join(site, 'pages/mistake.yaml'), 'utf8')).toBe(page(right))
  expect(second.fixed).toEqual([])
  const codes = first.check.problems
    .filter(({ file, code }) => file === 'pages/mistake.yaml' && code !== 'UNLINKED_PAGE')
    .map(({ code }) => code)
  expect(codes.slice(0, 1)).toEqual(left ? [left] : [])
})

it('a warning does not become an error', async () => {
  const site = await mkdtemp(join(work, 'error-'))
  await cp(join(testsDir, 'base-site'), site, { recursive: true })
  const file = join(site, 'pages/home.yaml')
  const action = "        actions: [{ label: All, href: 'https://bikes.example.com/none' }]\n"
  await writeFile(file, (await readFile(file, 'utf8')) + action)
  const { before, after, first } = await fixTwice(site)
  expect(after).toBe(before)
  expect(first.check.problems.map(({ code }) => code)).toEqual(['LINK_WITH_OWN_ORIGIN'])
})

it('a number without the extension of the site is another number', async () => {
  const site = await mkdtemp(join(work, 'extension-'))
  await cp(join(testsDir, 'base-site'), site, { recursive: true })
  for (const [file, from, to] of [
    ['pages.yaml', '+1 (432) 555-0100', '+1 (432) 555-0100 ext. 5'],
    ['pages/home.yaml', 'description:', 'label: Call (432) 555-0100\n    description:'],
  ] as const) {
    const text = await readFile(join(site, file), 'utf8')
    expect(text).toContain(from)
    await writeFile(join(site, file), text.replace(from, to))
  }
  const { before, after, first } = await fixTwice(site)
  expect(after).toBe(before)
  expect(first.check.problems.map(({ code }) => code)).toEqual(['WRITTEN_OUT_CONTACT'])
})

it('an alias keeps its address', async () => {
  const site = await mkdtemp(join(work, 'alias-'))
  await cp(join(testsDir, 'base-site'), site, { recursive: true })
  const file = join(site, 'pages/home.yaml')
  const text = await readFile(file, 'utf8')
  const wrong = text.replace(/^( +)title:/m, '$1aliases: [/old prices]\n$1title:')
  expect(wrong).not.toBe(text)
  await writeFile(file, wrong)
  const { after, first } = await fixTwice(site)
  expect(after).toContain('aliases: [/old prices]')
  expect(first.check.problems).toEqual([])
})

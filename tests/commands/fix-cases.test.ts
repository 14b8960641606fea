/**
 * What `check --fix` corrects in links, and what it leaves alone. That it corrects every folder in
 * tests/cases/ well is tested in reported-problems.test.ts.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fixTwice } from '../helpers/fix-twice.ts'
import { root } from '../helpers/run-npm-script.ts'

const testsDir = join(root, 'tests')
const edition = { moment: { now: '2026-11-22' } }
let work: string

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-fix-cases-'))
})
afterAll(() => rm(work, { recursive: true }))

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

// A path that is not written as a link would be plain words.
const bareAddresses: Example[] = [
  ['See http://127.0.0.1:5173/ today.', 'See [/](/) today.'],
  ['See https://bikes.example.com/ today.', 'See [https://bikes.example.com/](/) today.'],
  ['See [all](http://127.0.0.1:5173/).', 'See [all](/).'],
].map(([wrong, right]) => ({
  name: `the address in "${wrong}"`,
  wrong: `lead: '${wrong}'`,
  right: `lead: '${right}'`,
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

it.each([...links, ...bareAddresses, ...uncertain])('$name', async ({ wrong, right, left }) => {
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
  const { first, second } = await fixTwice(site, edition)
  expect(await readFile(join(site, 'pages/mistake.yaml'), 'utf8')).toBe(page(right))
  expect(second.fixed).toEqual([])
  const codes = first.after.problems
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
  const { before, after, first } = await fixTwice(site, edition)
  expect(after).toBe(before)
  expect(first.after.problems.map(({ code }) => code)).toEqual(['LINK_WITH_OWN_ORIGIN'])
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
  const { before, after, first } = await fixTwice(site, edition)
  expect(after).toBe(before)
  expect(first.after.problems.map(({ code }) => code)).toEqual(['WRITTEN_OUT_CONTACT'])
})

it('an alias keeps its address', async () => {
  const site = await mkdtemp(join(work, 'alias-'))
  await cp(join(testsDir, 'base-site'), site, { recursive: true })
  const file = join(site, 'pages/home.yaml')
  const text = await readFile(file, 'utf8')
  const wrong = text.replace(/^( +)title:/m, '$1aliases: [/old prices]\n$1title:')
  expect(wrong).not.toBe(text)
  await writeFile(file, wrong)
  const { after, first } = await fixTwice(site, edition)
  expect(after).toContain('aliases: [/old prices]')
  expect(first.after.problems).toEqual([])
})

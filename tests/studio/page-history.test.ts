/** Which commits have changed a page, what each has changed, and how it is taken back. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DraftedSite } from '../../scripts/edit/drafted-site.ts'
import {
  describeOutsideChange,
  type HistoryField,
  listPageHistory,
  restoreChange,
} from '../../scripts/studio/describe/page-history.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'signpost-history-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-C', dir, '-c', 'user.name=Ada', '-c', 'user.email=a@example.com', ...args])

function commit(subject: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text)
  git('add', '--all')
  git('commit', '--quiet', '--message', subject)
}

const read = (file: string) => readFileSync(join(dir, file), 'utf8')
const page = (first: string, others = '') => `pages:
  /bread:
    title: Our bread
    blocks:
${first}      - { type: hero, heading: Two kinds }
${others}  /rolls: { title: Our rolls }
`
const facts = (loaf: number, roll: number) =>
  `facts:\n  loaf: { value: ${loaf} }\n  roll: { value: ${roll} }\n`

/** The texts after what was taken back. */
const rewritten: string[] = []
const site = {
  draft: {
    dir: '',
    readText: async (file: string) => read(file),
    rewrite: async (_: number, __: string, [change]: { after: string }[]) =>
      rewritten.push(change!.after),
  },
  findPage: (route: string) => ({ route, location: { source: { file: 'shop.yaml' } } }),
  listFacts: () => [
    { pages: ['/bread'], address: { file: 'facts.yaml', path: ['facts', 'loaf'] } },
  ],
}
const getSite = () => ({ ...site, draft: { ...site.draft, dir } }) as unknown as DraftedSite
const list = () => listPageHistory(getSite(), '/bread', 40)

async function restore(commit: string, { file, index }: HistoryField) {
  await restoreChange(getSite(), 1, { route: '/bread', commit, file, index })
  return rewritten.at(-1)
}

it('lists what has changed on the page and in its facts, and takes each change back', async () => {
  git('init', '--quiet')
  commit('Start', { 'shop.yaml': page(''), 'facts.yaml': facts(4, 1) })
  commit('Ask', { 'shop.yaml': page('', '      - { type: faq, heading: Questions }\n') })
  commit('Elsewhere', { 'facts.yaml': facts(4, 2), 'shop.yaml': `${read('shop.yaml')}# rolls\n` })
  commit('Dearer', { 'facts.yaml': facts(5, 2) })
  const questions = '      - { type: faq, heading: Any questions? }\n'
  commit('Reword', { 'shop.yaml': page('', questions) })
  // Where a block is now is found, though another one is above it.
  const now = page('      - { type: breadcrumbs }\n', questions)
  writeFileSync(join(dir, 'shop.yaml'), now)
  const history = list()
  if ('reason' in history) throw new Error(history.reason)
  const { entries } = history
  expect(entries.map(({ subject, isFirst, fields }) => [subject, isFirst, fields.length])).toEqual([
    ['Reword', undefined, 1],
    ['Dearer', undefined, 1],
    ['Ask', undefined, 1],
    ['Start', true, 0],
  ])
  expect(entries[0]).toMatchObject({ author: 'Ada', date: expect.stringMatching(/^\d{4}-/) })
  const [reworded, dearer, asked] = entries.map(
    ({ commit, fields }) => [commit, fields[0]!] as const,
  )
  expect(reworded![1].label).toBe('Change heading of "Questions" on /bread')
  const words = reworded![1].parts.map(({ text }) => text).join('|')
  expect(words).toContain('Questions|Any questions?')
  expect(await restore(...reworded!)).toBe(now.replace('Any questions?', 'Questions'))
  expect(dearer![1].label).toBe('Change value of the fact loaf')
  expect(await restore(...dearer!)).toBe(facts(4, 2))
  // The block that was added has changed since.
  expect(asked![1]).toMatchObject({ label: 'Add "Questions" to /bread', parts: [] })
  await expect(restore(...asked!)).rejects.toThrow('changed again')
})

it('says why there is no history', async () => {
  writeFileSync(join(dir, 'shop.yaml'), page(''))
  writeFileSync(join(dir, 'facts.yaml'), facts(4, 1))
  expect(list()).toEqual({ reason: expect.stringContaining('no Git repository') })
  git('init', '--quiet')
  expect(list()).toEqual({ reason: expect.stringContaining('no commit') })
})

it('takes the words of one change back, unless they have changed since', async () => {
  git('init', '--quiet')
  const write = (words: string) =>
    page('', `      - { type: faq, heading: Questions }\n`).replace('Questions', words)
  commit('Start', {
    'shop.yaml': write('Call or e-mail us before noon'),
    'facts.yaml': facts(4, 1),
  })
  commit('Spell', { 'shop.yaml': write('Call or email us before noon') })
  const history = list()
  if ('reason' in history) throw new Error(history.reason)
  const [spelled] = history.entries.map(({ commit, fields }) => [commit, fields[0]!] as const)
  writeFileSync(join(dir, 'shop.yaml'), write('Call or email us today'))
  expect(await restore(...spelled!)).toBe(write('Call or e-mail us today'))
  writeFileSync(join(dir, 'shop.yaml'), write('Write to us'))
  await expect(restore(...spelled!)).rejects.toThrow('changed again')
  writeFileSync(join(dir, 'shop.yaml'), write('Call or e-mail us before noon'))
  await expect(restore(...spelled!)).rejects.toThrow('as it was')
})

it('says what another program has changed in a file', () => {
  const describe = (before: string, after: string) =>
    describeOutsideChange({ file: 'shop.yaml', before, after })
  const before = page('')
  expect(describe(before, before.replace('Two kinds', 'Both kinds'))).toBe(
    'Change heading of "Two kinds" on /bread to “Both kinds”',
  )
  expect(describe(before, before.replace('Our bread', 'From ${loaf}'))).toBe(
    'Change title of /bread',
  )
  expect(describe(before, before.replace('Two', "'Two"))).toContain('has a mistake')
  expect(describe(before, `${before}# A note\n`)).toBe('shop.yaml')
})

/** Proposing commits the studio's edits on a branch, and leaves everything else as it is. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SavedChanges } from '../../scripts/studio/draft/saved-changes.ts'
import { toCompareUrl, planProposal, propose } from '../../scripts/studio/propose-changes.ts'

let dir: string
let saved: SavedChanges

const git = (...args: string[]) =>
  execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8' }).trimEnd()
const write = (file: string, text: string) => writeFileSync(join(dir, file), text)

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'signpost-propose-'))
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.email', 'me@example.com')
  git('config', 'user.name', 'Me')
  for (const file of ['a.yaml', 'b.yaml', 'c.yaml']) write(file, 'x: 1\n')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Start')
  write('a.yaml', 'x: 2\n')
  saved = {
    files: new Map([['a.yaml', { before: 'x: 1\n', after: 'x: 2\n' }]]),
    labels: ['Change title of /about', 'Move "Prices" up'],
  }
  // Changes of the user, one of them staged.
  write('b.yaml', 'x: mine\n')
  git('add', 'b.yaml')
  write('c.yaml', 'x: mine, too\n')
})
afterEach(() => rmSync(dir, { recursive: true }))

it('commits the saved files alone, in words', async () => {
  expect(await propose(dir, saved)).toEqual({
    branch: 'studio/change-title-of-about-and-1-more',
    commit: git('rev-parse', '--short', 'HEAD'),
    pushed: false,
  })
  expect(git('show', '--name-only', '--format=%B', 'HEAD')).toBe(
    'Change title of /about, and 1 more\n\n- Change title of /about\n- Move "Prices" up\n\n\na.yaml',
  )
  expect(git('status', '--porcelain')).toBe('M  b.yaml\n M c.yaml')
  expect(git('rev-parse', 'main')).toBe(git('rev-parse', 'HEAD~'))
})

it('commits new pictures that the saved files show, and no others', async () => {
  mkdirSync(join(dir, 'public'))
  for (const name of ['shown.png', 'other.png']) write(`public/${name}`, name)
  saved.files.set('a.yaml', { before: 'x: 1\n', after: 'x: /shown.png\n' })
  write('a.yaml', 'x: /shown.png\n')
  write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n')
  chmodSync(join(dir, '.git/hooks/pre-commit'), 0o755)
  const untouched = git('status', '--porcelain')
  await expect(propose(dir, saved)).rejects.toThrow()
  expect(git('status', '--porcelain')).toBe(untouched)
  rmSync(join(dir, '.git/hooks/pre-commit'))
  await propose(dir, saved)
  expect(git('show', '--name-only', '--format=', 'HEAD')).toBe('a.yaml\npublic/shown.png')
  expect(git('status', '--porcelain')).toBe('M  b.yaml\n M c.yaml\n?? public/other.png')
})

it('pushes to the remote, if there is one', async () => {
  const remote = mkdtempSync(join(tmpdir(), 'signpost-remote-'))
  execFileSync('git', ['init', '--quiet', '--bare', remote])
  git('remote', 'add', 'origin', remote)
  const { branch, commit, pushed } = await propose(dir, saved)
  expect(pushed).toBe(true)
  const there = execFileSync('git', ['-C', remote, 'rev-parse', branch], { encoding: 'utf8' })
  expect(there.startsWith(commit)).toBe(true)
  rmSync(remote, { recursive: true })
})

it('a hook that refuses leaves everything as it was', async () => {
  const hook = join(dir, '.git/hooks/pre-commit')
  writeFileSync(hook, '#!/bin/sh\necho "No commits on Mondays." >&2\nexit 1\n', { mode: 0o755 })
  await expect(propose(dir, saved)).rejects.toThrow('No commits on Mondays.')
  expect(git('branch', '--show-current')).toBe('main')
  expect(git('branch', '--list', 'studio/*')).toBe('')
  expect(git('status', '--porcelain')).toBe(' M a.yaml\nM  b.yaml\n M c.yaml')
  expect(readFileSync(join(dir, 'a.yaml'), 'utf8')).toBe('x: 2\n')
})

it.each([
  ['changes of the user in the same file', 'x: 0\n', 'x: 2\n', 'had changes of its own'],
  ['a later change by another program', 'x: 1\n', 'x: 3\n', 'changed by another program'],
])('is refused because of %s', (_, before, after, reason) => {
  saved.files.set('a.yaml', { before, after })
  expect(planProposal(dir, saved)).toEqual({ reason: expect.stringContaining(reason) })
})

it.each([
  ['git@github.com:we/site.git', 'https://github.com/we/site/compare/studio/a?expand=1'],
  ['https://me:secret@github.com/we/site', 'https://github.com/we/site/compare/studio/a?expand=1'],
  [
    'ssh://git@gitlab.example.com:2222/we/all/site.git',
    'https://gitlab.example.com/we/all/site/-/merge_requests/new?merge_request%5Bsource_branch%5D=studio%2Fa',
  ],
  ['/srv/git/site.git', undefined],
])('the page of the host for %s', (remote, url) => {
  expect(toCompareUrl(remote, 'studio/a')).toBe(url)
})

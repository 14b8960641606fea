/** Proposing commits the studio's edits on a branch, and leaves everything else as it is. */
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ProposalPlan,
  type ProposedFile,
  assertPublishable,
  examineChosen,
  planProposal,
  propose,
  toCompareUrl,
} from '../../scripts/studio/propose-changes.ts'
import { recordDates } from '../../scripts/check/record-dates.ts'
import { SiteVersion } from '../../scripts/report/changes/site-version.ts'
import { describeChosen, examineCommit } from '../../scripts/studio/describe/visitor-changes.ts'
import { root } from '../helpers/run-npm-script.ts'
import { getNewest, listProposals } from '../../scripts/studio/proposals.ts'
import { writeCommitMessage } from '../../scripts/studio/commit-message.ts'
import { markAsDraft } from '../../scripts/studio/share-preview.ts'
import { DraftStore } from '../../scripts/edit/draft/draft-store.ts'
import { SaveLog } from '../../scripts/edit/draft/save-log.ts'

let dir: string
let log: SaveLog
let store: DraftStore

const git = (...args: string[]) =>
  execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8' }).trimEnd()
/** Saves a file as the studio does. */
function save(file: string, text: string, ...labels: string[]): void {
  log.add(file, readFileSync(join(dir, file), 'utf8'), text, labels)
  write(file, text)
}
const plan = () =>
  planProposal({
    site: dir,
    draft: { isSource: (file) => file.endsWith('.yaml'), saveLog: log },
  })
const listPlanned = () => {
  const planned = plan()
  if ('reason' in planned) return planned.reason
  return Object.fromEntries(planned.files.map(({ file, author }) => [file, author]))
}
/** Proposes or publishes the files that are chosen at first, or others. */
function proposeFiles(
  choose: (file: ProposedFile) => boolean = ({ author }) => author !== 'others',
  publish = false,
  takePublished?: (clashes: unknown[]) => Promise<never>,
): ReturnType<typeof propose> {
  const planned = plan() as Extract<ProposalPlan, { id: string }>
  const files = planned.files.filter(choose).map(({ file }) => file)
  const draft = { isSource: (file: string) => file.endsWith('.yaml'), saveLog: log, takePublished }
  const { id, subject } = planned
  return propose({ site: dir, draft }, { id, files, subject, publish })
}

const write = (file: string, text: string) => writeFileSync(join(dir, file), text)

/** The folders that each test gets a copy of. Git takes most of the time of this file. */
let template: string
/** The copy: the site, its remote, and the clone of its owner. */
let work: string
beforeAll(() => {
  template = work = mkdtempSync(join(tmpdir(), 'signpost-propose-'))
  dir = join(work, 'site')
  mkdirSync(dir)
  git('init', '--quiet', '--initial-branch', 'main', '--template=')
  const config = (who: string) => `
[user]
	email = ${who.toLowerCase()}@example.com
	name = ${who}
# After each commit, Git would begin two more processes to look for something to tidy up.
[maintenance]
	auto = false
`
  appendFileSync(join(dir, '.git/config'), config('Me'))
  for (const file of ['a.yaml', 'b.yaml', 'c.yaml']) write(file, 'x: 1\n')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Start')
  git('clone', '--quiet', '--bare', '.', '../remote.git')
  git('clone', '--quiet', '../remote.git', '../owner')
  for (const file of ['remote.git/config', 'owner/.git/config'])
    appendFileSync(join(work, file), config('Owner'))
  git('-C', '../owner', 'remote', 'set-url', 'origin', '../remote.git')
  // Changes of the user, one of them staged.
  write('b.yaml', 'x: mine\n')
  git('add', 'b.yaml')
  write('c.yaml', 'x: mine, too\n')
  mkdirSync(join(dir, '.git/hooks'), { recursive: true })
})
afterAll(() => rmSync(template, { recursive: true }))

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'signpost-propose-'))
  dir = join(work, 'site')
  copyTemplate('site')
  store = new DraftStore(dir)
  log = new SaveLog(store)
  save('a.yaml', 'x: 2\n', 'Change title of /about', 'Move "Prices" up')
})
afterEach(() => rmSync(work, { recursive: true }))
const copyTemplate = (name: string) =>
  cpSync(join(template, name), join(work, name), { recursive: true, preserveTimestamps: true })
function addRemote(): void {
  for (const name of ['remote.git', 'owner']) copyTemplate(name)
  const lines = [
    '[remote "origin"]',
    'url = ../remote.git',
    'fetch = +refs/heads/*:refs/remotes/origin/*',
  ]
  appendFileSync(join(dir, '.git/config'), lines.join('\n'))
}

it('of several people, each commits in their own name, and the folder stays where it was', async () => {
  git('checkout', '--quiet', '--detach')
  const head = git('rev-parse', 'HEAD')
  const person = { name: 'Ann', email: 'ann@example.com' }
  const { id, subject } = plan() as Extract<ProposalPlan, { id: string }>
  const draft = { isSource: (file: string) => file.endsWith('.yaml'), saveLog: log }
  const { branch } = await propose({ site: dir, draft, person }, { id, files: ['a.yaml'], subject })
  expect(git('show', '--no-patch', '--format=%an <%ae>', branch)).toBe('Ann <ann@example.com>')
  expect([git('rev-parse', 'HEAD'), git('branch', '--show-current')]).toEqual([head, ''])
  expect(git('status', '--porcelain')).toBe(' M a.yaml\nM  b.yaml\n M c.yaml')
})

it('does not publish what somebody saves while it compares what visitors will notice', async () => {
  const draft = { isSource: (file: string) => file.endsWith('.yaml'), saveLog: log }
  const { id, subject } = plan() as Extract<ProposalPlan, { id: string }>
  write('a.yaml', 'x: unseen\n')
  const request = { id, files: ['a.yaml'], subject, publish: true }
  await expect(propose({ site: dir, draft }, request)).rejects.toThrow('have changed')
  expect(git('show', 'HEAD:a.yaml')).toBe('x: 1')
})

it('publishes what was shown, whatever somebody saves while Git works', async () => {
  const tools = mkdtempSync(join(tmpdir(), 'signpost-git-'))
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const saves = `case "$*" in *" commit "*|*" add "*) echo 'x: unseen' > '${dir}/a.yaml';; esac`
  writeFileSync(join(tools, 'git'), `#!/bin/sh\n${saves}\nexec '${real}' "$@"\n`, { mode: 0o755 })
  const { PATH } = process.env
  process.env.PATH = `${tools}:${PATH}`
  let branch = ''
  try {
    branch = (await proposeFiles()).branch
  } finally {
    process.env.PATH = PATH
    rmSync(tools, { recursive: true })
  }
  expect(git('show', `${branch}:a.yaml`)).toBe('x: 2')
  expect(readFileSync(join(dir, 'a.yaml'), 'utf8')).toBe('x: unseen\n')
  expect(git('status', '--porcelain')).toBe(' M a.yaml\nM  b.yaml\n M c.yaml')
})

it('commits files as Git keeps them: links, programs, deleted ones, and names with signs', async () => {
  const names = ['public/link.png', 'public/:(top)b', 'public/[a].png']
  mkdirSync(join(dir, 'public'))
  symlinkSync('../a.yaml', join(dir, names[0]!))
  for (const name of names.slice(1)) write(name, 'new')
  write('public/a.png', 'not chosen')
  chmodSync(join(dir, names[1]!), 0o755)
  rmSync(join(dir, 'c.yaml'))
  // Also a change of others, if it is chosen.
  const chosen = [...names, 'b.yaml', 'c.yaml']
  const { branch } = await proposeFiles(({ file }) => chosen.includes(file))
  expect(git('ls-tree', '-r', '--format=%(objectmode) %(path)', branch).split('\n')).toEqual([
    '100644 a.yaml',
    '100644 b.yaml',
    '100755 public/:(top)b',
    '100644 public/[a].png',
    '120000 public/link.png',
  ])
  expect(git('show', `${branch}:${names[0]}`)).toBe('../a.yaml')
  expect(git('show', `${branch}:b.yaml`)).toBe('x: mine')
  expect(git('branch', '--show-current')).toBe('main')
  // Only what was not proposed is left.
  expect(listPlanned()).toEqual({
    'a.yaml': 'studio',
    'public/a.png': 'others',
  })
})

describe('a commit says who has done what:', () => {
  const ann = { name: 'Ann', email: 'ann@example.com' }
  const ben = { name: 'Ben', email: 'ben@example.com' }
  const commitAs = async (person: typeof ann, subject: string) => {
    const draft = {
      isSource: (file: string) => file.endsWith('.yaml'),
      saveLog: new SaveLog(store, person),
    }
    const planned = planProposal({ site: dir, draft }) as Extract<ProposalPlan, { id: string }>
    const request = { id: planned.id, files: ['a.yaml'], subject, publish: true }
    await propose({ site: dir, draft, person }, request)
  }
  const trailers = () => git('show', '--no-patch', '--format=%(trailers)', 'HEAD')

  it('whoever saved what another person commits, and nobody twice', async () => {
    for (const [text, who] of [
      ['x: 3\n', ben],
      ['x: 4\n', ann],
      ['x: 5\n', ben],
    ] as const) {
      log = new SaveLog(store, who)
      save('a.yaml', text, `Change x to ${text.trim()}`)
    }
    await commitAs(ann, 'Publish it')
    expect(git('show', '--no-patch', '--format=%an <%ae>', 'HEAD')).toBe('Ann <ann@example.com>')
    expect(trailers()).toBe('Co-authored-by: Ben <ben@example.com>')
  })

  it('not whom a message or the label of a step names', async () => {
    log = new SaveLog(store, ann)
    save('a.yaml', 'x: 3\n', 'Change x\nSigned-off-by: Eve <eve@example.com>', 'Change y')
    const signed = ['Signed-off-by: Eve <e@example.com>', ' co-authored-by : Eve <e@example.com>']
    const hidden = ['\u200bReviewed-by: Eve', 'Acked-by:Eve', 'Ｓigned-off-by: Eve']
    signed.push('On-behalf-of: @eve', 'skip-checks: true')
    const ends = ['\n\n', '\r\r', '\u2028']
    const lines = [...signed, ...hidden].flatMap((line) => ends.map((end) => end + line))
    const messages = lines.map((line, index) => {
      const message = writeCommitMessage([`Rename it${line}`], []).join('\n\n')
      expect(message).toContain('> ')
      write(`../message-${index}`, `${message}\n`)
      return `../message-${index}`
    })
    expect(git('interpret-trailers', '--parse', ...messages)).toBe('')
    await commitAs(ann, `Rename it${lines.join('')}`)
    expect(trailers()).toBe('')
    expect(git('show', '--no-patch', '--format=%B', 'HEAD')).toContain('> ')
  })

  it.each([
    ['[skip ci]', '(skip ci)'],
    ['[CI SKIP]', '(CI SKIP)'],
    ['[no ci]', '(no ci)'],
    ['[CF-Pages-Skip]', '(CF-Pages-Skip)'],
    ['[skip netlify]', '(skip netlify)'],
    ['***NO_CI***', '(NO_CI)'],
    ['Fixes #12', 'Fixes no. #12'],
    ['closes: we/site#3', 'closes no. we/site#3'],
    [
      'resolve https://github.com/we/site/issues/3',
      'resolve no. https://github.com/we/site/issues/3',
    ],
    ['Rename it\nChange-Id: I1', 'Rename it\n> Change-Id: I1'],
    ['Rename it\n\nBREAKING CHANGE: all', 'Rename it\n\n> BREAKING CHANGE: all'],
    ['Fix [the] prices: all 12', 'Fix [the] prices: all 12'],
  ])('and nothing that a host would follow: %j', (subject, written) => {
    expect(writeCommitMessage([subject], [])).toEqual([written])
  })
})

it('commits the saved files alone, in words', async () => {
  const branch = 'studio/change-title-of-about-and-1-more'
  const { commit, ...proposal } = await proposeFiles()
  expect(proposal).toEqual({ branch, pushed: false })
  expect(commit).toBe(git('rev-parse', '--short', branch))
  expect(git('show', '--name-only', '--format=%B', branch)).toBe(
    'Change title of /about, and 1 more\n\n- Change title of /about\n- Move "Prices" up\n\n\na.yaml',
  )
  expect(git('status', '--porcelain')).toBe(' M a.yaml\nM  b.yaml\n M c.yaml')
  expect(git('rev-parse', 'main')).toBe(git('rev-parse', `${branch}~`))
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)
})

it('names the branch as the author names the changes, up to a whole word', async () => {
  const { id } = plan() as Extract<ProposalPlan, { id: string }>
  const draft = { isSource: (file: string) => file.endsWith('.yaml'), saveLog: log }
  const subject = 'Prices in Spanish, a contact page and articles'
  const { branch } = await propose({ site: dir, draft }, { id, files: ['a.yaml'], subject })
  expect(branch).toBe('studio/prices-in-spanish-a-contact-page-and')
})

it('commits new pictures that the saved files show or that were uploaded', async () => {
  mkdirSync(join(dir, 'public'))
  for (const name of ['shown.png', 'other.png', 'new.png']) write(`public/${name}`, name)
  log.add('public/new.png', '', Buffer.from('new.png').toString('base64'), ['Upload /new.png'])
  expect(listPlanned()).toMatchObject({ 'public/new.png': 'upload', 'public/other.png': 'others' })
  save('a.yaml', 'x: /shown.png\n', 'Show it')
  // A hook that refuses leaves everything as it was.
  const hook = join(dir, '.git/hooks/pre-commit')
  writeFileSync(hook, '#!/bin/sh\necho "No commits on Mondays." >&2\nexit 1\n', { mode: 0o755 })
  const untouched = git('status', '--porcelain', '--branch')
  await expect(proposeFiles()).rejects.toThrow('No commits on Mondays.')
  expect(git('branch', '--list', 'studio/*')).toBe('')
  expect(git('status', '--porcelain', '--branch')).toBe(untouched)
  expect(readFileSync(join(dir, 'a.yaml'), 'utf8')).toBe('x: /shown.png\n')
  rmSync(hook)
  const { branch } = await proposeFiles()
  expect(git('show', '--name-only', '--format=', branch)).toBe(
    'a.yaml\npublic/new.png\npublic/shown.png',
  )
  expect(git('status', '--porcelain', '--branch')).toBe(untouched)
})

describe('the second day of a proposal:', () => {
  /** What the owner does in a clone of their own. */
  const atOwner = (...args: string[]) =>
    execFileSync('git', ['-C', join(work, 'owner'), ...args], { encoding: 'utf8' })
  const commitAtOwner = (...changes: [file: string, text: string][]) => {
    for (const [file, text] of changes) write(`../owner/${file}`, text)
    atOwner('add', '.')
    atOwner('commit', '--quiet', '--message', `Change ${changes[0]![0]}`)
    atOwner('push', '--quiet', 'origin', 'main')
  }

  beforeEach(addRemote)

  it('it was accepted as it is, and is forgotten with the newest version', async () => {
    const { branch } = await proposeFiles()
    atOwner('fetch', '--quiet')
    atOwner('merge', '--quiet', '--no-ff', '-m', 'Accept', `origin/${branch}`)
    atOwner('push', '--quiet', 'origin', 'main', `:${branch}`)
    expect((await listProposals(dir)).proposals).toMatchObject([{ branch, state: 'accepted' }])
    await getNewest(dir)
    expect(git('branch', '--list', 'studio/*')).toBe('')
    expect(git('status', '--porcelain')).toBe('M  b.yaml\n M c.yaml')
  })

  it('it still has what was taken back since, which is said until it is closed', async () => {
    const before = git('show', 'HEAD:a.yaml') + '\n'
    const { branch } = await proposeFiles()
    save('a.yaml', before, 'Undo')
    expect(JSON.stringify(plan())).toContain('still has what you have taken back in a.yaml')
    atOwner('push', '--quiet', 'origin', `:${branch}`)
    await listProposals(dir)
    expect(JSON.stringify(plan())).not.toContain('taken back')
  })

  it('it was accepted by squash, and the next one has nothing of it', async () => {
    const { branch, pushed } = await proposeFiles()
    expect(pushed).toBe(true)
    expect((await listProposals(dir)).proposals).toMatchObject([{ branch, state: 'open' }])
    commitAtOwner(['d.yaml', 'x: 1\n'])
    atOwner('fetch', '--quiet')
    atOwner('merge', '--quiet', '--squash', `origin/${branch}`)
    atOwner('commit', '--quiet', '--message', 'Accept')
    atOwner('push', '--quiet', 'origin', 'main', `:${branch}`)
    save('a.yaml', 'x: 2\ny: 1\n', 'Add y')
    const next = await proposeFiles()
    expect(git('log', '--format=%s', `origin/main..${next.branch}`)).toBe('Add y')
    expect(git('diff', '--name-only', 'origin/main', next.branch)).toBe('a.yaml')
    expect(git('branch', '--show-current')).toBe('main')
    const { proposals, isBehind } = await listProposals(dir)
    expect(Object.fromEntries(proposals.map((each) => [each.branch, each.state]))).toEqual({
      [branch]: 'accepted',
      [next.branch]: 'open',
    })
    expect(isBehind).toBe(true)
    await getNewest(dir)
    expect(git('rev-parse', 'HEAD')).toBe(git('rev-parse', 'origin/main'))
    expect(git('status', '--porcelain')).toBe(' M a.yaml\nM  b.yaml\n M c.yaml')
    expect(['a', 'd'].map((name) => readFileSync(join(dir, `${name}.yaml`), 'utf8'))).toEqual([
      'x: 2\ny: 1\n',
      'x: 1\n',
    ])
    expect(await listProposals(dir)).toMatchObject({
      proposals: [{ branch: next.branch, state: 'open' }],
      isBehind: false,
    })
    expect(listPlanned()).toEqual({ 'b.yaml': 'others', 'c.yaml': 'others' })
  })

  it('it was accepted by squash with a correction, and nothing comes in twice', async () => {
    const page = (word: string, end = '') =>
      `pages:\n  /a: { title: A }\n  /visits:\n    title: Visits\n    lead: We come every ${word} weeks.\n    label: Visits\n${end}`
    const faq = (...answers: string[]) =>
      `items:\n${answers.map((answer) => `  - question: When?\n    place: At home\n    answer: ${answer}\n`).join('')}`
    commitAtOwner(['p.yaml', 'pages:\n  /a: { title: A }\n'], ['q.yaml', faq('Soon.')])
    await listProposals(dir)
    await getNewest(dir, log)
    save('p.yaml', page('6'), 'Add /visits')
    save('q.yaml', faq('Soon.', 'At 6.'), 'Add an answer')
    const { branch } = await proposeFiles()
    atOwner('fetch', '--quiet')
    atOwner('merge', '--quiet', '--squash', `origin/${branch}`)
    commitAtOwner(['p.yaml', page('six')], ['q.yaml', faq('Soon.', 'At six.')])
    commitAtOwner(['p.yaml', page('six', '    topic: Visits\n')])
    atOwner('push', '--quiet', 'origin', `:${branch}`)
    expect((await listProposals(dir)).proposals).toMatchObject([{ branch, state: 'accepted' }])
    await getNewest(dir, log)
    const read = (name: string) => readFileSync(join(dir, name), 'utf8')
    expect(read('p.yaml')).toBe(page('six', '    topic: Visits\n'))
    expect(read('q.yaml')).toBe(faq('Soon.', 'At six.'))
  })

  it('what is saved is still own work after others have changed the same file', async () => {
    const write = (x: number, y: number) => `x: ${x}\na: 1\nb: 1\nc: 1\ny: ${y}\n`
    commitAtOwner(['e.yaml', write(1, 1)])
    await listProposals(dir)
    await getNewest(dir, log)
    save('e.yaml', write(2, 1), 'Change x')
    save('e.yaml', write(3, 1), 'Change x again')
    commitAtOwner(['e.yaml', write(1, 2)])
    await listProposals(dir)
    await getNewest(dir, log)
    expect(readFileSync(join(dir, 'e.yaml'), 'utf8')).toBe(write(3, 2))
    expect(listPlanned()).toMatchObject({ 'e.yaml': 'studio' })
  })

  it('it was closed, and what it changes can be proposed again', async () => {
    const { branch } = await proposeFiles()
    atOwner('push', '--quiet', 'origin', `:${branch}`)
    expect((await listProposals(dir)).proposals).toMatchObject([{ branch, state: 'closed' }])
    expect(listPlanned()).toMatchObject({ 'a.yaml': 'studio' })
  })

  const publishFiles = () => proposeFiles(undefined, true)

  it('publishing takes in what others have published, and so it is sent', async () => {
    commitAtOwner(['a.yaml', 'x: 1\ny: theirs\n'], ['b.yaml', 'x: 1\ny: theirs\n'])
    write('b.yaml', 'x: mine\n')
    expect(await publishFiles()).toMatchObject({ branch: 'main', pushed: true })
    expect(git('rev-parse', 'HEAD')).toBe(git('rev-parse', 'origin/main'))
    expect(git('show', '--format=', '--name-only', 'HEAD')).toBe('a.yaml')
    expect(git('show', 'HEAD:a.yaml')).toBe('x: 2\ny: theirs')
    expect(readFileSync(join(dir, 'b.yaml'), 'utf8')).toBe('x: mine\ny: theirs\n')
    expect(listPlanned()).toEqual({ 'b.yaml': 'others', 'c.yaml': 'others' })
  })

  it('what cannot be sent is not committed, and can be published again', async () => {
    const before = git('status', '--porcelain', '--branch')
    const hook = join(work, 'remote.git/hooks/pre-receive')
    mkdirSync(join(work, 'remote.git/hooks'), { recursive: true })
    writeFileSync(hook, '#!/bin/sh\necho Closed on Mondays.\nexit 1\n', { mode: 0o755 })
    git('fetch', '--quiet')
    await expect(publishFiles()).rejects.toThrow(/not sent, and wait here.*Closed on Mondays/s)
    expect(git('status', '--porcelain', '--branch')).toBe(before)
    rmSync(hook)
    expect(await publishFiles()).toMatchObject({ pushed: true })
  })

  it('commits that were not sent are joined with what others have published', async () => {
    git('commit', '--quiet', '--message', 'By hand', 'b.yaml')
    commitAtOwner(['d.yaml', 'x: theirs\n'])
    const [own, mine] = [git('rev-parse', 'HEAD'), git('show', 'HEAD:b.yaml')]
    expect((await listProposals(dir)).isBehind).toBe(true)
    await getNewest(dir)
    expect(git('rev-parse', 'HEAD^1', 'HEAD^2').split('\n')).toEqual([
      own,
      git('rev-parse', 'origin/main'),
    ])
    expect(readFileSync(join(dir, 'd.yaml'), 'utf8')).toBe('x: theirs\n')
    expect(git('show', 'HEAD:b.yaml')).toBe(mine)
    expect(git('status', '--porcelain')).toBe(' M a.yaml\n M c.yaml')
    expect(await publishFiles()).toMatchObject({ pushed: true })
    expect(git('rev-parse', 'HEAD')).toBe(git('rev-parse', 'origin/main'))
  })

  it('commits of the same lines are both kept, with what to do', async () => {
    const before = git('status', '--porcelain')
    git('commit', '--quiet', '--message', 'By hand', 'b.yaml')
    commitAtOwner(['b.yaml', 'x: theirs\n'])
    const own = git('rev-parse', 'HEAD')
    await expect(publishFiles()).rejects.toThrow(/same lines of b\.yaml.*git pull --no-rebase/s)
    expect(git('rev-parse', 'HEAD')).toBe(own)
    expect(git('status', '--porcelain')).toBe(before.replace('M  b.yaml\n', ''))
    const { branch } = await proposeFiles()
    expect(git('diff', '--name-only', 'origin/main', branch)).toBe('a.yaml')
  })

  it('commits that were not sent are not called published', () => {
    git('fetch', '--quiet')
    git('commit', '--quiet', '--all', '--message', 'By hand')
    expect(listPlanned()).toContain('1 commit of this folder waits to be sent')
  })

  it('the author chooses where others have published something else than was saved', async () => {
    const page = (title: string, more = '') => `pages:\n  /:\n    title: ${title}\n${more}`
    commitAtOwner(['a.yaml', page('Ours')])
    save('a.yaml', 'x: 1\n', 'Undo')
    await listProposals(dir)
    await getNewest(dir, log)
    save('a.yaml', page('Mine', '    label: Own\n'), 'Change title')
    commitAtOwner(['a.yaml', page('Theirs')])
    const taken: unknown[] = []
    const takePublished = async (clashes: unknown[]) => taken.push(...clashes) as never
    await expect(proposeFiles(undefined, true, takePublished)).rejects.toThrow(
      /^Nothing was published: others have published something else/,
    )
    const address = { file: 'a.yaml', path: ['pages', '/', 'title'] }
    expect(taken).toEqual([{ address, mine: 'Mine', theirs: 'Theirs' }])
    expect(readFileSync(join(dir, 'a.yaml'), 'utf8')).toBe(page('Theirs', '    label: Own\n'))
    expect(git('rev-parse', 'HEAD')).toBe(git('rev-parse', 'origin/main'))
    expect(listPlanned()).toMatchObject({ 'a.yaml': 'studio' })
    // What another program has written is refused as a whole.
    commitAtOwner(['b.yaml', page('Theirs')])
    write('b.yaml', page('By hand'))
    await listProposals(dir)
    await expect(getNewest(dir, log)).rejects.toThrow('same lines of b.yaml')
    expect(readFileSync(join(dir, 'b.yaml'), 'utf8')).toBe(page('By hand'))
  })

  it('what others have changed in the same lines is never overwritten', async () => {
    commitAtOwner(['a.yaml', 'x: theirs\n'])
    await expect(proposeFiles()).rejects.toThrow('others have changed the same lines of a.yaml')
    expect(git('branch', '--list', 'studio/*')).toBe('')
    expect(git('worktree', 'list').split('\n')).toHaveLength(1)
    const before = git('rev-parse', 'HEAD')
    await expect(getNewest(dir)).rejects.toThrow('the same lines of a.yaml')
    expect(git('rev-parse', 'HEAD')).toBe(before)
    expect(git('status', '--porcelain')).toBe(' M a.yaml\nM  b.yaml\n M c.yaml')
  })
})

it('publishes on the current branch, and says what visitors will notice', async () => {
  addRemote()
  const { id, subject, current } = plan() as Extract<ProposalPlan, { id: string }>
  expect(current).toBe('main')
  const draft = { isSource: (file: string) => file.endsWith('.yaml'), saveLog: log }
  const examine = async () => ({ text: '1 page changed.' })
  const request = { id, subject, files: ['a.yaml'], publish: true }
  const { branch, pushed, url } = await propose({ site: dir, draft }, request, examine)
  expect([branch, pushed, url]).toEqual(['main', true, undefined])
  expect(git('log', '-1', '--format=%B', 'main')).toBe(`${subject}\n\n1 page changed.`)
  expect(git('status', '--porcelain')).toBe('M  b.yaml\n M c.yaml')
  expect(git('ls-remote', 'origin', 'main')).toContain(git('rev-parse', 'main'))
})

it('publishes of a file what was not proposed before', async () => {
  await proposeFiles()
  save('a.yaml', 'x: 2\ny: 1\n', 'Add y')
  const { id, subject } = plan() as Extract<ProposalPlan, { id: string }>
  const draft = { isSource: (file: string) => file.endsWith('.yaml'), saveLog: log }
  await propose({ site: dir, draft }, { id, subject, files: ['a.yaml'], publish: true })
  expect(git('show', 'HEAD:a.yaml')).toBe('x: 1\ny: 1')
  expect(readFileSync(join(dir, 'a.yaml'), 'utf8')).toBe('x: 2\ny: 1\n')
})

it('says and dates what goes along, and nothing else', async () => {
  cpSync(join(root, 'tests/base-site'), dir, { recursive: true })
  const writePage = (name: string, heading: string) =>
    write(
      `pages/${name}.yaml`,
      `pages:\n  /${name}:\n    kind: info\n    title: Our ${name}\n    description: All about ${name}.\n    blocks: [{ type: hero, heading: ${heading} }]\n`,
    )
  writePage('repairs', 'Repairs')
  writePage('rental', 'Bicycles to rent')
  await recordDates(dir)
  git('add', '.')
  git('commit', '--quiet', '--message', 'A shop')
  const readHashes = (text: string) =>
    Object.entries<{ hash: string }>(JSON.parse(text)).map(([route, { hash }]) => [route, hash])
  const dated = readHashes(git('show', 'HEAD:dates.gen.json'))
  writePage('repairs', 'We repair')
  writePage('rental', 'We rent')
  await recordDates(dir)
  const now = new Map(readHashes(readFileSync(join(dir, 'dates.gen.json'), 'utf8')) as [])
  const draft = { isSource: (file: string) => /\.yaml$|^dates/.test(file), saveLog: log }
  const planned = planProposal({ site: dir, draft }) as Extract<ProposalPlan, { id: string }>
  const { id, subject } = planned
  const chosen = { id, files: ['dates.gen.json', 'pages/rental.yaml'], publish: true }
  const opened = vi.spyOn(SiteVersion, 'open')
  const report = await examineChosen({ site: dir, draft }, chosen, (base, commit) =>
    describeChosen(dir, base, commit),
  )
  expect(report).toMatchObject({ summary: expect.stringContaining('1 page changed') })
  expect(JSON.stringify(report)).toContain('/rental')
  expect(JSON.stringify(report)).not.toContain('/repairs')
  const openedOnce = opened.mock.calls.length
  await propose({ site: dir, draft }, { ...chosen, subject }, (base, commit) =>
    examineCommit(dir, base, commit),
  )
  // The same files are compared once.
  expect(opened).toHaveBeenCalledTimes(openedOnce)
  opened.mockRestore()
  expect(git('log', '-1', '--format=%B')).toMatch(/1 page changed.*We rent/s)
  expect(git('log', '-1', '--format=%B')).not.toContain('repair')
  expect(readHashes(git('show', 'HEAD:dates.gen.json'))).toEqual(
    dated.map(([route, hash]) => [route, route === '/rental' ? now.get(route as never) : hash]),
  )
})

it('does not publish a page without the fact that it cites', async () => {
  cpSync(join(root, 'tests/base-site'), dir, { recursive: true })
  git('add', '.')
  git('commit', '--quiet', '--message', 'A shop')
  write('pages/new-facts.yaml', 'facts:\n  polish: { label: A polish, unit: USD, value: 12 }\n')
  write(
    'pages/polish.yaml',
    "pages:\n  /polish:\n    kind: info\n    title: Polish\n    description: We polish.\n    blocks: [{ type: hero, heading: 'For ${polish}' }]\n",
  )
  const draft = { isSource: (file: string) => file.endsWith('.yaml'), saveLog: log }
  const { id, subject } = planProposal({ site: dir, draft }) as Extract<
    ProposalPlan,
    { id: string }
  >
  const publish = (...files: string[]) =>
    propose({ site: dir, draft }, { id, subject, files, publish: true }, async (base, commit) => {
      await assertPublishable(dir, commit)
      return examineCommit(dir, base, commit)
    })
  await expect(publish('pages/polish.yaml')).rejects.toThrow(/polish.*\n.*does not go along/)
  expect(git('log', '-1', '--format=%s')).toBe('A shop')
  await publish('pages/polish.yaml', 'pages/new-facts.yaml')
  expect(git('log', '-1', '--format=%B')).toContain('added /polish')
})

it('says of a commit that a link leads out of the site, as of its folder', async () => {
  const shop = join(dir, 'shop')
  cpSync(join(root, 'tests/base-site'), shop, { recursive: true })
  mkdirSync(join(dir, 'shared'))
  mkdirSync(join(shop, 'public'), { recursive: true })
  write('shared/prices.pdf', 'PDF')
  symlinkSync('../../shared/prices.pdf', join(shop, 'public/prices.pdf'))
  git('add', '.')
  git('commit', '--quiet', '--message', 'A shop with a link')
  // Nothing in the folder corrects it.
  await expect(assertPublishable(shop, git('rev-parse', 'HEAD'))).rejects.toThrow(
    /which is not in the site's folder\.\nCopy what/,
  )
})

it('says on which day a build of the commit will differ', async () => {
  cpSync(join(root, 'tests/base-site'), dir, { recursive: true })
  const closed =
    'timeZone: America/Chicago\n  notices: [{ text: Closed on this day., publish: { from: 2099-12-24 } }]'
  const settings = readFileSync(join(dir, 'pages.yaml'), 'utf8')
  write('pages.yaml', settings.replace('site:\n', `site:\n  ${closed}\n`))
  git('add', 'pages', 'pages.yaml')
  git('commit', '--quiet', '--message', 'A notice')
  expect(await assertPublishable(dir, git('rev-parse', 'HEAD'))).toBe('2099-12-24')
})

it('lists all that keeps a site from being published, each advice once', async () => {
  cpSync(join(root, 'tests/base-site'), dir, { recursive: true })
  write('pages.yaml', readFileSync(join(dir, 'pages.yaml'), 'utf8').replace('.example.com', '.com'))
  const page = (route: string) =>
    `  ${route}:
    kind: info
    title: The page ${route}
    description: What you find at ${route}.
    placeholder: true
    blocks: [{ type: hero, heading: '${route}' }]
`
  write('pages/two.yaml', `pages:\n${page('/one')}${page('/two')}`)
  git('add', 'pages', 'pages.yaml')
  git('commit', '--quiet', '--message', 'Two placeholders')
  const refusal = await assertPublishable(dir, git('rev-parse', 'HEAD')).catch(String)
  expect(String(refusal).split('\n')).toEqual([
    'Error: The public site stays as it is, because of 2 errors:',
    '/one is a placeholder.',
    '/two is a placeholder.',
    'Write what is real, and remove the mark that it is not, such as “Placeholder”.',
  ])
})

it('publishes nothing that has an error without what waits in a proposal', async () => {
  cpSync(join(root, 'tests/base-site'), dir, { recursive: true })
  const about = (description: string, heading: string) =>
    `pages:
  /about:
    kind: info
    title: About our shop
    description: ${description}
    blocks:
      - type: hero
        heading: ${heading}
`
  write('pages/about.yaml', about('Bikes repaired while you wait.', 'We repair'))
  git('add', 'pages', 'pages.yaml')
  git('commit', '--quiet', '--message', 'Two pages with the same description')
  save('pages/about.yaml', about('Who repairs your bike.', 'We repair'), 'Change description')
  await proposeFiles()
  save('pages/about.yaml', about('Who repairs your bike.', 'Us'), 'Change heading')
  const { id, subject } = plan() as Extract<ProposalPlan, { id: string }>
  const draft = { isSource: (file: string) => file.endsWith('.yaml'), saveLog: log }
  const before = git('rev-parse', 'HEAD')
  const publish = () => {
    const request = { id, subject, files: ['pages/about.yaml'], publish: true }
    return propose({ site: dir, draft }, request, async (_, commit) => {
      await assertPublishable(dir, commit)
      return { text: '' }
    })
  }
  await expect(publish()).rejects.toThrow(/description.*\n.*does not go along.*proposal accepted/)
  expect(git('rev-parse', 'HEAD')).toBe(before)
})

describe('what can be proposed follows from Git', () => {
  it('own work, that of others, and files of both', () => {
    expect(listPlanned()).toEqual({ 'a.yaml': 'studio', 'b.yaml': 'others', 'c.yaml': 'others' })
    save('c.yaml', 'x: mine, and more\n', 'Change x')
    write('a.yaml', 'x: 3\n')
    expect(listPlanned()).toEqual({ 'a.yaml': 'both', 'b.yaml': 'others', 'c.yaml': 'both' })
  })

  it('on the second day, after a restart, and after a commit by hand', async () => {
    await proposeFiles()
    expect(listPlanned()).toEqual({ 'b.yaml': 'others', 'c.yaml': 'others' })
    log = new SaveLog(store)
    save('a.yaml', 'x: 4\n', 'Comment on /about', 'Change x again')
    expect(plan()).toMatchObject({ subject: 'Change x again, and 1 more' })
    log = new SaveLog(store)
    save('a.yaml', 'x: 5\n', 'Change x once more')
    expect(plan()).toMatchObject({
      subject: 'Change x again, and 2 more',
      files: expect.arrayContaining([
        expect.objectContaining({ file: 'a.yaml', author: 'studio' }),
      ]),
    })
    write('a.yaml', 'x: 6\n')
    git('commit', '--quiet', '--all', '--message', 'By hand')
    expect(listPlanned()).toMatch(/proposed or published already\. .*accepted at the host/)
    save('a.yaml', 'x: 7\n', 'Go on')
    const { branch } = await proposeFiles()
    expect(git('show', '--format=%s', '--name-only', branch)).toBe('Go on\n\na.yaml')
  })

  it('the subject begins with what visitors notice, and is not cut within a word', () => {
    git('commit', '--quiet', '--message', 'By hand', 'a.yaml')
    const long = 'Change question of "Do you deliver to the villages around Leeds?" on /'
    save('a.yaml', 'x: 4\n', 'Record today as their date: 1 page is new.', 'Move "Prices" up', long)
    const subject = 'Change question of "Do you deliver to the villages around…, and 2 more'
    expect(plan()).toMatchObject({ subject })
  })

  it('the subject counts what was changed on pages', () => {
    git('commit', '--quiet', '--message', 'By hand', 'a.yaml')
    const prices = 'Move "Prices" on /prices up'
    save('a.yaml', 'x: 4\n', 'Comment on /team', 'Change title of /prices', prices)
    expect(plan()).toMatchObject({ subject: '2 changes on /prices' })
    save('a.yaml', 'x: 5\n', 'Change heading of "Bread" on /')
    expect(plan()).toMatchObject({ subject: '3 changes on /prices and the home page' })
    save('a.yaml', 'x: 6\n', 'Change value of "Loaf"')
    expect(plan()).toMatchObject({ subject: expect.stringMatching(/^Change value of "Loaf", and/) })
  })

  it('what is undone and saved is nothing', () => {
    save('a.yaml', 'x: 1\n', 'Undo')
    expect(listPlanned()).not.toHaveProperty(['a.yaml'])
  })

  it('during a merge, it says so', () => {
    git('stash', '--quiet')
    git('switch', '--quiet', '--create', 'other')
    write('a.yaml', 'x: other\n')
    git('commit', '--quiet', '--all', '--message', 'Other')
    git('switch', '--quiet', 'main')
    write('a.yaml', 'x: main\n')
    git('commit', '--quiet', '--all', '--message', 'Main')
    expect(() => git('merge', 'other')).toThrow()
    expect(listPlanned()).toBe('Git is in the middle of a merge or rebase. Finish it first.')
  })
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

it('a shared preview says on every page that it is a draft', async () => {
  mkdirSync(join(dir, 'out/prices'), { recursive: true })
  const html =
    '<!doctype html><html><head><meta charset="utf-8"></head><body><p>Hi</p></body></html>'
  for (const file of ['out/index.html', 'out/prices/index.html']) write(file, html)
  expect(await markAsDraft(join(dir, 'out'), 'Draft of today')).toBe(2)
  const page = readFileSync(join(dir, 'out/prices/index.html'), 'utf8')
  expect(page).toContain('Draft of today</div></body>')
  expect(page).toContain('href="../signpost-draft.css"')
})

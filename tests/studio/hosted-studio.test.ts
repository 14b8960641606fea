/** Several people edit behind a proxy: who gets in, and what each of them sees and may do. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DraftState } from '../../scripts/edit/draft/draft-state.ts'
import type { SessionInfo } from '../../scripts/studio/server/studio.ts'
import { Editors } from '../../scripts/studio/server/editors.ts'
import { readHosting } from '../../scripts/studio/server/hosting.ts'
import { createHostedServer } from '../helpers/hosted-server.ts'
import { createOwnCache } from '../helpers/own-cache.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

const origin = 'https://edit.example.com'
const secret = 'a secret of at least 32 characters'

let work: string
let site: string
let people: string
let server: Server
/** The sessions go on until the process ends, also when their folder is gone. */
const onError = () => {}
const acts: string[] = []
const onAct = (text: string) => void acts.push(text)

const git = (...args: string[]) =>
  execFileSync('git', ['-C', site, ...args], { encoding: 'utf8' }).trimEnd()

beforeAll(async () => {
  work = realpathSync(mkdtempSync(join(tmpdir(), 'signpost-hosted-')))
  process.env.SIGNPOST_CACHE = createOwnCache(join(work, 'cache'))
  process.env.SIGNPOST_PROXY_SECRET = secret
  site = join(work, 'site')
  people = join(work, 'people.yaml')
  cpSync(join(root, 'tests/base-site'), site, { recursive: true })
  writeFileSync(
    people,
    'ann: { role: publish, name: Ann Baker, email: ann@example.com }\nben@example.com: edit\n',
  )
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '--all')
  git('-c', 'user.name=Me', '-c', 'user.email=me@example.com', 'commit', '--quiet', '-m', 'Start')
  server = createHostedServer(site, host()!, onAct)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  delete process.env.SIGNPOST_CACHE
  delete process.env.SIGNPOST_PROXY_SECRET
  server.closeAllConnections()
  server.close()
  // A comparison may still write to the cache.
  rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const host = (changes: object = {}) =>
  readHosting(
    { host: '127.0.0.1', origin, people, 'user-header': 'X-Forwarded-User', ...changes },
    site,
  )

type Answer = { status: number; headers: IncomingMessage['headers']; text: string }

/** Sends a request as the proxy does. */
const send = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const all = { host: new URL(origin).host, 'x-signpost-secret': secret, ...headers }
    const { port } = server.address() as AddressInfo
    const sent = request(
      { port, host: '127.0.0.1', method, path, headers: all, agent: false },
      (answer) => {
        let text = ''
        answer.on('data', (chunk) => void (text += chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, text }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

const ann = { 'x-forwarded-user': 'ann' }
const ben = { 'x-forwarded-user': 'Ben@example.com' }
type Person = typeof ann

const api = '/__studio/api/'
/** The token in the document that a person opens. */
const readToken = async (who: Person) => {
  const { text } = await send('GET', '/__studio/', { ...who, 'sec-fetch-dest': 'document' })
  return /name="studio-token" content="([^"]+)"/.exec(text)![1]!
}
const get = async <T>(who: Person, name: string) => {
  const headers = { ...who, 'x-studio-token': await readToken(who) }
  return JSON.parse((await send('GET', api + name, headers)).text) as T
}
const post = async (who: Person, name: string, body: unknown) => {
  const headers = { ...who, origin, 'content-type': 'application/json' }
  return send('POST', api + name, { ...headers, 'x-studio-token': await readToken(who) }, body)
}
const readDraft = async (who: Person) => (await get<SessionInfo>(who, 'session')).draft
const setTitle = async (who: Person, value: string): Promise<DraftState> => {
  const { version } = await readDraft(who)
  const path = ['pages', '/', 'title']
  const operations = [{ kind: 'set', file: 'pages/home.yaml', path, value }]
  return JSON.parse(
    (await post(who, 'edits', { version, window: who['x-forwarded-user'], operations })).text,
  )
}
const save = async (who: Person) => post(who, 'save', { version: (await readDraft(who)).version })
const readTitle = async (who: Person) =>
  (JSON.parse((await send('GET', '/page.json', who)).text) as { head: { title: string } }).head
    .title
const readError = ({ text }: Answer) => (JSON.parse(text) as { error: { message: string } }).error

it('who may edit, but not publish, changes nothing that only the owner decides', async () => {
  const change = async (who: Person, name: string, value: unknown) => {
    const operations = [{ kind: 'set', file: 'pages.yaml', path: ['site', name], value }]
    return post(who, 'edits', { version: (await readDraft(who)).version, operations })
  }
  const form = { endpoint: 'https://collector.example/a' }
  const refused = await change(ben, 'form', form)
  expect([refused.status, readError(refused).message]).toEqual([
    403,
    'site.form is for the owner to decide. Tell somebody who may publish what you would change, and why.',
  ])
  expect((await readDraft(ben)).steps).toHaveLength(0)
  expect((await change(ann, 'form', form)).status).toBe(200)
  await post(ann, 'undo', {})
})

describe('refused, with the reason:', () => {
  it.each<[string, () => Promise<Answer>, string]>([
    [
      'no secret',
      () => send('GET', '/', { ...ann, 'x-signpost-secret': '' }),
      'does not send the secret',
    ],
    [
      'a wrong secret',
      () => send('GET', '/page.json', { ...ann, 'x-signpost-secret': 'x' }),
      'does not send the secret',
    ],
    [
      'source files without it',
      () => send('GET', '/@fs/etc/passwd', { 'x-signpost-secret': '' }),
      'does not send the secret',
    ],
    ['nobody', () => send('GET', '/__studio/'), 'does not say who you are'],
    ['somebody unknown', () => send('GET', '/', { 'x-forwarded-user': 'eve' }), 'signed in as eve'],
    [
      'somebody who adds a name',
      () => send('GET', '/', { 'x-forwarded-user': 'ben@example.com, ann' }),
      'signed in as ben@example.com, ann',
    ],
    [
      'another header',
      () => send('GET', '/', { 'x-forwarded-email': 'ben@example.com' }),
      'does not say who you are',
    ],
    [
      'another host',
      () => send('GET', '/', { ...ann, host: 'localhost:1' }),
      'only answers requests to edit.example.com',
    ],
    [
      'another origin',
      () => send('GET', '/page.json', { ...ann, origin: 'https://evil.example' }),
      'https://evil.example',
    ],
    [
      'a picture of another site',
      () => send('GET', '/og/home.png', { ...ann, 'sec-fetch-site': 'cross-site' }),
      'other sites',
    ],
  ])('%s', async (_, ask, reason) => {
    const { status, text } = await ask()
    expect(status).toBe(403)
    expect(text).toContain(reason)
  })

  it('a write of another site, in the form that the studio reads', async () => {
    const headers = { ...ann, origin: 'https://evil.example', 'content-type': 'application/json' }
    const answer = await send('POST', `${api}undo`, headers, {})
    expect(answer.status).toBe(403)
    expect(readError(answer).message).toContain('https://evil.example')
  })
})

it('a script on the same origin can neither use the session of a person nor read their token', async () => {
  const headers = { ...ann, origin, 'content-type': 'application/json' }
  const proposal = { id: '', files: ['pages/home.yaml'], subject: 'By a script', publish: true }
  for (const token of ['', await readToken(ben)])
    for (const [name, body] of [
      ['propose', proposal],
      ['save', { version: 0 }],
      ['undo', {}],
    ] as const) {
      const own = { ...headers, 'x-studio-token': token }
      const answer = await send('POST', api + name, own, body)
      expect(answer.status).toBe(403)
      expect(readError(answer).message).toContain('only its own page')
    }
  expect((await send('GET', `${api}session`, ann)).status).toBe(403)
  // As a browser marks them: neither scripts nor frames can change these headers.
  for (const dest of ['empty', 'iframe', 'embed', 'object'])
    expect((await send('GET', '/__studio/', { ...ann, 'sec-fetch-dest': dest })).status).toBe(403)
})

it('nothing but the studio runs on its origin', async () => {
  const policyOf = async (path: string) =>
    String((await send('GET', path, ann)).headers['content-security-policy'])
  expect(await policyOf('/')).toContain("script-src 'none'")
  expect(await policyOf('/page.json')).toContain('sandbox;')
  expect(await policyOf('/no-such.html')).toContain("script-src 'none'")
  const policy = await policyOf('/__studio/')
  expect(policy).toContain(`script-src ${origin}/__studio/assets/ `)
  expect(policy).not.toMatch(/script-src[^;]*('self'|'unsafe-inline'|'unsafe-eval'|\*)/)
})

it('the secret of the proxy is not in the environment of what the studio starts', () => {
  expect(process.env.SIGNPOST_PROXY_SECRET).toBeUndefined()
})

it('whoever comes from the page where they sign in gets in', async () => {
  const headers = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  }
  const { status, headers: answered } = await send('GET', '/', { ...ann, ...headers })
  expect([status, answered.location]).toEqual([302, '/__studio/'])
})

it('source files are for nobody', async () => {
  for (const path of ['/@fs/etc/passwd', '/@vite/client', '/package.json', '/blocks/hero/hero.tsx'])
    expect((await send('GET', path, ann)).status).toBe(404)
})

it('each person sees their own draft, and who else edits where', async () => {
  await setTitle(ann, 'The title of Ann')
  const { editors } = await setTitle(ben, 'The title of Ben')
  expect(editors.map(({ person, address }) => [person, address.path.at(-1)])).toEqual([
    [undefined, 'title'],
    ['Ann Baker', 'title'],
  ])
  await vi.waitFor(async () => {
    expect(await readTitle(ann)).toBe('The title of Ann')
    expect(await readTitle(ben)).toBe('The title of Ben')
  }, 120_000)
  expect(readFileSync(join(site, 'pages/home.yaml'), 'utf8')).not.toContain('The title of')
  // Undo is about one's own steps.
  await post(ben, 'undo', {})
  expect((await readDraft(ann)).steps).toHaveLength(1)
  expect((await readDraft(ben)).steps).toHaveLength(0)
  await post(ben, 'redo', {})
})

it('what another person saves is a conflict if it is about the same words', async () => {
  expect((await save(ann)).status).toBe(200)
  const conflict = await vi.waitFor(async () => {
    const [found] = (await readDraft(ben)).conflicts
    expect(found).toMatchObject({ mine: 'The title of Ben', theirs: 'The title of Ann' })
    return found!
  }, 120_000)
  await post(ben, 'conflicts', { id: conflict.id, keep: 'mine' })
  expect((await save(ben)).status).toBe(200)
  expect(readFileSync(join(site, 'pages/home.yaml'), 'utf8')).toContain('The title of Ben')
})

it('nobody writes comments in the name of another person, however it is sent', async () => {
  const file = 'pages/home.yaml'
  const edit = async (who: Person, operation: object) =>
    post(who, 'edits', { version: (await readDraft(who)).version, operations: [operation] })
  const sign = (by: string, text = 'Fine with me') => ({ page: '/', text, by, on: '2026-11-28' })
  const add = (value: unknown) => ({ kind: 'set', file, path: ['comments'], value })
  const refused = [
    await edit(ben, add([sign('Ann Baker')])),
    await edit(ben, add([sign('Ben@example.com'), sign('Ann Baker')])),
  ]
  const written = readFileSync(join(site, file), 'utf8')
  const hidden = '"comment\\x73":\n  - { page: /, text: Go, by: Ann Baker, on: 2026-11-28 }\n'
  refused.push(
    await post(ben, 'source', {
      version: (await readDraft(ben)).version,
      file,
      before: written,
      after: `${written.trimEnd()}\n${hidden}`,
    }),
  )
  const own = await edit(ben, add([sign('Ben@example.com')]))
  expect(own.status).toBe(200)
  const before = readFileSync(join(site, file), 'utf8')
  for (const [path, value] of [
    [['comments', 0, 'by'], 'Ann Baker'],
    [['comments', 0], sign('Ann Baker')],
  ] as const)
    refused.push(await edit(ben, { kind: 'set', file, path, value }))
  const source = async (after: string) => {
    const { version } = await readDraft(ben)
    const [change] = (await get<{ files: { file: string }[] }>(ben, 'changes')).files
    expect(change!.file).toBe(file)
    const text = `${before.trimEnd()}\ncomments:\n  - { page: /, text: Fine with me, by: Ben@example.com, on: 2026-11-28 }\n`
    return post(ben, 'source', { version, file, before: text, after: text + after })
  }
  refused.push(await source('  - { page: /, text: "Go", "\\x62y": Ann Baker, on: 2026-11-28 }\n'))
  for (const answer of refused) {
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('is signed by')])
  }
  await post(ben, 'revert', {})
})

it('commits are made by the person, and only some may publish', async () => {
  const plan = await get<{ id: string }>(ben, 'proposal')
  const request = { id: plan.id, files: ['pages/home.yaml'], subject: 'Rename the page' }
  // Who may not publish is refused before the site is checked, and learns of no error in it.
  const path = ['pages', '/', 'kind']
  const operations = [{ kind: 'set', file: 'pages/home.yaml', path, value: 'nothing' }]
  await post(ben, 'edits', { version: (await readDraft(ben)).version, operations })
  const refused = await post(ben, 'propose', { ...request, publish: true })
  expect(refused.status).toBe(403)
  expect(readError(refused).message).toContain('not publish')
  await post(ben, 'undo', {})
  const { branch } = JSON.parse((await post(ben, 'propose', request)).text) as { branch: string }
  const names = '%an <%ae> %cn <%ce>'
  expect(git('log', '-1', `--format=${names}`, branch)).toBe(
    'Ben@example.com <ben@example.com> Ben@example.com <ben@example.com>',
  )
  // The others go on where they were, and what is saved stays saved.
  expect(git('branch', '--show-current')).toBe('main')
  expect(git('status', '--porcelain')).toContain('M pages/home.yaml')
  // What is proposed is not published beside its proposal.
  expect(await get(ann, 'proposal')).toHaveProperty('reason')
  git('branch', '--delete', '--force', branch)
  const again = await get<{ id: string }>(ann, 'proposal')
  const published = { ...request, id: again.id, publish: true }
  // The preview shows placeholders, but a build for a real origin would fail.
  const settings = readFileSync(join(site, 'pages.yaml'), 'utf8')
  writeFileSync(
    join(site, 'pages.yaml'),
    settings.replace(/origin: .*/, 'origin: https://bread.com'),
  )
  const planned = join(site, 'pages/planned.yaml')
  writeFileSync(
    planned,
    `pages:
  /planned:
    kind: info
    title: Bread that we will bake
    description: What we will bake next year, and when you can have it.
    placeholder: true
    blocks: [{ type: hero, heading: Soon }]
`,
  )
  // The studio notices the new files after a while.
  const files = [...published.files, 'pages.yaml', 'pages/planned.yaml']
  const listed = await vi.waitFor(async () => {
    const plan = await get<{ id: string; files: { file: string }[] }>(ann, 'proposal')
    expect(plan.files.map(({ file }) => file)).toEqual(expect.arrayContaining(files))
    return plan
  }, 120_000)
  const early = await post(ann, 'propose', { ...published, id: listed.id, files })
  expect(readError(early).message).toMatch(/planned is a placeholder\.\n/)
  // Others can look at it: what visitors will notice is compared all the same.
  const proposed = await post(ann, 'proposal/report', { id: listed.id, files, publish: false })
  expect(JSON.parse(proposed.text)).toMatchObject({ sections: expect.anything() as unknown })
  writeFileSync(join(site, 'pages.yaml'), settings)
  const note = expect.stringMatching(
    /^1 placeholder will be published, too: .*\n.* is a placeholder\.$/,
  ) as string
  const readReport = async () => {
    const { id } = await get<{ id: string }>(ann, 'proposal')
    const chosen = { id, files: published.files, publish: true }
    return JSON.parse((await post(ann, 'proposal/report', chosen)).text) as object
  }
  await vi.waitFor(async () => expect(await readReport()).toMatchObject({ notes: [note] }), 120_000)
  rmSync(planned)
  expect((await post(ann, 'propose', published)).status).toBe(200)
  expect(git('log', '-1', '--format=%an <%ae> %D')).toBe('Ann Baker <ann@example.com> HEAD -> main')
  // Ben saved the last.
  expect(git('log', '-1', '--format=%(trailers)').trim()).toBe(
    'Co-authored-by: Ben@example.com <ben@example.com>',
  )
  const [day] = new Date().toISOString().split('T')
  for (const act of [
    'Ann Baker <ann@example.com> saved',
    'Ben@example.com <ben@example.com> saved',
  ])
    expect(acts).toContainEqual(expect.stringMatching(`^${day}T\\S+ ${act} pages/home.yaml$`))
  expect(acts.at(-1)).toMatch(/Ann Baker <ann@example\.com> published [0-9a-f]+ on main$/)
  expect((await post(ann, 'share', {})).status).toBe(403)
})

it('a change of the file of people counts at once', async () => {
  const before = readFileSync(people, 'utf8')
  const write = (text: string) => {
    writeFileSync(people, text)
    utimesSync(people, 1, text.length)
  }
  write('ann: { role: edit, email: ann@example.com }\n')
  expect((await get<SessionInfo>(ann, 'session')).person).toEqual({ name: 'ann', role: 'edit' })
  expect((await send('GET', '/', ben)).status).toBe(403)
  write('ann: { role: owner }\n')
  expect((await send('GET', '/', ann)).text).toContain('people.yaml:1:14 The role of ann')
  write(before)
  expect((await get<SessionInfo>(ann, 'session')).person?.role).toBe('publish')
})

describe('a place', () => {
  const person = (id: string) => ({
    id,
    name: id,
    email: `${id}@example.com`,
    role: 'edit' as const,
  })
  const minutes = 60_000

  it('is free again after a while, and the draft waits', async () => {
    const loadRenderer = () => Promise.reject(new Error('No preview.'))
    const editors = new Editors({ site, loadRenderer, onError, onAct }, 1)
    const openTitle = async (id: string, now: number) => {
      let draft = editors.current!
      await editors.run(person(id), () => void (draft = editors.current!), now)
      return draft.draft
    }
    const draft = await openTitle('cam', 0)
    const path = ['pages', '/', 'title']
    const set = { kind: 'set' as const, file: 'pages/home.yaml', path, value: 'The title of Cam' }
    await draft.edit({ version: draft.version, operations: [set] })
    await expect(openTitle('dot', 10 * minutes)).rejects.toThrow('1 people edit now')
    expect((await openTitle('dot', 26 * minutes)).state.steps).toEqual([])
    const again = await openTitle('cam', 60 * minutes)
    expect(again.state.steps).toHaveLength(1)
    // A window that was open all the time takes its state over.
    expect(again.version).toBeGreaterThan(draft.version)
  })
})

describe('without what makes it safe, it does not start:', () => {
  afterEach(() => void (process.env.SIGNPOST_PROXY_SECRET = secret))

  it.each<[string, () => unknown, string]>([
    ['an origin', () => host({ origin: undefined }), '--host needs --origin'],
    ['an origin alone', () => host({ origin: `${origin}/a` }), 'without a path'],
    ['https', () => host({ origin: 'http://edit.example.com' }), 'must begin with https://'],
    ['people', () => host({ people: undefined }), '--host needs --people'],
    ['a file of people', () => host({ people: join(work, 'none.yaml') }), 'There is no file'],
    ['--host', () => host({ host: undefined }), 'are for --host'],
    [
      'a file that nobody can edit',
      () => {
        writeFileSync(join(site, 'people.yaml'), 'ann@example.com: edit\n')
        return host({ people: join(site, 'people.yaml') })
      },
      'is in the folder of the site',
    ],
    [
      'an email address',
      () => {
        writeFileSync(join(work, 'no-email.yaml'), 'dan@example.com: edit\nann: edit\n')
        return host({ people: join(work, 'no-email.yaml') })
      },
      'no-email.yaml:2:6 Commits need the email address of ann',
    ],
  ])('%s', (_, start, reason) => {
    expect(start).toThrow(reason)
  })

  it('a long secret', async () => {
    process.env.SIGNPOST_PROXY_SECRET = 'short'
    const options = ['--host', '0.0.0.0', '--origin', origin, '--people', people]
    const { code, stderr } = await runInProcess('studio', ['--site', site, ...options])
    expect(code).toBe(2)
    expect(stderr).toContain('openssl rand -hex 32')
  })
})

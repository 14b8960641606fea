/** `npm run links`: which links it requests, its reports and its exit codes. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { systemClock, type CheckedLink } from '../../scripts/links/link-types.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
let asked: string[] = []
/**
 * The status that other sites answer with, by address. All other addresses answer 404, including
 * each robots.txt.
 */
const answers: Record<string, Response> = {}

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-links-'))
  await cp(join(root, 'tests/base-site'), work, { recursive: true })
  await writeFile(
    join(work, 'pages/repairs.yaml'),
    `pages:
  /repairs:
    kind: info
    title: Repairs
    description: What we repair.
    blocks:
      - { type: hero, heading: Repairs, actions: [{ label: Map, href: 'https://maps.example/us#x' }] }
      - type: prose
        body: |
          Read [the law](https://law.example/old), look at
          [the map](https://maps.example/us), [go home](/) or [call](tel:).
`,
  )
  vi.spyOn(systemClock, 'wait').mockResolvedValue()
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return answers[url]?.clone() ?? new Response(null, { status: 404 })
  })
  vi.stubEnv('SIGNPOST_CACHE', join(work, 'cache'))
})
afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await rm(work, { recursive: true })
})

const runLinks = (...args: string[]) => runInProcess('links', ['--site', work, ...args])

it('reports broken links with page, file and line, and exits with 1', async () => {
  answers['https://maps.example/us'] = new Response(null, { status: 200 })
  const { code, stdout } = await runLinks()
  const day = new Date(systemClock.now()).toISOString().slice(0, 10)
  expect(stdout).toBe(`2 addresses of other sites: 1 gone, 1 ok

Gone: link to something else, or remove the link
  https://law.example/old
    404 Not Found (${day})
    /repairs, pages/repairs.yaml:10
`)
  expect(code).toBe(1)
})

it('exits with 0 if visitors still arrive, and names the new address of a moved page', async () => {
  asked = []
  const headers = { location: 'https://law.example/new' }
  answers['https://law.example/old'] = new Response(null, { status: 301, headers })
  answers['https://law.example/new'] = new Response(null, { status: 200 })
  const { code, stdout } = await runLinks('--format', 'json')
  expect(code).toBe(0)
  const links = JSON.parse(stdout) as CheckedLink[]
  expect(
    links.map(({ url, state, newAddress, uses }) => ({ url, state, newAddress, uses })),
  ).toEqual([
    {
      url: 'https://maps.example/us',
      state: 'ok',
      uses: [
        { page: '/repairs', file: 'pages/repairs.yaml', line: 7 },
        { page: '/repairs', file: 'pages/repairs.yaml', line: 11 },
      ],
    },
    {
      url: 'https://law.example/old',
      state: 'moved',
      newAddress: 'https://law.example/new',
      uses: [{ page: '/repairs', file: 'pages/repairs.yaml', line: 10 }],
    },
  ])
  // The first run has requested maps.example.
  expect(asked).not.toContain('https://maps.example/us')
})

it('writes Markdown for an issue', async () => {
  const { stdout } = await runLinks('--format', 'markdown')
  expect(stdout).toContain(
    '## Moved permanently: link to the new address\n\n- <https://law.example/old>',
  )
  expect(stdout).toContain('\n  - /repairs, pages/repairs.yaml:10\n')
})

it('checks again with --max-age 0, and refuses a value that is not a number', async () => {
  asked = []
  await runLinks('--max-age', '0')
  expect(asked).toContain('https://maps.example/us')
  const { code, stderr } = await runLinks('--max-age', 'week')
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--max-age must be a number, not "week"') as string,
  })
})

it('asks frames, forms and reviews, too, and follows no frame to where its page blocks it', async () => {
  await writeFile(
    join(work, 'pages/visit.yaml'),
    `pages:
  /visit:
    kind: info
    title: Visit us
    description: Book a time.
    blocks:
      - { type: hero, heading: Visit us }
      - { type: embed, frame: 'https://cal.example/short', title: A calendar, button: Show }
      - { type: form, id: ask, heading: Ask, action: Send, service: { endpoint: 'https://forms.example/ask' }, sent: { heading: Sent, text: Thanks. }, fields: [{ label: Name, autocomplete: name }] }
`,
  )
  const settings = await readFile(join(work, 'pages.yaml'), 'utf8')
  await mkdir(join(work, 'data'))
  await writeFile(
    join(work, 'data/reviews.csv'),
    `Text,Author,Date,Source,Address,Checked
Good work.,Ann,2026-05-14,Google,https://reviews.example/1,2026-06-01
`,
  )
  await writeFile(
    join(work, 'pages.yaml'),
    settings.replace('site:\n', 'site:\n  reviews: data/reviews.csv\n'),
  )
  const headers = { location: 'https://calendar.example/full' }
  answers['https://cal.example/short'] = new Response(null, { status: 302, headers })
  answers['https://calendar.example/full'] = new Response(null, { status: 200 })
  answers['https://forms.example/ask'] = new Response(null, { status: 405 })
  const { stdout } = await runLinks('--format', 'json')
  const found = JSON.parse(stdout) as CheckedLink[]
  const describe = (url: string) => {
    const { state, newAddress, uses } = found.find((link) => link.url === url) ?? {}
    return { state, newAddress, line: uses?.[0]?.line }
  }
  expect(describe('https://cal.example/short')).toEqual({
    state: 'failing',
    newAddress: 'https://calendar.example/full',
    line: 8,
  })
  expect(describe('https://forms.example/ask')).toEqual({ state: 'ok', line: 9 })
  expect(describe('https://reviews.example/1')).toEqual({ state: 'gone', line: 2 })
})

it('asks whether the machine is online if no host answers', async () => {
  const cause = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })))
  const { code, stdout, stderr } = await runLinks('--max-age', '0')
  expect(code).toBe(1)
  expect(stdout).toContain('There is no host of this name')
  expect(stderr).toContain('No host answered. Is this machine online?')
})

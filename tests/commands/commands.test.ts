/** The commands as a person or CI runs them: exit codes and output. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { writeGeneratedFiles } from '../../scripts/generate.ts'
import { hashGenerated, isUpToDate, markUpToDate } from '../../scripts/generate/up-to-date.ts'
import { findChromium } from '../../scripts/shared/find-chromium.ts'
import { toUserMessage } from '../../scripts/shared/user-error.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root, type ScriptResult } from '../helpers/run-npm-script.ts'

let work: string
let broken: string
const bakery = 'tests/sites/bakery'

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-commands-'))
  broken = join(work, 'broken')
  await cp(join(root, 'tests/base-site'), broken, { recursive: true })
  await cp(join(root, 'tests/cases/unknown-block'), broken, { recursive: true })
})
afterAll(() => rm(work, { recursive: true }))

describe('check', () => {
  it('exits 0 for a site with only notes, and shows them', async () => {
    const { code, stdout } = await runInProcess('check', ['--site', bakery])
    expect(stdout).toContain('tests/sites/bakery/pages.yaml:59:3 note PLANNED_ROUTE')
    expect(stdout.trimEnd()).toMatch(
      /\n3 pages: 1 note\nNext: npm run build -- --site tests\/sites\/bakery$/,
    )
    expect(code).toBe(0)
  })

  it('exits 1 for a site with errors, without a stack trace', async () => {
    const { code, stdout, stderr } = await runInProcess('check', ['--site', broken])
    expect(stdout).toMatch(/\/broken\/pages\/mistake\.yaml:7:15 error UNKNOWN_BLOCK$/m)
    expect(stdout + stderr).not.toMatch(/^\s+at /m)
    expect(code).toBe(1)
  })

  it('writes only JSON to stdout with --format json', async () => {
    const { code, stdout, stderr } = await runInProcess('check', [
      '--site',
      broken,
      '--format',
      'json',
    ])
    const { summary, problems } = JSON.parse(stdout)
    expect(summary).toEqual({ errors: 1, warnings: 0, notes: 0 })
    expect(problems).toMatchObject([
      { code: 'UNKNOWN_BLOCK', severity: 'error', line: 7, column: 15, suggestion: 'hero' },
    ])
    expect(problems[0].file).toMatch(/\/broken\/pages\/mistake\.yaml$/)
    expect(stderr).toContain('1 error')
    expect(code).toBe(1)
  })

  it('writes GitHub workflow annotations with --format github', async () => {
    const { code, stdout } = await runInProcess('check', ['--site', broken, '--format', 'github'])
    expect(stdout).toMatch(
      /^::error file=.*\/broken\/pages\/mistake\.yaml,line=7,col=15,endColumn=20,title=UNKNOWN_BLOCK::/m,
    )
    expect(code).toBe(1)
  })

  it('writes a Code Quality report with --format gitlab', async () => {
    const { stdout } = await runInProcess('check', ['--site', broken, '--format', 'gitlab'])
    expect(JSON.parse(stdout)[0]).toMatchObject({
      check_name: 'UNKNOWN_BLOCK',
      description: expect.stringContaining('Did you mean "hero"?'),
      severity: 'major',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      location: { path: expect.stringMatching(/mistake\.yaml$/), lines: { begin: 7 } },
    })
  })

  it('exits 1 for warnings only with --strict, and says why', async () => {
    const site = join(work, 'warning')
    await cp(join(root, 'tests/base-site'), site, { recursive: true })
    await cp(join(root, 'tests/cases/vague-link'), site, { recursive: true })
    expect((await runInProcess('check', ['--site', site])).code).toBe(0)
    const { code, stdout } = await runInProcess('check', ['--site', site, '--strict'])
    expect(stdout.trimEnd()).toMatch(/: \d+ warnings?\nWith --strict, warnings fail the check\.$/)
    expect(code).toBe(1)
    expect((await runInProcess('check', ['--site', bakery, '--strict'])).code).toBe(0)
  })

  it('exits 1 for a folder without a site', async () => {
    const { code, stdout } = await runInProcess('check', ['--site', join(work, 'nothing')])
    expect(stdout).toContain('FILE_NOT_FOUND')
    expect(code).toBe(1)
  })
})

/** What two commands say of this repository's site. */
let ownSite: { launch: ScriptResult; facts: ScriptResult }
beforeAll(async () => {
  ownSite = {
    launch: await runInProcess('check', ['--launch']),
    facts: await runInProcess('facts'),
  }
})

describe('check --launch', () => {
  it('exits 1 and lists every placeholder', () => {
    const { code, stdout } = ownSite.launch
    for (const what of [
      "The site's phone",
      "The site's email",
      "The site's web address (its origin)",
      "The site's booking",
      'notary ID',
      '"A hospice" on /services/hospital',
      '"Meet your Midland notary" on /',
    ]) {
      expect(stdout).toContain(what)
    }
    // First what must be filled in, then what is left out: by file, a line for each.
    expect(stdout).toMatch(
      /pages\.yaml:12:\d+ error UNFILLED_PLACEHOLDER\n {2}The site's phone is a placeholder\./,
    )
    const [, leftOut = ''] = stdout.split('Left out of the published site, until it is real:\n\n')
    expect(leftOut).toMatch(/^pages\.yaml\n {2}14:\d+ +The site's booking – Type the real booking /)
    expect(leftOut.match(/^ {2}\d+:\d+ +.+ – (?:Type|Replace) .+\.$/gm)).toHaveLength(17)
    expect(stdout.trimEnd()).toMatch(
      /\n\n89 pages: 3 errors, .*\nWithout site\.booking, .*\nOnce it is set, .*\nSomething begins or ends on .*\nNot ready to publish: 3 placeholders to replace[,.]/,
    )
    // What visitors can do today, and what a provider changes.
    expect(stdout).toMatch(/^Without .* "Request a session" of start-now, .*form of the page/m)
    expect(stdout).toMatch(/^Once .* "Start Now" of start-now, .*booking-widget of the page/m)
    expect(code).toBe(1)
  })

  it('exits 0 without placeholders', async () => {
    const { code, stdout } = await runInProcess('check', ['--site', bakery, '--launch'])
    expect(stdout).toContain('Ready to publish')
    expect(code).toBe(0)
  })

  it('exits 1 if pages weigh too much, as a build does', async () => {
    const site = join(work, 'heavy')
    await cp(bakery, site, { recursive: true })
    const words = Array.from({ length: 2000 }, () => randomBytes(12).toString('hex')).join(' ')
    await writeFile(
      join(site, 'pages/heavy.yaml'),
      `pages:\n  /heavy:\n    kind: info\n    title: A long list of words\n    description: Words of no meaning, of which nobody reads more than a few of them.\n    blocks:\n      - { type: hero, heading: Words, actions: [{ label: The shop, href: / }] }\n      - { type: prose, body: ${words} }\n`,
    )
    const { code, stdout } = await runInProcess('check', ['--site', site, '--launch'])
    expect(stdout).toMatch(/^Over budget: \/heavy: about [\d,]+ bytes of HTML/m)
    expect(stdout).toContain('Not ready to publish: pages weigh too much')
    expect(code).toBe(1)
  })
})

it('facts and check count the same conflicts and claims', async () => {
  const { stdout } = await runInProcess('check')
  const count = (what: string) => new RegExp(`(\\d+) ${what}`).exec(stdout)![1]
  expect(ownSite.facts.stdout).toContain(`; ${count('printed facts in conflict')} of them printed`)
  const readings = count('readings of claims without evidence')
  expect(ownSite.facts.stdout).toContain(`claims that a page prints, in ${readings} readings`)
})

it('check --launch counts what the published site still prints', () => {
  const { stdout } = ownSite.launch
  const asked = stdout.match(/note UNSETTLED_(?:FACT|PROMISE)/g)!.length
  expect(stdout).toContain(` ${asked} printed facts in conflict`)
  // The totals follow from what is asked about.
  expect(stdout).not.toContain('about totals')
  const unproven = stdout.match(/note MISSING_EVIDENCE/g)!.length
  expect(stdout).toContain(` ${unproven} readings of claims without evidence`)
  // Those that are left out are listed below.
  expect(stdout).toMatch(/ +The claim "Who rated" has no evidence\. – Add evidence/)
})

describe('facts', () => {
  it('shows each reading, where it is printed, and which readings disagree', () => {
    const { code, stdout } = ownSite.facts
    expect(stdout).toMatch(
      /^insurance: Errors-and-omissions insurance, USD \[conflict, claim\] {2}pages\/facts\.yaml:\d+$/m,
    )
    expect(stdout).toMatch(
      /^ {2}near-me: \$100,000 .*\n(?: {4}.*\n)* {4}\/notary-near-me {2}pages\/near-me\.yaml:\d+$/m,
    )
    expect(stdout).toContain('distance-garden-city: stated 30, computed 36  differs')
    expect(stdout).toMatch(/^ {2}At most \$10 \(cap-traditional, hb-255, current law: .*\):$/m)
    expect(stdout).toMatch(/^ {4}walk-in-price: \$15, \$10 {2}NOTE: above the cap/m)
    expect(stdout).not.toMatch(/mobile-base: .*NOTE/)
    expect(code).toBe(0)
  })

  it('prints the same as JSON with --format json', async () => {
    const { stdout } = await runInProcess('facts', ['--site', bakery, '--format', 'json'])
    const { facts, uncited } = JSON.parse(stdout)
    expect(facts.find(({ name }: { name: string }) => name === 'loaf')).toMatchObject({
      unit: 'GBP',
      hasConflict: false,
      readings: [
        {
          text: '£4.20',
          printed: [
            { route: '/', file: 'pages/shop.yaml' },
            { route: '/bread' },
            { route: '/bread' },
          ],
        },
      ],
    })
    expect(uncited).toEqual([])
  })
})

describe('wrong usage exits 2 and shows the usage', () => {
  it.each([
    ['check', ['--format', 'xml'], '--format must be text, json, github or gitlab, not "xml"'],
    ['check', ['--sight', bakery], "Unknown option '--sight'"],
    ['check', [bakery], 'Unexpected argument'],
    // As pnpm and Yarn pass them on.
    ['check', ['--', '--format', 'xml'], '--format must be text'],
    ['build', ['--origin', 'example.com'], '--origin must be a URL such as https'],
    [
      'build',
      ['--origin', 'https://example.com/shop'],
      '--origin must end with a slash if it has a path',
    ],
    ['build', ['--site', bakery, '--out', 'tests/sites'], 'contains the site itself'],
    ['build', ['--site', bakery, '--out', 'schema'], 'contains files that no build has written'],
    ['serve', ['--port', 'abc'], '--port must be a number from 1 to 65535, not "abc"'],
    ['start', ['--port', '99999'], '--port must be a number from 1 to 65535, not "99999"'],
    ['catalogue', ['--out', 'blocks'], 'contains files that no build has written'],
    ['pages', ['/a', '/b'], 'Name one address, such as /pricing'],
    ['dev', ['--port', '0'], '--port must be a number from 1 to 65535, not "0"'],
  ])('%s %j', async (name, args, message) => {
    const { code, stderr } = await runInProcess(name, args)
    expect(stderr).toContain(message)
    expect(stderr).toMatch(/^Usage: npm (run )?[\w-]+ -- /m)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(code).toBe(2)
  })
})

describe('a system error', () => {
  const toMessage = (message: string, code?: string) =>
    toUserMessage(Object.assign(new Error(message), code && { code }))

  it('is reported in plain words', () => {
    expect(toMessage('ENOSPC: no space left on device, write', 'ENOSPC')).toContain(
      'The disk is full.',
    )
    expect(
      toMessage("ENOSPC: System limit for number of file watchers reached, watch '/a'", 'ENOSPC'),
    ).toContain('watched')
    // An error from a worker thread has lost its code.
    expect(toMessage("EACCES: permission denied, open '/a/b.yaml'")).toBe(
      "Permission denied: '/a/b.yaml'.",
    )
    expect(toMessage("ENOTDIR: not a directory, stat '/a/b'", 'ENOTDIR')).toBe(
      "Expected a folder but found a file: '/a/b'.",
    )
    expect(toMessage("EBUSY: resource busy or locked, rename '/a' -> '/b'", 'EBUSY')).toContain(
      'in use or a mount point',
    )
  })

  it('is distinguished from a bug, which keeps its stack trace', () => {
    expect(toMessage("Cannot read properties of undefined (reading 'x')")).toBeUndefined()
    expect(toMessage("ENOENT: no such file or directory, open '/a'", 'ENOENT')).toBeUndefined()
  })
})

it('a bug makes a command exit 1, even if a handler only prints rejections', async () => {
  const script = join(work, 'fails.mjs')
  // Vike installs such a handler when it is loaded.
  await writeFile(
    script,
    `import { runCommand } from '${join(root, 'scripts/shared/command.ts')}'\nprocess.on('unhandledRejection', ({ message }) => console.error(message))\nconst command = { name: 'x', options: {}, examples: {}, run: () => Promise.reject(new Error('no such thing')) }\nawait runCommand(import.meta.url, command).catch((error) => void Promise.reject(error))\n`,
  )
  const { status, stderr } = spawnSync(join(root, 'node_modules/.bin/tsx'), [script], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, 'no such thing\n'])
})

it.each([
  ['new', ['page', '/x']],
  ['new', ['set', '/x/{y}']],
  ['dev', []],
])('%s %j writes nothing into a folder without a site', async (name, args) => {
  const folder = await mkdtemp(join(work, 'no-site-'))
  const { code, stderr } = await runInProcess(name, [...args, '--site', folder])
  expect([code, stderr]).toEqual([
    1,
    `There is no pages.yaml in ${folder}. Set --site to the folder of a site, or create pages.yaml there.\n`,
  ])
  expect(await readdir(folder)).toEqual([])
})

describe('new', () => {
  it('page writes a valid page of every kind, and never overwrites one', async () => {
    const site = join(work, 'new-pages')
    await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
    const kinds = [
      'info',
      'booking',
      'service',
      'document',
      'location',
      'resource',
      'article',
      'legal',
      'near-me',
      'landing',
      'ppc',
    ]
    for (const kind of kinds) {
      expect(
        await runInProcess('new', ['page', `/a/${kind}`, '--kind', kind, '--site', site]),
      ).toMatchObject({ code: 0, stderr: '' })
    }
    const { code, stdout } = await runInProcess('check', ['--site', site])
    // Nothing links to the new pages yet, and the bakery has no list for the article.
    expect(stdout).toContain('UNLISTED_ARTICLE')
    expect(stdout.match(/UNLINKED_PAGE/g)).toHaveLength(10)
    expect(code).toBe(0)
    expect(await runInProcess('new', ['page', '/a/legal', '--site', site])).toMatchObject({
      code: 1,
      stderr: 'The page /a/legal already exists.\n',
    })
  })

  it('page and set write what the statements of the site require', async () => {
    const site = join(work, 'new-statements')
    await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
    await writeFile(
      join(site, 'pages/statements.yaml'),
      `statements:
  require:
    - { text: sourdough bread, in: heading, on: { routes: [/new/*] }, because: A, source: B }
    - { text: Bread, in: heading, on: { routes: [/new/*] }, because: A, source: B }
    - { text: '\${page.label}', in: heading, on: { routes: [/new/*] }, because: A, source: B }
    - { text: 'A loaf costs \${loaf}', on: { routes: [/new/*] }, because: A, source: B }
    - { text: sourdough, on: { routes: [/new/*] }, because: A, source: B }
    - { text: Elsewhere, on: { routes: [/bread] }, because: A, source: B }
`,
    )
    for (const args of [
      ['page', '/new/rolls'],
      ['page', '/new/news', '--kind', 'article'],
      ['page', '/new/ad', '--kind', 'ppc'],
      ['set', '/new/{town}'],
    ])
      expect(await runInProcess('new', [...args, '--site', site])).toMatchObject({ code: 0 })
    const page = await readFile(join(site, 'pages/new-rolls.yaml'), 'utf8')
    expect(page).toContain("heading: 'Rolls: a heading that names sourdough bread'\n")
    expect(page).toContain('      - type: prose\n        body: |\n          A loaf costs ${loaf}\n')
    expect(page).toMatch(/A loaf costs \$\{loaf\}\n$/)
    const { stdout } = await runInProcess('check', ['--site', site])
    expect(stdout.match(/MISSING_STATEMENT\n.*/g)).toEqual([
      'MISSING_STATEMENT\n  /bread does not say "Elsewhere". A. Source: B.',
    ])
    expect(stdout).toContain(': 1 error, ')
  })

  it('set writes a template and rows, and never overwrites one', async () => {
    const site = await mkdtemp(join(work, 'new-set-'))
    await cp(join(root, 'tests/base-site'), site, { recursive: true })
    expect(await runInProcess('new', ['set', '/near/{town}', '--site', site])).toMatchObject({
      code: 0,
      stderr: '',
    })
    const { pages, problems } = await readWholeSite(site)
    expect(problems.map(({ code, setOrigin }) => [code, setOrigin?.otherRowCount])).toEqual([
      ['UNLINKED_PAGE', 1],
      ['PLACEHOLDER', 1],
    ])
    expect(pages.map(({ data }) => data.route)).toEqual([
      '/',
      '/near/first-town',
      '/near/second-town',
    ])
    expect((await runInProcess('new', ['set', '/near/{town}', '--site', site])).code).toBe(1)
    expect((await runInProcess('new', ['set', '/near/town', '--site', site])).code).toBe(2)
    expect((await runInProcess('new', ['set', '/near--me/{town}', '--site', site])).code).toBe(2)
  })

  it('page writes a page that was planned', async () => {
    const site = join(work, 'new-planned')
    await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
    expect((await runInProcess('new', ['page', '/cakes', '--site', site])).code).toBe(0)
    expect((await runInProcess('check', ['--site', site])).stdout).toContain(
      '/cakes is listed under planned, but the page exists.',
    )
  })

  it.each([
    [['page'], 'A page needs an address, such as /offers/this-week'],
    [['set'], 'A set needs an address with columns: /towns/{town}'],
    [['page', 'Courthouse'], '"Courthouse" cannot be an address. Write a path such as'],
    [['page', '/courthouse', '--kind', 'shop'], '--kind must be info, booking'],
    [['block', 'Big Block'], 'The name of a block must be lowercase words'],
    [['set', '/x/{y}', '--name', 'X'], '--name does not belong to new set'],
    [[], 'The first argument must be site, block, page, set, ci or words'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stderr } = await runInProcess('new', args)
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })

  it('page and set refuse a route that file systems cannot store', async () => {
    for (const args of [
      ['page', `/${'a'.repeat(201)}`],
      ['set', `/${'a'.repeat(201)}/{town}`],
    ]) {
      const { code, stderr } = await runInProcess('new', args)
      expect(stderr).toMatch(/200 characters between slashes/)
      expect(code).toBe(2)
    }
  })

  it('page shortens the name of the file for a long route', async () => {
    const site = join(work, 'new-long')
    await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
    const route = `/${'a'.repeat(190)}/${'b'.repeat(190)}`
    expect((await runInProcess('new', ['page', route, '--site', site])).code).toBe(0)
    expect(await readFile(join(site, `pages/${'a'.repeat(190)}-bbbbbbbbb.yaml`), 'utf8')).toContain(
      `  ${route}:`,
    )
  })
})

describe('serve', () => {
  it('exits 1 without a build, and suggests the command to run', async () => {
    const { code, stderr } = await runInProcess('serve', ['--dir', join(work, 'nothing')])
    expect(stderr).toContain('Run: npm run build')
    expect(code).toBe(1)
  })
})

describe('the search for Chromium', () => {
  beforeEach(() => void vi.spyOn(chromium, 'executablePath').mockReturnValue(join(work, 'none')))
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })

  it('uses CHROMIUM_PATH', () => {
    vi.stubEnv('CHROMIUM_PATH', '/opt/chromium')
    expect(findChromium()).toBe('/opt/chromium')
  })

  it('finds a system installation', async () => {
    const bin = join(work, 'bin')
    await mkdir(bin)
    await writeFile(join(bin, 'google-chrome'), '', { mode: 0o755 })
    vi.stubEnv('CHROMIUM_PATH', '')
    vi.stubEnv('PATH', `${bin}:/bin`)
    expect(findChromium()).toMatch(/(chromium(-headless-shell)?|google-chrome)$/)
  })
})

describe('generate', () => {
  afterEach(() => void vi.unstubAllEnvs())

  /** Copies what `generate` reads of two blocks, and changes the schema of one. */
  async function copyProject(change: (schema: Record<string, any>) => void): Promise<string> {
    const project = await mkdtemp(join(work, 'project-'))
    // With another block in front, which is not to blame.
    for (const folder of ['faq', 'notice', 'shared'])
      await cp(join(root, 'blocks', folder), join(project, 'blocks', folder), { recursive: true })
    await cp(join(root, 'schema/site.schema.json'), join(project, 'schema/site.schema.json'))
    await cp(join(root, 'schema/words'), join(project, 'schema/words'), { recursive: true })
    const file = join(project, 'blocks/notice/schema.json')
    const schema = JSON.parse(await readFile(file, 'utf8')) as Record<string, any>
    change(schema)
    await writeFile(file, JSON.stringify(schema))
    return project
  }

  it.each<[string, (schema: Record<string, any>) => void, RegExp]>([
    [
      'an unknown schema keyword',
      (schema) => void (schema.properties.text.foo = 1),
      /^blocks\/notice\/schema\.json: .*foo/,
    ],
    [
      'an unknown type',
      (schema) => void (schema.properties.text = { type: 'strng', description: 'Text.' }),
      /^blocks\/notice\/schema\.json: /,
    ],
    [
      'a reference to a missing definition',
      (schema) => void (schema.properties.text.$ref = '#/$defs/mardown'),
      /^blocks\/notice\/schema\.json: /,
    ],
    [
      "another block's type",
      (schema) => void (schema.properties.type.const = 'notes'),
      /^blocks\/notice\/schema\.json: the "const" of "type" must be "notice"$/,
    ],
  ])('names the block whose schema has %s, and writes nothing', async (_, change, message) => {
    const project = await copyProject(change)
    await expect(writeGeneratedFiles({ root: project })).rejects.toThrow(message)
    expect(await readdir(join(project, 'schema'))).toEqual(['site.schema.json', 'words'])
  })

  it('runs at the start of a server only if something has changed, also while none runs', async () => {
    const project = await copyProject(() => {})
    vi.stubEnv('SIGNPOST_CACHE', join(project, '.cache'))
    expect(await isUpToDate(project)).toBe(false)
    markUpToDate(hashGenerated(project))
    expect(await isUpToDate(project)).toBe(true)
    await writeFile(join(project, 'blocks/notice/notice.tsx'), '')
    expect(await isUpToDate(project)).toBe(false)
  })
})

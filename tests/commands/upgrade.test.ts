/** `upgrade` moves a site to the current version of the spec language, and keeps its layout. */
import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { specVersion } from '../../schema/validate/spec-version.ts'
import { writeFileChanges } from '../../scripts/edit/text-edits.ts'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import { migrations } from '../../scripts/edit/migrations.ts'
import { planMigration } from '../../scripts/edit/plan-migration.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-upgrade-'))))
afterAll(() => rm(work, { recursive: true }))

const before = `pages:
  /links: # the list of everything
    kind: info
    title: Everything in one place
    description: All that we write about bikes, in one place.
    blocks:
      - type: hero
        heading:   Everything   # spaces stay
      # An old kind of list.
      - type: link-list # grouped
        heading: All pages
        groups:
          # First what we sell.
          - heading: Shop
            links: [{ label: Home, href: / }]
      - { type: link-list, heading: One, links: [{ label: Home, href: / }] }
      - type: link-list
        id: both
        heading: Both
        links:
          - { label: Home, href: / }
        groups:
          - heading: Shop # the shop
            links: [{ label: Home, href: / }]
`
const after = before
  .replace('- type: link-list # grouped', '- type: link-groups # grouped')
  .replace(
    '          - { label: Home, href: / }\n        groups:',
    '          - { label: Home, href: / }\n      - type: link-groups\n        groups:',
  )

/** A copy of the smallest site, as the first version of the spec language had it. */
async function createOldSite(name: string, spec = ''): Promise<string> {
  const site = join(work, name)
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  const file = join(site, 'pages.yaml')
  const text = await readFile(file, 'utf8')
  const setting =
    '  # Counted without cookies.\n  measuring: { plausible: { domain: bikes.example } }\n' +
    "  allowOrigins: ['https://widget.example'] # the calendar\n" +
    '  theme: { heading: sans }\n'
  await writeFile(
    file,
    text.replace('\nsite:\n', `\n${spec}site:\n`).replace(/^ {2}notFound:/m, `${setting}$&`),
  )
  await writeFile(join(site, 'pages/links.yaml'), before)
  return site
}

it('there are migrations to each version, in their order', () => {
  expect([...new Set(migrations.map(({ to }) => to))]).toEqual(
    Array.from({ length: specVersion - 1 }, (_, index) => index + 2),
  )
})

it('a property is renamed and a block is split, with comments and layout kept', async () => {
  const site = await createOldSite('old', 'spec: 1\n')
  const plan = await planMigration(site)
  expect([plan.from, plan.applied.map(({ to }) => to), plan.lostComments]).toEqual([
    1,
    [2, 3, 4, 6],
    [],
  ])
  await writeFileChanges(site, plan.changes)
  expect(await readFile(join(site, 'pages/links.yaml'), 'utf8')).toBe(after)
  const settings = await readFile(join(site, 'pages.yaml'), 'utf8')
  expect(settings).toContain('# Counted without cookies.\n  analytics: { plausible: {')
  const calendar = ['https://widget.example']
  expect(parse(settings).site.allowOrigins).toEqual({
    frames: calendar,
    pictures: calendar,
    scripts: calendar,
  })
  expect(settings).toContain('\n  theme: { fonts: sans }\n')
  expect(settings).toContain(`\nspec: ${specVersion}\nsite:\n`)
  const { problems } = await checkSite(site)
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect((await planMigration(site)).changes).toEqual([])
})

it('settings that are gone are removed, and each says what follows', async () => {
  const site = await createOldSite('gone', 'spec: 6\n')
  const file = join(site, 'pages.yaml')
  const kept = '  form: { endpoint: https://forms.example/send }\n'
  const text = (await readFile(file, 'utf8'))
    .replace(/ {2}# Counted[\s\S]*?(?= {2}notFound:)/, kept)
    .replace('  notFound:', '  timeZone: America/Chicago # the shop\n  notFound:')
  await writeFile(join(site, 'pages/links.yaml'), 'facts: {}\n')
  await writeFile(
    file,
    text
      .replace('endpoint: https://forms.example/send', '$&, honeypot: _honey')
      .replace('  timeZone', '  similarity:\n    limit: 80\n    ignore: [Basin]\n  timeZone')
      .replace('  notFound:', '  outputs: { markdown: true, llms: true }\n  notFound:')
      .replace('  notFound:', '  hosts: [s3, azure]\n  notFound:'),
  )
  const { problems: before } = await checkSite(site)
  expect(before.map(({ code }) => code)).toEqual(['OTHER_SPEC_VERSION'])
  const { applied, changes } = await planMigration(site)
  expect(applied.map(({ summary }) => summary.split(' ')[0])).toEqual([
    'site.similarity',
    'site.outputs',
    'site.form.honeypot',
    'A',
  ])
  expect(changes).toEqual([
    expect.objectContaining({ after: text.replace('spec: 6', `spec: ${specVersion}`) }),
  ])
  await writeFileChanges(site, changes)
  const { problems } = await checkSite(site)
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
})

it('an anchor at one place stops no other change', async () => {
  const site = await createOldSite('anchors', 'spec: 1\n')
  const file = join(site, 'pages.yaml')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('measuring: {', 'measuring: &counting {'))
  const { changes, applied, byHand } = await planMigration(site)
  expect(applied.map(({ to }) => to)).toEqual([3, 4, 6])
  expect(byHand).toEqual([
    expect.stringMatching(
      /^pages\.yaml:\d+ .*&counting.* Change it yourself: site\.measuring is called/,
    ),
  ])
  expect(changes.map(({ file: name }) => name)).toEqual(['pages.yaml', 'pages/links.yaml'])
  expect(changes[0]!.after).toContain('theme: { fonts: sans }')
})

it('an estimator becomes a quote, and the check points to what moves to the tariff', async () => {
  const site = await createOldSite('estimator')
  const file = join(site, 'pages/links.yaml')
  const estimator = `
      - type: estimator # adds up
        heading: What it costs
        groups: [{ label: When?, choices: [{ label: Now, price: tune-up }] }]
`
  await writeFile(file, before + estimator)
  const { applied, changes } = await planMigration(site)
  expect(applied.map(({ to }) => to)).toContain(5)
  await writeFileChanges(site, changes)
  expect(await readFile(file, 'utf8')).toBe(after + estimator.replace('estimator', 'quote'))
  const { problems } = await checkSite(site)
  expect(problems.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['UNKNOWN_PROPERTY', 'MISSING_TARIFF']),
  )
})

it('a site that states no version is found out from its files', async () => {
  const site = await createOldSite('unstated')
  const { changes } = await planMigration(site)
  expect(changes.map(({ file }) => file)).toEqual(['pages.yaml', 'pages/links.yaml'])
  expect(parse(changes[0]!.after)).toMatchObject({ spec: specVersion })
  // The version comes after what the file begins with.
  expect(changes[0]!.after).toMatch(/^# yaml-language-server.*\n# The smallest.*\nspec: \d+\n/)
})

it('a comment that goes with what it explains is named', async () => {
  const site = await createOldSite('comments')
  const file = join(site, 'pages/links.yaml')
  const text = before.replace(
    '          - { label: Home, href: / }\n        groups',
    '          - { label: Home, href: / } # back\n        groups',
  )
  await writeFile(file, text)
  expect((await planMigration(site)).lostComments).toEqual([
    { file: 'pages/links.yaml', text: '# back' },
  ])
})

it('the command shows what it will do, and writes nothing without a terminal or --yes', async () => {
  const site = await createOldSite('shown', 'spec: 2\n')
  for (const options of [['--dry-run'], []]) {
    const { code, stdout } = await runInProcess('upgrade', ['--site', site, ...options])
    expect(code).toBe(options.length > 0 ? 0 : 1)
    expect(stdout).toContain(`From version 2 of the spec language to version ${specVersion}:`)
    expect(stdout).toContain(
      '-      - type: link-list # grouped\n+      - type: link-groups # grouped',
    )
    expect(await readFile(join(site, 'pages/links.yaml'), 'utf8')).toBe(before)
  }
})

it('a site of another version has one problem', async () => {
  for (const [spec, fix] of [
    [1, 'Run npm run upgrade'],
    [specVersion + 1, 'Install a newer Signpost'],
  ] as const) {
    const site = await createOldSite(`version-${spec}`, `spec: ${spec}\n`)
    const { stdout } = await runInProcess('check', ['--site', site, '--format', 'json'])
    expect(JSON.parse(stdout).problems).toMatchObject([
      { code: 'OTHER_SPEC_VERSION', fix: expect.stringContaining(fix) },
    ])
  }
  await expect(planMigration(join(work, `version-${specVersion + 1}`))).rejects.toThrow(
    /written in version \d+ .* Install a newer one/,
  )
})

it('an earlier commit in another version can still be compared with', async () => {
  const site = await createOldSite('in-git', 'spec: 1\n')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@bikes.example', ...args], {
      cwd: site,
    })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'Old')
  await writeFileChanges(site, (await planMigration(site)).changes)
  const { code, stdout, stderr } = await runInProcess('changes', ['--site', site, 'HEAD'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('Nothing')
})

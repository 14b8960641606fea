/** Messages of the settings: on which pages, on which days, in which language. */
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { root } from '../helpers/run-npm-script.ts'
import { runInProcess } from '../helpers/run-in-process.ts'

let site: string
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-notices-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await cp(join(root, 'tests/cases/translations'), site, { recursive: true })
  const file = join(site, 'pages.yaml')
  const notices = `  timeZone: America/Chicago
  notices:
    - text: 'Closed for the day. A tune-up stays \${tune-up}.'
      translations: { es: 'Cerrado hoy. Ajuste: \${tune-up}.' }
      publish: { from: 2026-11-26, until: 2026-11-26 }
    - { text: New rims, pages: [/es/*] }
`
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace('  languages:\n', `${notices}  languages:\n`),
  )
})
afterAll(() => rm(site, { recursive: true }))

const read = (now: string) => readWholeSite(site, { moment: { now } } as never)
const show = (report: Awaited<ReturnType<typeof read>>, route: string) =>
  report.pages
    .find((page) => page.route === route)!
    .data.notices?.map((text) => text.map((node) => JSON.stringify(node)).join(''))

it('are shown on their days, on their pages and in the language of the page', async () => {
  const before = await read('2026-11-25')
  expect([show(before, '/'), show(before, '/es')]).toEqual([undefined, undefined])
  expect(show(before, '/es/otra')).toEqual([expect.stringContaining('New rims')])
  const then = await read('2026-11-26')
  expect(show(then, '/')).toEqual([expect.stringContaining('A tune-up stays $60.')])
  expect(show(then, '/es')).toEqual([expect.stringContaining('Ajuste: 60\u00a0US$.')])
  expect(show(then, '/es/otra')).toHaveLength(2)
})

it('are reported without a translation from when they are written until they are over', async () => {
  const file = join(site, 'pages.yaml')
  const text = await readFile(file, 'utf8')
  const entry =
    '- { text: New rims, pages: [/es/*], publish: { from: 2026-11-27, until: 2026-11-28 } }'
  await writeFile(file, text.replace(/- { text: New rims.*/, entry))
  const find = async (now: string) =>
    (await read(now)).problems
      .filter(({ message }) => message.startsWith('This message'))
      .map(({ code, file, excerpt }) => [code, file, excerpt?.trim()])
  const reported = [['MISSING_TRANSLATION', 'pages.yaml', entry]]
  expect(await find('2026-11-26')).toEqual(reported)
  expect(await find('2026-11-28')).toEqual(reported)
  expect(await find('2026-11-29')).toEqual([])
  await writeFile(file, text)
})

it('may all be over', async () => {
  const file = join(site, 'pages.yaml')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/ {4}- { text: New rims.*\n/, ''))
  const { problems } = await read('2026-11-27')
  expect(problems.filter(({ code }) => code === 'LIST_TOO_SHORT')).toEqual([])
  await writeFile(file, text)
})

it('say in the report for a launch that the site changes on days, unless it is built daily', async () => {
  const check = async () =>
    (await runInProcess('check', ['--site', site, '--now', '2026-11-20', '--launch'])).stdout
  expect(await check()).toMatch(
    new RegExp(`2026-11-26, .* npm run new -- ci github --site ${site} writes one`),
  )
  const workflows = join(site, '.github/workflows')
  await mkdir(workflows, { recursive: true })
  await writeFile(join(workflows, 'site.yml'), 'on:\n  schedule:\n    - cron: 7 6 * * *\n')
  expect(await check()).not.toContain('2026-11-26')
})

it('need no workflow of a site whose repository, a folder above it, has one', async () => {
  const repository = await mkdtemp(join(tmpdir(), 'signpost-above-'))
  const below = join(repository, 'sites/shop')
  await cp(site, below, { recursive: true })
  await rename(join(below, '.github'), join(repository, '.github'))
  // As `new ci` finds it, also where Git itself would refuse to read it.
  await mkdir(join(repository, '.git'))
  const args = ['--site', below, '--now', '2026-11-20', '--launch']
  expect((await runInProcess('check', args)).stdout).not.toContain('no workflow has a schedule')
  await rm(repository, { recursive: true })
})

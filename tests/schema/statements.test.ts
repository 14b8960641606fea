/** Statements that pages must or must not make, on sites that need nothing but YAML for it. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import { compilePattern, normalizeText } from '../../schema/statements/compile-pattern.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { createInfoPage, readYaml, writeYaml, type YamlMap } from '../helpers/site-yaml.ts'

let work: string
let siteCount = 0
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-statements-'))
})
afterAll(() => rm(work, { recursive: true }))

/** A plumber in Texas: whoever advertises must show a license number. */
async function createPlumber(change: (site: YamlMap) => void = () => {}): Promise<string> {
  const site = join(work, `plumber-${siteCount++}`)
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  const main = await readYaml(join(site, 'pages.yaml'))
  main.facts = { license: { label: 'License', unit: 'text', value: 'M-40123', source: 'a card' } }
  main.navigation.footer.legal = 'Responsible Master Plumber, license ${license}'
  main.statements = {
    require: [{ text: 'License ${license}', because: 'The law', source: '22 TAC § 367.10' }],
    forbid: [
      { pattern: ['24/7', '#1 plumber', '#1'], because: 'We sleep', source: 'house style' },
      { pattern: 'top rated', unless: 'evidence', because: 'Who says so?', source: 'FTC' },
    ],
  }
  change(main)
  await writeYaml(join(site, 'pages.yaml'), main)
  const pages = {
    '/leaks': createInfoPage('Leaks', 'We stop leaks.'),
    '/drains': createInfoPage('Drains', 'We clear drains.'),
  }
  await writeYaml(join(site, 'pages/more.yaml'), { pages })
  return site
}

const listReports = async (site: string) =>
  (await checkSite(site)).problems
    .filter(({ code }) => /STATEMENT|PATTERN/.test(code))
    .map(({ code, file, message }) => `${code} ${file} ${message}`)

it('what a customer said is not checked for words of ours', async () => {
  const site = await createPlumber()
  const items = [{ quote: 'The #1 plumber, and top rated.', name: 'A #1 fan', placeholder: true }]
  const page = createInfoPage('Praise', 'What they say.')
  page.blocks.push({ type: 'testimonials', heading: 'They say', items })
  await writeYaml(join(site, 'pages/more.yaml'), { pages: { '/praise': page } })
  expect(await listReports(site)).toEqual([
    'FORBIDDEN_STATEMENT pages/more.yaml /praise says "#1". We sleep. Source: house style.',
  ])
})

describe('words that hold until a fact is settled', () => {
  it.each([
    [undefined, []],
    ['web', []],
    [
      'flyer',
      [
        'FORBIDDEN_STATEMENT pages/more.yaml /leaks says "stop leaks". It is an hour. Source: the flyer.',
      ],
    ],
  ])('settled on %s', async (settled, reports) => {
    const site = await createPlumber((main) => {
      const [flyer, web] = [60, 90].map((value) => ({ value, source: 'a card' }))
      main.facts.visit = {
        ...{ label: 'A visit', unit: 'minutes', readings: { flyer, web } },
        ...(settled !== undefined && { settled }),
      }
      main.statements.forbid.push({
        ...{ pattern: 'stop leaks', settled: ['visit.flyer'] },
        ...{ because: 'It is an hour', source: 'the flyer' },
      })
    })
    expect(await listReports(site)).toEqual(reports)
  })
})

describe('a license number on every page', () => {
  it('is found in the footer', async () => {
    expect(await listReports(await createPlumber())).toEqual([])
  })

  it('is missing on each page without it, if the footer does not say it', async () => {
    const site = await createPlumber(({ navigation, pages }) => {
      navigation.footer.legal = 'License M-401234'
      expect(pages).toBeUndefined()
    })
    const says = 'does not say "License M-40123". The law. Source: 22 TAC § 367.10.'
    expect(await listReports(site)).toEqual([
      `MISSING_STATEMENT pages/home.yaml / ${says}`,
      `MISSING_STATEMENT pages/more.yaml /leaks ${says}`,
      `MISSING_STATEMENT pages/more.yaml /drains ${says}`,
    ])
  })
})

describe('a required main heading', () => {
  const requireInHeading = async (text: string) =>
    listReports(
      await createPlumber(({ statements }) => {
        const reason = { because: 'People scan for it', source: 'house style' }
        statements.require.push({ text, in: 'heading', on: { routes: ['/leaks'] }, ...reason })
      }),
    )

  it('may say more, and names its page', async () => {
    expect(await requireInHeading('leaks')).toEqual([])
    expect(await requireInHeading('${page.label}')).toEqual([])
  })

  it('is asked for even if the text is elsewhere on the page or in the footer', async () => {
    const reason = 'People scan for it. Source: house style.'
    for (const text of ['We stop', 'Master Plumber'])
      expect(await requireInHeading(text)).toEqual([
        `MISSING_STATEMENT pages/more.yaml The main heading of /leaks does not say "${text}". ${reason}`,
      ])
  })
})

describe('forbidden words', () => {
  it('are found in citations, the menu and pages that are planned', async () => {
    const site = await createPlumber((main) => {
      main.facts.hours = { label: 'Hours', unit: 'text', value: '24/7', source: 'the owner' }
      main.planned = { '/soon': 'Soon' }
      main.site.planned.description = 'The #1 plumber writes: ${page.label}.'
      main.navigation.header.menus.push({ label: 'Open ${hours}', href: '/leaks' })
    })
    expect(await listReports(site)).toEqual([
      'FORBIDDEN_STATEMENT pages.yaml /soon says "#1 plumber". We sleep. Source: house style.',
      'FORBIDDEN_STATEMENT pages.yaml Every page says "24/7". We sleep. Source: house style.',
    ])
  })

  it('may come from a fact with evidence, and from nothing else', async () => {
    const evidence = { source: 'A survey of the county', checked: '2026-11-01' }
    const rated = { value: 'top rated in Midland', source: 'the owner' }
    const site = await createPlumber(({ facts, site }) => {
      facts.survey = { label: 'Survey', unit: 'text', ...rated, evidence }
      facts.rumor = { label: 'Rumor', unit: 'text', ...rated, value: 'top rated anywhere' }
      site.notFound.blocks[0].lead = 'We are ${survey}.'
      site.notFound.title = 'Top rated, and ${survey}'
      site.notFound.description = 'We are ${rumor}.'
    })
    expect(await listReports(site)).toEqual([
      'FORBIDDEN_STATEMENT pages.yaml /404 says "Top rated" without evidence. Who says so? Source: FTC.',
      'FORBIDDEN_STATEMENT pages.yaml /404 says "top rated" without evidence. Who says so? Source: FTC.',
    ])
  })

  it.each([
    ['été', 'En ÉTÉ.', 'ÉTÉ'],
    ['best', 'Bestie, rebest, best_of, 2best', ''],
    ['#1', 'We are #1! Not #10.', '#1'],
    ["don't", 'We don’t.', "don't"],
    ['notario público', 'Un Notario\u00a0 Público aquí', 'Notario  Público'],
    ['guaranteed', 'guar\u00adanteed', 'guaranteed'],
    ['/\\$\\d+ off/', 'Now $20 off.', '$20 off'],
    ['/cheap(er|est)?/', 'CHEAPEST', 'CHEAPEST'],
    ['a.b', 'aXb', ''],
  ])('%s in "%s"', (pattern, text, found) => {
    const match = compilePattern(pattern)
    if (typeof match !== 'function') throw new Error(match.message)
    const normalized = normalizeText(text)
    expect(match(normalized).map(({ start, end }) => normalized.slice(start, end))).toEqual(
      found === '' ? [] : [found],
    )
  })

  it('never take exponential time', () => {
    const match = compilePattern('/(a+)+b/')
    if (typeof match !== 'function') throw new Error(match.message)
    expect(match('a'.repeat(5000))).toEqual([])
  })
})

describe('builds', () => {
  it('notice a statement that is added, whole and in shards', async () => {
    const site = await createPlumber()
    const build = (...args: string[]) => runInProcess('build', ['--site', site, ...args])
    expect((await build()).code).toBe(0)
    const main = await readYaml(join(site, 'pages.yaml'))
    main.statements.forbid[0].pattern.push('leaks')
    await writeYaml(join(site, 'pages.yaml'), main)
    const { code, stderr } = await build()
    expect([code, stderr.match(/FORBIDDEN_STATEMENT/g)?.length]).toEqual([1, 4])
    const shard = await build('--out', join(work, 'shard'), '--shard', '1/1')
    expect([shard.code, shard.stderr.match(/FORBIDDEN_STATEMENT/g)?.length]).toEqual([1, 4])
  })

  it('notice words that are added to a page', async () => {
    const site = await createPlumber()
    const build = () => runInProcess('build', ['--site', site])
    expect((await build()).code).toBe(0)
    const pages = { '/leaks': createInfoPage('Leaks', 'We stop leaks 24/7.') }
    await writeFile(join(site, 'pages/more.yaml'), JSON.stringify({ pages }))
    const { code, stderr } = await build()
    expect(code).toBe(1)
    expect(stderr).toContain('/leaks says "24/7".')
  })
})

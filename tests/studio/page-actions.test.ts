/** Pages are added, copied and deleted by operations on the files of their family. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { root } from '../helpers/run-npm-script.ts'
import type { JsonValue } from '../../scripts/edit/yaml-operations.ts'
import { createMoment } from '../../schema/days/moment.ts'
import type { Page } from '../../schema/merge/merge-sources.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import {
  findCopiedName,
  listCopied,
  replaceCopiedName,
} from '../../scripts/edit/pages/copied-names.ts'
import { nameNewPage } from '../../scripts/edit/pages/name-new-page.ts'
import { planCopy, planNewPage } from '../../scripts/edit/pages/plan-page.ts'

const createPage = (route: string, file: string, raw = {}): [string, Page] => [
  route,
  {
    route,
    raw,
    location: {
      source: { file, locate: () => ({ line: 1 }) } as unknown as Page['location']['source'],
      path: ['pages', route],
    },
  },
]
const menus = [
  { label: 'Prices', href: '/prices' },
  { label: 'Towns', items: [{ href: '/towns/odessa' }] },
]
const main = { file: 'pages.yaml', value: { navigation: { header: { menus } } } }
const pages = new Map([
  createPage('/', 'pages/home.yaml'),
  createPage('/towns/odessa', 'pages/towns.yaml', { aliases: ['/odessa'] }),
  createPage('/towns/midland', 'pages/towns.yaml'),
])
const planned = new Map([
  ['/towns/stanton', { location: { source: main, path: ['planned', '/towns/stanton'] } }],
])
const site = { pages, planned, hidden: new Map(), main, settings: { language: 'en-US' } }
const resolved = {
  site,
  addresses: { entries: {} },
  business: { region: 'TX' },
  placeNames: ['Odessa', 'Garden City'],
  schema: loadSchema(),
  context: { moment: createMoment({}, {}) },
} as unknown as ResolvedSite

it('a new page joins the pages whose addresses begin alike, and is no longer planned', () => {
  const route = '/towns/stanton'
  const { label, operations } = planNewPage(resolved, {
    action: 'new',
    route,
    kind: 'location',
    title: 'Stanton',
  })
  expect(label).toBe('Add the page /towns/stanton')
  expect(operations).toMatchObject([
    {
      kind: 'set',
      file: 'pages/towns.yaml',
      path: ['pages', route],
      value: { kind: 'location', title: 'Stanton', placeholder: true, city: { region: 'TX' } },
    },
    { kind: 'remove', file: 'pages.yaml', path: ['planned', route] },
  ])
})

it('a new page spells the towns of the site', () => {
  const route = '/bread-near-me-garden-city'
  const { operations } = planNewPage(resolved, { action: 'new', route, kind: 'near-me' })
  expect(operations[0]).toMatchObject({ value: { label: 'Bread near me Garden City' } })
})

it('a new page is named as its title or its author spells it', () => {
  const name = (route: string, title: string) =>
    planNewPage(resolved, { action: 'new', route, kind: 'info', title }).operations[0]
  expect(name('/zurich-sud', 'Umzug in Zürich-Süd: Preise')).toMatchObject({
    value: { label: 'Zürich-Süd' },
  })
  expect(name('/team', 'Who we are')).toMatchObject({ value: { label: 'Team' } })
  expect(nameNewPage('/Zürich-Süd')).toBe('Zürich-Süd')
  expect(nameNewPage('/zürich-süd')).toBe('Zürich süd')
  expect(nameNewPage('/moving-to-zürich', ['Zürich'])).toBe('Moving to Zürich')
  expect(nameNewPage('/moving-to-zurich', ['Zürich'])).toBe('Moving to Zürich')
})

it('a new page without a family is beside the home page', () => {
  const place = () =>
    planNewPage(resolved, { action: 'new', route: '/rolls', kind: 'info' }).operations[0]
  pages.set(...createPage('/contact', 'pages/contact.yaml', { kind: 'info' }))
  expect(place()).toMatchObject({ file: 'pages/home.yaml' })
  pages.set(...createPage('/terms', 'pages/contact.yaml', { kind: 'info' }))
  expect(place()).toMatchObject({ file: 'pages/contact.yaml' })
  // Pages of another language are no family of it.
  for (const name of ['kontakt', 'agb', 'team'])
    pages.set(...createPage(`/de/${name}`, 'pages/de.yaml', { kind: 'info', language: 'de' }))
  expect(place()).toMatchObject({ file: 'pages/contact.yaml' })
  for (const name of ['kontakt', 'agb', 'team']) pages.delete(`/de/${name}`)
  pages.delete('/contact')
  pages.delete('/terms')
})

it('a new article is of today there, and has a category of the list that it belongs to', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'signpost-article-'))
  await cp(join(root, 'tests/base-site'), dir, { recursive: true })
  await writeFile(
    join(dir, 'pages/advice.yaml'),
    `pages:
  /advice:
    kind: info
    title: Advice
    description: What to do.
    blocks:
      - { type: hero, heading: Advice }
      - { type: posts, heading: All advice, categories: [{ label: Chains, id: chains }] }
`,
  )
  const whole = await readWholeSite(dir)
  const action = { action: 'new' as const, route: '/advice/oil', kind: 'article' }
  const { operations } = planNewPage(whole, action)
  expect(operations[0]).toMatchObject({ value: { article: { category: 'Chains' } } })
  // It is never the same day at both places.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const context = { ...whole.context, moment: { ...whole.context.moment, timeZone } }
    const published = new Date().toLocaleDateString('sv', { timeZone })
    expect(planNewPage({ ...whole, context }, action).operations[0]).toMatchObject({
      value: { article: { published } },
    })
  }
  await rm(dir, { recursive: true })
})

it('a copy is a placeholder without aliases, and with a title of its own', () => {
  const written = { title: 'Odessa', aliases: ['/odessa'], blocks: [] }
  const from = '/towns/odessa'
  const { operations } = planCopy(
    resolved,
    { action: 'duplicate', from, to: '/towns/penwell' },
    written,
  )
  expect(operations).toMatchObject([
    {
      path: ['pages', '/towns/penwell'],
      value: { title: 'Copy of Odessa', placeholder: true, blocks: [] },
    },
  ])
})

it('a copy gets its names, what its kind requires, and a link in a menu', () => {
  const written = { kind: 'info', title: 'Odessa', blocks: [{ type: 'hero' }] }
  const { operations } = planCopy(
    resolved,
    {
      action: 'duplicate',
      from: '/towns/odessa',
      to: '/penwell',
      kind: 'location',
      title: 'A notary in Penwell',
      label: 'Penwell',
      menu: 1,
    },
    written,
  )
  expect(operations).toMatchObject([
    {
      path: ['pages', '/penwell'],
      value: {
        kind: 'location',
        placeholder: true,
        title: 'A notary in Penwell',
        label: 'Penwell',
        city: { name: 'Penwell', region: 'TX' },
        blocks: [{ type: 'hero' }],
      },
    },
    {
      kind: 'insert',
      file: 'pages.yaml',
      path: ['navigation', 'header', 'menus', 1, 'items', 1],
      value: { label: 'Penwell', href: '/penwell' },
    },
  ])
})

it('a copy says its own name, and where the other remains is listed', () => {
  const [from, to] = ['/towns/big-spring/oil', '/towns/odessa/oil']
  const replaced = findCopiedName(from, to, ['Oil in Big Spring'])!
  expect(replaced).toEqual({ text: 'Big Spring', by: 'Odessa' })
  expect(findCopiedName(from, `${from}-copy`, [])).toBeUndefined()
  const facts = new Set(['miles-big-spring'])
  const blocks: JsonValue[] = [
    { type: 'hero', heading: 'Big Spring, Howard County', text: '${miles-big-spring}' },
    { type: 'figures', items: [{ fact: 'miles-big-spring', src: '/towns/big-spring.svg' }] },
  ]
  const page = {
    label: 'Oil in Big Spring',
    city: { name: 'Big Spring', county: 'Howard County', latitude: 32.2, longitude: -101.4 },
    blocks,
  }
  expect(replaceCopiedName(page, replaced, facts)).toEqual({
    count: 3,
    page: {
      label: 'Oil in Odessa',
      city: { name: 'Odessa', county: 'Howard County' },
      blocks: [{ ...(blocks[0] as object), heading: 'Odessa, Howard County' }, blocks[1]],
    },
  })
  expect(listCopied(page, replaced, facts)).toEqual([
    'Howard County (city, hero)',
    'miles-big-spring (hero, figures)',
    '/towns/big-spring.svg (figures)',
  ])
})

it.each([
  ['/towns/odessa', 'The page /towns/odessa already exists.'],
  ['/odessa', '/odessa is an alias of /towns/odessa.'],
  ['/Towns', '"/Towns" cannot be an address.'],
])('%s is refused for a new page', (route, reason) => {
  expect(() => planNewPage(resolved, { action: 'new', route, kind: 'location' })).toThrow(reason)
})

it('a translation is a placeholder in its language, with the texts of its original', () => {
  const { label, operations } = planCopy(
    resolved,
    {
      action: 'duplicate',
      from: '/towns/odessa',
      to: '/es/odessa',
      language: 'es',
      title: 'Odesa',
    },
    { kind: 'location', title: 'Odessa', aliases: ['/odessa'], blocks: [] },
  )
  expect(label).toBe('Translate /towns/odessa to /es/odessa')
  expect(operations[0]).toMatchObject({
    value: {
      ...{ kind: 'location', title: 'Odesa', placeholder: true, blocks: [] },
      ...{ language: 'es', translates: '/towns/odessa' },
    },
  })
})

it('a translation records which version of its original it translates', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'signpost-translation-'))
  await cp(join(root, 'tests/base-site'), dir, { recursive: true })
  const settings = await readFile(join(dir, 'pages.yaml'), 'utf8')
  const languages = '  language: en-US\n  languages: { es: { label: Español } }'
  await writeFile(join(dir, 'pages.yaml'), settings.replace('  language: en-US', languages))
  const page = (properties: object) => ({
    ...{ kind: 'info', title: 'Repairs', description: 'We repair bicycles.' },
    ...properties,
    blocks: [{ type: 'hero', heading: 'Repairs' }],
  })
  const write = (pages: object) =>
    writeFile(join(dir, 'pages/repairs.yaml'), JSON.stringify({ pages }))
  const original = page({})
  await write({ '/repairs': original })
  const action = { action: 'duplicate', from: '/repairs', to: '/es/repairs' } as const
  const { operations } = planCopy(
    await readWholeSite(dir),
    { ...action, language: 'es', title: 'Reparaciones' },
    original,
  )
  const [set] = operations
  const translation = set?.kind === 'set' ? (set.value as object) : {}
  await write({ '/repairs': original, '/es/repairs': translation })
  const { problems } = await readWholeSite(dir)
  expect(problems.map(({ code }) => code)).not.toContain('UNCONFIRMED_TRANSLATION')
  // It would warn without the record.
  await write({ '/repairs': original, '/es/repairs': { ...translation, original: undefined } })
  const { problems: unrecorded } = await readWholeSite(dir)
  expect(unrecorded.map(({ code }) => code)).toContain('UNCONFIRMED_TRANSLATION')
  await rm(dir, { recursive: true })
})

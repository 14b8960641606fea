/** Redirects are aliases of pages, edited from one table. */
import { expect, it } from 'vitest'
import { createMoment } from '../../schema/days/moment.ts'
import type { Page } from '../../schema/merge/merge-sources.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import type { ReadSite } from '../../scripts/prerender/run/run.ts'
import { planRedirect } from '../../scripts/edit/pages/plan-redirect.ts'
import { listLinkingPages } from '../../scripts/report/links.ts'
import { listRedirectItems } from '../../scripts/studio/describe/redirect-items.ts'

const file = 'pages/towns.yaml'

const createPage = (route: string, raw: object, setOrigin?: object): [string, Page] => [
  route,
  {
    route,
    raw: { ...raw },
    location: {
      source: {
        file,
        locate: () => ({ line: 1, setOrigin }),
      } as unknown as Page['location']['source'],
      path: ['pages', route],
    },
  },
]
const until = '2027-01-01'
const site = {
  settings: {},
  pages: new Map([
    createPage('/', {}),
    createPage('/odessa', { aliases: ['/Odessa.html', '/towns/odessa'] }),
    createPage('/midland', { aliases: ['/towns/midland'] }),
    createPage('/secret', { aliases: ['/hush'], draft: true }),
  ]),
  planned: new Map(),
  hidden: new Map([
    createPage('/fair', {
      publish: Object.fromEntries([
        ['until', until],
        ['then', '/'],
      ]),
      aliases: ['/market'],
    }),
    createPage('/sale', { publish: { until } }),
  ]),
  main: { file: 'pages.yaml' },
}
const context = { moment: createMoment({ now: '2027-02-01', drafts: true }, { timeZone: 'UTC' }) }
const resolved = { site, context, addresses: { entries: {} }, schema: loadSchema() }
const read = { resolved } as unknown as ReadSite

it('lists aliases where they are written, those of drafts as such, and addresses of pages that are over', () => {
  expect(listRedirectItems(read)).toEqual([
    {
      from: '/Odessa.html',
      to: '/odessa',
      kind: 'alias',
      file,
      address: { file, path: ['pages', '/odessa', 'aliases', 0] },
    },
    expect.objectContaining({ from: '/towns/odessa', to: '/odessa' }),
    expect.objectContaining({ from: '/towns/midland', to: '/midland' }),
    { from: '/fair', to: '/', kind: 'ended', file },
    { from: '/market', to: '/', kind: 'ended', file },
    { from: '/sale', kind: 'ended', file },
    {
      from: '/hush',
      to: '/secret',
      kind: 'draft',
      file,
      address: { file, path: ['pages', '/secret', 'aliases', 0] },
    },
  ])
})

it('a link to an alias is a link to its page', () => {
  const pages = [
    { route: '/', links: ['/towns/odessa#prices', '/midland'] },
    { route: '/odessa', links: ['/towns/odessa'] },
  ]
  const linked = { pages, resolved: { ...resolved, shellFindings: { links: [] } } }
  const listLinks = (route: string) =>
    listLinkingPages(linked as unknown as Parameters<typeof listLinkingPages>[0], route)
  expect(listLinks('/odessa')).toEqual({ pages: ['/'], isShared: false })
  expect(listLinks('/midland')).toEqual({ pages: ['/'], isShared: false })
})

const aliasesOf = (route: string) => ['pages', route, 'aliases']

it('adds an alias to the list of the page, or as its first one', () => {
  expect(planRedirect(read.resolved, { action: 'add', from: '/old', to: '/odessa' })).toEqual({
    label: 'Redirect /old to /odessa',
    operations: [{ kind: 'insert', file, path: [...aliasesOf('/odessa'), 2], value: '/old' }],
  })
  expect(planRedirect(read.resolved, { action: 'add', from: '/old', to: '/' }).operations).toEqual([
    { kind: 'set', file, path: aliasesOf('/'), value: ['/old'], before: 'blocks' },
  ])
})

it('removes an alias, and the list with its last one', () => {
  const first = planRedirect(read.resolved, {
    action: 'remove',
    from: '/towns/odessa',
    to: '/odessa',
  })
  expect(first.operations).toEqual([{ kind: 'remove', file, path: [...aliasesOf('/odessa'), 1] }])
  const last = planRedirect(read.resolved, {
    action: 'remove',
    from: '/towns/midland',
    to: '/midland',
  })
  expect(last.operations).toEqual([{ kind: 'remove', file, path: aliasesOf('/midland') }])
})

it('changes an address in place, or moves it to another page', () => {
  const redirect = { action: 'change', from: '/towns/odessa', to: '/odessa' } as const
  const renamed = planRedirect(read.resolved, {
    ...redirect,
    next: { from: '/west', to: '/odessa' },
  })
  expect(renamed.operations).toEqual([
    { kind: 'set', file, path: [...aliasesOf('/odessa'), 1], value: '/west' },
  ])
  const moved = planRedirect(read.resolved, {
    ...redirect,
    next: { from: '/towns/odessa', to: '/midland' },
  })
  expect(moved.operations).toEqual([
    { kind: 'remove', file, path: [...aliasesOf('/odessa'), 1] },
    { kind: 'insert', file, path: [...aliasesOf('/midland'), 1], value: '/towns/odessa' },
  ])
})

it.each([
  ['/midland', '/odessa', 'The page /midland already exists.'],
  ['/towns/midland', '/odessa', '/towns/midland is an alias of /midland.'],
  ['/what?', '/odessa', '"/what?" cannot be an address. Write an address such as /old-prices'],
  ['/old', '/nowhere', 'There is no page /nowhere.'],
])('refuses to redirect %s to %s', (from, to, reason) => {
  expect(() => planRedirect(read.resolved, { action: 'add', from, to })).toThrow(reason)
})

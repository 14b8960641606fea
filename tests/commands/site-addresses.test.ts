/** Every command says the same about an address: what the build does with it. */
import { readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostingRules } from '../../scripts/prerender/hosts/hosting-rules.ts'
import { DevSession } from '../../scripts/dev/dev-session.ts'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import { listPageItems } from '../../scripts/edit/describe/list-page-items.ts'
import { listRedirectItems } from '../../scripts/studio/describe/redirect-items.ts'
import { pageText, SmallSite } from '../days/small-site.ts'
import { createOwnCache } from '../helpers/own-cache.ts'
import { runInProcess } from '../helpers/run-in-process.ts'

const now = '2027-01-06'
const clockOffset = Date.parse(`${now}T12:00:00Z`) - Date.now()

/** What each address answers, and where it leads. */
const answers: Record<string, string> = {
  '/': '200',
  '/services': '200',
  '/offers': '301 /services',
  // An ended page that redirects to a page, by way of an alias, and by way of another ended page.
  '/sale': '301 /services',
  '/winter': '301 /services',
  '/market': '301 /services',
  '/fair': '301 /services',
  // An ended page that is gone.
  '/party': '410',
  '/fete': '410',
  '/soon': '404',
  '/shortly': '404',
  '/secret': '404',
  '/hush': '404',
  '/rentals': '200',
  '/closed': '410',
  // Another site.
  '/shop': '301 https://shop.example.com/',
}
const addresses = Object.keys(answers)
const pages = ['/', '/services', '/sale', '/market', '/fair', '/party', '/soon', '/secret']

const text = `pages:${[
  pageText('/services', 'Our services', '    aliases: [/offers]\n'),
  pageText(
    '/sale',
    'The winter sale',
    '    aliases: [/winter]\n    publish: { until: 2027-01-05, then: /services }\n',
  ),
  pageText('/market', 'The market', '    publish: { until: 2027-01-05, then: /offers }\n'),
  pageText('/fair', 'The fair', '    publish: { until: 2027-01-05, then: /winter }\n'),
  pageText(
    '/party',
    'The party',
    '    aliases: [/fete]\n    publish: { until: 2027-01-05, then: gone }\n',
  ),
  pageText('/soon', 'The new shop', '    aliases: [/shortly]\n    publish: { from: 2027-02-01 }\n'),
  pageText('/secret', 'The secret', '    aliases: [/hush]\n    draft: true\n'),
].join('')}planned: { /rentals: Rentals }\n`

let site: SmallSite
let cache: string | undefined
beforeAll(async () => {
  site = await SmallSite.create(text)
  cache = process.env.SIGNPOST_CACHE
  process.env.SIGNPOST_CACHE = createOwnCache(join(site.folder, 'cache'))
  await site.edit('pages.yaml', (settings) =>
    settings.replace(
      '  language:',
      '  timeZone: America/Chicago\n  redirects: { /shop: https://shop.example.com }\n  language:',
    ),
  )
  await site.write('addresses.gen.json', '{ "/closed": "gone" }')
})
afterAll(async () => {
  if (cache === undefined) delete process.env.SIGNPOST_CACHE
  else process.env.SIGNPOST_CACHE = cache
  // The development session still writes what it has checked.
  await rm(site.folder, { recursive: true, force: true, maxRetries: 5 })
})

const run = (command: string, ...args: string[]) =>
  runInProcess(command, [...args, '--site', site.dir], { clockOffset })

async function runForJson(command: string, ...args: string[]) {
  const { stdout, stderr } = await run(command, ...args, '--format', 'json')
  expect(stdout, stderr).not.toBe('')
  return JSON.parse(stdout)
}

const pick = (isWanted: (address: string, answer: string) => boolean) =>
  Object.fromEntries(Object.entries(answers).filter((entry) => isWanted(...entry)))

type Listing = { status: string; redirectTo?: string }
/** What a listed page answers. */
function toAnswer({ status, redirectTo }: Listing): string {
  if (redirectTo !== undefined) return `301 ${redirectTo}`
  if (status === 'ended') return '410'
  return status === 'draft' || status === 'scheduled' ? '404' : '200'
}

describe('what is at an address', () => {
  it('is what the files for hosts say, and what serve answers', async () => {
    const { code, stderr } = await site.build('out', '--now', now, '--host', 'netlify')
    expect(code, stderr).toBe(0)
    const read = (path: string) => readFile(join(site.folder, 'out', path), 'utf8')
    const rules = JSON.parse(await read('.hosts/rules.json')) as HostingRules
    const redirects = pick((_, answer) => answer.startsWith('301'))
    expect(Object.fromEntries(rules.redirects.map(({ from, to }) => [from, `301 ${to}`]))).toEqual(
      redirects,
    )
    const gone = addresses.filter((address) => answers[address] === '410')
    expect(rules.gone.toSorted()).toEqual(gone.toSorted())
    const lines = (await read('_redirects')).trim().split('\n')
    expect(lines.toSorted()).toEqual(
      [
        ...Object.entries(redirects).map(([from, to]) => `${from} ${to.slice(4)} 301!`),
        ...gone.map((from) => `${from} /404.html 410!`),
      ].toSorted(),
    )
    for (const [from, to] of Object.entries(redirects))
      expect(await read(`${from}/index.html`)).toContain(`url=${to.slice(4)}"`)

    const server = await serveFolder(join(site.folder, 'out'), 0)
    const { port } = server.address() as AddressInfo
    const served: typeof answers = {}
    for (const address of addresses) {
      const url = `http://localhost:${port}${address}`
      const { status, headers } = await fetch(url, { redirect: 'manual' })
      served[address] = [status, headers.get('location')].filter(Boolean).join(' ')
    }
    server.closeAllConnections()
    server.close()
    expect(served).toEqual(answers)
  })

  it('is what pages says', async () => {
    const found: typeof answers = {}
    for (const address of addresses) {
      const answer = await runForJson('pages', address)
      if (answer.kind === 'given-up') found[address] = '410'
      else if (answer.redirect === address && answer.status === 'listed')
        found[address] = `301 ${answer.route}`
      else found[address] = toAnswer(answer)
    }
    expect(found).toEqual(answers)
  })

  it('is what pages says in words', async () => {
    const ask = async (address: string) => (await run('pages', address)).stdout
    expect(await ask('/sale')).toContain('  info, ended, redirects to /services\n  alias /winter')
    expect(await ask('/winter')).toMatch(
      /^\/winter redirects to \/services, because it is an alias of \/sale, which has ended\.\n/,
    )
    expect(await ask('/fete')).toContain('/fete is gone, because it is an alias of /party')
    expect(await ask('/party')).toContain('  info, ended, gone\n')
    expect(await ask('/soon')).toContain('  info, not published yet\n')
    expect(await ask('/hush')).toContain('/hush will redirect to /secret, which is a draft.')
    expect(await ask('/shop')).toMatch(
      /^\/shop redirects to https:\/\/shop.example.com\/.\n\n {2}\S*pages.yaml:\d+\n$/,
    )
    expect(await ask('/closed')).toContain('Nothing is at /closed anymore, on purpose')
    const { stdout } = await run('pages', '/services')
    for (const from of ['/offers', '/sale', '/winter', '/market', '/fair'])
      expect(stdout).toContain(`redirect from ${from}  pages/more.yaml:`)
  })

  it('is what pages lists', async () => {
    const listed = (await runForJson('pages')) as (Listing & { route: string })[]
    expect(Object.fromEntries(listed.map((page) => [page.route, toAnswer(page)]))).toEqual(
      pick((address) => pages.includes(address) || address === '/rentals'),
    )
  })

  it('is what pages lists of all addresses', async () => {
    const columns = ['--columns', 'address,answer,redirect_to']
    const { stdout } = await run('pages', '--kind', 'all', '--format', 'csv', ...columns)
    const listed = stdout
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(','))
      .map(([address = '', ...answer]) => [address, answer.filter(Boolean).join(' ')] as const)
      .filter(([address]) => address !== '/404')
    expect(Object.fromEntries(listed)).toEqual(
      pick((address, answer) => answer !== '404' || pages.includes(address)),
    )
  })

  it('decides what check says about links to it', async () => {
    const list = addresses.map((address) => `[here](${address})`).join(', ')
    const linking = pageText('/links', 'Links', '', `      - { type: prose, body: '${list}' }\n`)
    await site.write('pages/links.yaml', `pages:${linking}`)
    const { problems } = await runForJson('check')
    await rm(join(site.dir, 'pages/links.yaml'))
    const about = (code: string) =>
      (problems as { code: string; found?: string; suggestion?: string; file: string }[]).filter(
        (problem) => problem.code === code && problem.file.endsWith('pages/links.yaml'),
      )
    expect(
      Object.fromEntries(
        about('LINK_TO_ALIAS').map(({ found, suggestion }) => [found, `301 ${suggestion}`]),
      ),
    ).toEqual(pick((_, answer) => answer.startsWith('301')))
    const missing = addresses.filter((address) => /4/.test(answers[address]!))
    expect(about('BROKEN_LINK').map(({ found }) => found)).toEqual(['/closed'])
    expect(
      about('LINK_TO_HIDDEN_PAGE')
        .map(({ found }) => found)
        .toSorted(),
    ).toEqual(missing.filter((address) => address !== '/closed').toSorted())
  })

  it('decides which recorded addresses check misses, and which dates keeps', async () => {
    const before = await site.read('addresses.gen.json')
    const written = addresses.filter((address) => address !== '/rentals')
    const recorded = Object.fromEntries(written.map((address) => [address, []]))
    await site.write('addresses.gen.json', JSON.stringify({ ...recorded, '/closed': 'gone' }))
    const { problems } = await runForJson('check')
    const lost = (problems as { code: string; found: string }[])
      .filter(({ code }) => code === 'ADDRESS_GONE')
      .map(({ found }) => found)
    expect(lost.toSorted()).toEqual(Object.keys(pick((_, answer) => answer === '404')).toSorted())
    // It records nothing while an address is missing.
    for (const address of lost) delete recorded[address]
    await site.write('addresses.gen.json', JSON.stringify({ ...recorded, '/closed': 'gone' }))
    expect((await run('check', '--record')).code).toBe(0)
    expect(JSON.parse(await site.read('addresses.gen.json'))).toEqual({
      ...recorded,
      '/closed': 'gone',
    })
    await site.write('addresses.gen.json', before)
    await rm(join(site.dir, 'dates.gen.json'), { force: true })
  })

  it('decides what changes says about a page that is not there anymore', async () => {
    const moments = ['--now', '2027-01-05T12:00', '--now', now]
    const report = await runForJson('changes', ...moments)
    expect(
      Object.fromEntries(
        (report.pages.removed as { route: string; redirectsTo?: string; gone?: true }[]).map(
          ({ route, redirectsTo, gone }) => [route, gone ? '410' : `301 ${redirectsTo}`],
        ),
      ),
    ).toEqual(pick((address) => ['/sale', '/market', '/fair', '/party'].includes(address)))
    expect(report.redirects).toEqual([
      { from: '/winter', before: '/sale', after: '/services' },
      { from: '/fete', before: '/party', gone: true },
    ])
  })

  it('decides what can be renamed, and which addresses are free', async () => {
    const rename = async (from: string, to: string) =>
      (await run('rename', from, to, '--dry-run')).stderr.trim()
    for (const route of pages.filter((page) => page !== '/'))
      expect(await rename(route, '/elsewhere')).toBe('')
    for (const [alias, route] of [
      ['/offers', '/services'],
      ['/winter', '/sale'],
      ['/fete', '/party'],
      ['/shortly', '/soon'],
      ['/hush', '/secret'],
    ] as const)
      expect(await rename(alias, '/elsewhere')).toContain(`${alias} is an alias of ${route}.`)
    expect(await rename('/closed', '/elsewhere')).toContain('There is no page /closed.')
    expect(await rename('/services', '/sale')).toContain('The page /sale already exists.')

    const create = async (route: string) => (await run('new', 'page', route)).stderr.trim()
    for (const [route, reason] of [
      ['/sale', 'The page /sale already exists.'],
      ['/secret', 'The page /secret already exists.'],
      ['/shop', '/shop redirects to https://shop.example.com/.'],
      ['/offers', '/offers is an alias of /services. Delete it there first.'],
      ['/hush', '/hush is an alias of /secret. Delete it there first.'],
      ['/winter', '/winter is an alias of /sale, which has ended. Delete it there first.'],
    ] as const) {
      expect(await create(route)).toBe(reason)
      expect(await rename('/fair', route)).toContain(reason)
    }
  })

  it('is found for aliases with a query, a wildcard or an accent', async () => {
    const before = await site.read('pages/more.yaml')
    const aliases = "[/offers, '/?p=7', /2019/*, /über uns]"
    await site.edit('pages/more.yaml', (pages) => pages.replace('[/offers]', aliases))
    for (const [asked, alias] of [
      ['/?p=7', '/?p=7'],
      ['https://bikes.example.com/?a=1&p=7', '/?p=7'],
      ['/2019/any/thing.html', '/2019/*'],
      ['/%C3%BCber%20uns', '/über uns'],
    ] as const)
      expect(await runForJson('pages', asked), asked).toMatchObject({
        redirect: alias,
        route: '/services',
      })
    expect((await run('pages', '/2019')).code).toBe(1)
    expect((await run('new', 'page', '/2019/tour')).stderr).toContain(
      '/2019/* is an alias of /services. Delete it there first.',
    )
    // What the wildcard of an alias includes is still there.
    await site.write('addresses.gen.json', '{ "/2019/flyer": [], "/2018/flyer": [] }')
    const { problems } = await runForJson('check')
    const lost = (problems as { code: string; found: string }[]).filter(
      ({ code }) => code === 'ADDRESS_GONE',
    )
    expect(lost.map(({ found }) => found)).toEqual(['/2018/flyer'])
    await site.write('addresses.gen.json', '{ "/closed": "gone" }')
    await site.write('pages/more.yaml', before)
  })

  it('is what dev shows, with drafts, and what the studio lists', async () => {
    const session = new DevSession(site.dir, now)
    await session.start()
    const { snapshot } = session
    const withDrafts = { ...answers, '/secret': '200', '/hush': '301 /secret' }
    for (const [address, answer] of Object.entries(withDrafts)) {
      const target = snapshot!.findAliasTarget(address)
      const shown = target === undefined ? snapshot!.findPage(address) : undefined
      // The development server has no status 410.
      const status = shown ? '200' : target === undefined ? '404' : `301 ${target}`
      expect(status, address).toBe(answer.replace('410', '404'))
    }
    const listed = listPageItems(session.site!, [], new Set())
    expect(Object.fromEntries(listed.map((page) => [page.route, toAnswer(page)]))).toEqual(
      pick((address) => ['/', '/services', '/secret', '/rentals'].includes(address)),
    )
    const redirects = listRedirectItems(session.site!).map(({ from, to, kind }) => [
      from,
      kind === 'draft' || kind === 'scheduled'
        ? `${kind}: ${to}`
        : to === undefined
          ? '410'
          : `301 ${to}`,
    ])
    expect(Object.fromEntries(redirects)).toEqual({
      ...pick((address, answer) => /^301|^410/.test(answer) && address !== '/closed'),
      '/shortly': 'scheduled: /soon',
      '/hush': 'draft: /secret',
    })
  })
})

/** What a build writes for hosts that cannot run here, against their schemas and limits. */
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, extname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import {
  cleanUrlsSchema,
  getTransformedRoutes,
  headersSchema,
  redirectsSchema,
  trailingSlashSchema,
} from '@vercel/routing-utils'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostName } from '../../scripts/prerender/hosts/host-names.ts'
import {
  defaultRules,
  rulesFile,
  type HostingRules,
} from '../../scripts/prerender/hosts/hosting-rules.ts'
import { renderHostFiles } from '../../scripts/prerender/hosts/render-host-files.ts'
import { listFiles } from '../helpers/output-files.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { copyBakery } from './host-site.ts'

const rules: HostingRules = {
  ...defaultRules,
  hostname: 'bakery.example.org',
  headers: {
    'Content-Security-Policy': "frame-ancestors 'self'",
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), usb=()',
  },
  redirects: [
    { from: '/our-bread', to: '/bread' },
    { from: '/Old.html', to: '/bread' },
  ],
  gone: ['/pies'],
  types: { html: 'text/html; charset=utf-8', woff2: 'font/woff2' },
}
const slashRules: HostingRules = {
  ...rules,
  trailingSlash: true,
  redirects: rules.redirects.map(({ from }) => ({ from, to: '/bread/' })),
}
/** More redirects than any of the hosts takes. */
const many: HostingRules = {
  ...rules,
  redirects: Array.from({ length: 3000 }, (_, index) => ({ from: `/old-${index}`, to: '/bread' })),
}

function render(host: HostName, from: HostingRules, path: string): string {
  const found = renderHostFiles(from, [host]).find((file) => file.path === path)
  expect(found, path).toBeDefined()
  return String(found!.content)
}

describe('vercel', () => {
  const read = (from: HostingRules) => JSON.parse(render('vercel', from, '/vercel.json'))

  /** Answers as Vercel's router does before it looks for files. */
  function answer(config: object, path: string): { status?: number; location?: string } {
    const { routes, error } = getTransformedRoutes(config)
    expect(error).toBeNull()
    for (const route of routes ?? []) {
      if ('handle' in route || !route.headers?.Location) continue
      const match = new RegExp(route.src!, route.caseSensitive ? '' : 'i').exec(path)
      if (!match) continue
      const location = route.headers.Location.replace(
        /\$(\d+)/g,
        (_: string, at: number) => match[at] ?? '',
      )
      return { status: route.status, location }
    }
    return {}
  }

  it('accepts vercel.json by its published schema', () => {
    for (const from of [rules, slashRules, many]) {
      const { $schema, cleanUrls, trailingSlash, redirects, headers, ...rest } = read(from)
      expect(rest).toEqual({})
      const ajv = new Ajv({ strict: false })
      const parts = [
        [cleanUrlsSchema, cleanUrls],
        [trailingSlashSchema, trailingSlash],
        [redirectsSchema, redirects],
        [headersSchema, headers],
      ] as const
      for (const [schema, value] of parts)
        expect(ajv.validate(schema, value), ajv.errorsText()).toBe(true)
    }
  })

  it.each([
    ['/our-bread', rules, { status: 301, location: '/bread' }],
    ['/bread/', rules, { status: 308, location: '/bread' }],
    ['/bread', rules, {}],
    ['/', rules, {}],
    ['/our-bread/', slashRules, { status: 301, location: '/bread/' }],
    ['/bread', slashRules, { status: 308, location: '/bread/' }],
    ['/bread/', slashRules, {}],
  ])('answers %s with one address for each page (%#)', (path, from, wanted) => {
    expect(answer(read(from), path)).toEqual(wanted)
  })

  it.each([false, true])('leads from an alias that is a file to its page, slash: %s', (slash) => {
    const from = slash ? slashRules : rules
    const config = read(from)
    let path = '/Old.html'
    for (let hop = 0; hop < 3; hop++) path = answer(config, path).location ?? path
    expect(path).toBe(slash ? '/bread/' : '/bread')
  })

  it('does not publish what other hosts read', () => {
    expect(render('vercel', rules, '/.vercelignore')).toBe('.hosts\n_redirects\n')
  })
})

describe('azure', () => {
  const read = (from: HostingRules) => render('azure', from, '/staticwebapp.config.json')

  it('has routes with statuses that it knows, and one form of addresses', () => {
    const config = JSON.parse(read(rules))
    expect(config.trailingSlash).toBe('never')
    expect(JSON.parse(read(slashRules)).trailingSlash).toBe('always')
    for (const route of config.routes) {
      if (route.redirect === undefined) continue
      expect(Object.keys(route)).toEqual(['route', 'redirect', 'statusCode'])
      expect([301, 302]).toContain(route.statusCode)
    }
    expect(config.routes).toContainEqual({
      route: '/our-bread',
      redirect: '/bread',
      statusCode: 301,
    })
    expect(config.responseOverrides).toEqual({ 404: { rewrite: '/404.html' } })
    expect(config.globalHeaders).toEqual({ ...rules.headers, 'Cache-Control': 'no-cache' })
  })

  it('stays below 20 kB, and leaves the other aliases to their pages', () => {
    const text = read(many)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000)
    const redirects = JSON.parse(text).routes.filter((route: object) => 'redirect' in route)
    expect(redirects.length).toBeGreaterThan(150)
  })
})

describe('github-pages', () => {
  it('gets every file as it is', () => {
    expect(render('github-pages', rules, '/.nojekyll')).toBe('')
  })
})

type Answer = {
  uri?: string
  statusCode?: number
  headers?: { location: { value: string } }
}

describe('s3', () => {
  const readStack = (from: HostingRules) =>
    JSON.parse(render('s3', from, '/.hosts/cloudfront.json'))
  const getFunction = (from: HostingRules): string =>
    readStack(from).Resources.Addresses.Properties.FunctionCode

  /** Runs the function of CloudFront. @returns the key of a file, or status and address */
  function ask(from: HostingRules, address: string): string {
    const [uri, query = ''] = address.split('?')
    const querystring = Object.fromEntries(
      [...new URLSearchParams(query)].map(([name, value]) => [name, { value }]),
    )
    const event = { request: { uri, method: 'GET', querystring, headers: {} } }
    const code = `${getFunction(from)}\nhandler(${JSON.stringify(event)})`
    const { uri: found, statusCode, headers } = runInNewContext(code) as Answer
    return found ?? [statusCode, headers?.location.value].filter(Boolean).join(' ')
  }

  const below: HostingRules = {
    ...rules,
    base: '/client-a',
    redirects: [{ from: '/our-bread', to: '/client-a/bread' }],
  }
  it.each([
    ['/', rules, '/index.html'],
    ['/bread', rules, '/bread/index.html'],
    ['/bread/?a=1&b', rules, '301 /bread?a=1&b'],
    ['/bread/index.html', rules, '301 /bread'],
    ['/index.html', rules, '301 /'],
    ['/our-bread?a=1', rules, '301 /bread?a=1'],
    ['/our-bread/', rules, '301 /bread'],
    ['/Old.html', rules, '301 /bread'],
    ['/pies', rules, '410'],
    ['/assets/loader.x.js', rules, '/assets/loader.x.js'],
    ['/bread/page.json', rules, '/bread/page.json'],
    ['//evil.example/', rules, '404'],
    ['/\\evil.example/', rules, '404'],
    ['/constructor', rules, '/constructor/index.html'],
    ['/bread', slashRules, '301 /bread/'],
    ['/bread/', slashRules, '/bread/index.html'],
    ['/bread/index.html', slashRules, '301 /bread/'],
    ['/client-a', below, '301 /client-a/'],
    ['/client-a/', below, '/client-a/index.html'],
    ['/client-a/bread', below, '/client-a/bread/index.html'],
    ['/client-a/our-bread', below, '301 /client-a/bread'],
    ['/client-a/pies/', below, '410'],
    ['/elsewhere', below, '/elsewhere'],
  ])('has a function that answers %s as the rules say (%#)', (address, from, wanted) => {
    expect(ask(from, address)).toBe(wanted)
  })

  it('keeps the limits of CloudFront and CloudFormation', () => {
    for (const from of [rules, slashRules, many, below]) {
      const { Resources } = readStack(from)
      expect(Buffer.byteLength(getFunction(from))).toBeLessThanOrEqual(10_240)
      const { CustomHeadersConfig } = Resources.Headers.Properties.ResponseHeadersPolicyConfig
      expect(CustomHeadersConfig.Items.length).toBeLessThanOrEqual(10)
      for (const { Header, Value } of CustomHeadersConfig.Items) {
        expect(Header.length).toBeLessThanOrEqual(256)
        expect(Value.length).toBeLessThanOrEqual(1783)
      }
      expect(render('s3', from, '/.hosts/cloudfront.json').length).toBeLessThanOrEqual(51_200)
    }
    expect(getFunction(many)).toContain('"/old-100":')
  })

  it('refers only to resources of the template', () => {
    const stack = readStack(rules)
    const known = new Set([...Object.keys(stack.Resources), ...Object.keys(stack.Parameters)])
    const text = JSON.stringify(stack)
    const names = [
      ...[...text.matchAll(/\{"Ref":"([\w]+)"/g)].map(([, name]) => name!),
      ...[...text.matchAll(/"Fn::GetAtt":\["(\w+)"/g)].map(([, name]) => name!),
      ...[...text.matchAll(/\$\{(\w+)(?:\.\w+)?\}/g)].map(([, name]) => name!),
    ]
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  describe('the upload', () => {
    let work: string
    beforeAll(async () => {
      work = await mkdtemp(join(tmpdir(), 'signpost-s3-'))
    })
    afterAll(() => rm(work, { recursive: true }))

    it('gives each file its type and its caching, once, and deletes what is gone', async () => {
      const site = await copyBakery(join(work, 'site'))
      const dir = join(work, 'dist')
      const { code, stderr } = await runInProcess('build', [
        ...['--site', site, '--out', dir, '--host', 's3'],
        ...['--origin', 'https://agency.test/client-a/'],
      ])
      expect(code, stderr).toBe(0)
      await writeFile(join(dir, 'LICENSE'), 'Free.\n')
      const log = join(work, 'log')
      await writeFile(join(work, 'aws'), `#!/bin/sh\nprintf '%s\\n' "$@" '' >> ${log}\n`)
      await chmod(join(work, 'aws'), 0o755)
      const env = { ...process.env, PATH: `${work}${delimiter}${process.env.PATH}` }
      const script = join(dir, '.hosts/s3-upload.sh')
      const run = spawnSync('sh', [script, 'my-bucket', 'E123'], { env, encoding: 'utf8' })
      expect(run.stderr).toBe('')
      const calls = (await readFile(log, 'utf8')).trimEnd().split('\n\n')
      const built = JSON.parse(await readFile(join(dir, rulesFile), 'utf8')) as HostingRules
      const uploads = new Map<string, string[]>()
      for (const call of calls) {
        const [service, command, from, to, ...filters] = call.split('\n')
        if (service !== 's3' || filters.includes('--delete')) continue
        expect([command, from, to]).toEqual(['sync', '.', 's3://my-bucket/client-a/'])
        const option = (name: string) => filters[filters.indexOf(name) + 1]
        const type = filters.includes('--content-type') ? option('--content-type') : undefined
        for (const file of await listFiles(dir))
          if (isIncluded(file.slice(1), filters))
            uploads.set(file, [
              ...(uploads.get(file) ?? []),
              `${type ?? 'no type'}, ${option('--cache-control')}`,
            ])
      }
      for (const file of await listFiles(dir)) {
        const type = built.types[extname(file).slice(1)] ?? 'no type'
        const { hashed, others } = built.caching
        const caching = file.startsWith('/assets/') ? hashed : others
        const wanted = file.startsWith('/.hosts/') ? undefined : [`${type}, ${caching}`]
        expect(uploads.get(file), file).toEqual(wanted)
      }
      expect(calls.at(-2)).toContain('--delete')
      expect(calls.at(-1)).toContain('--paths\n/client-a/*')
    })
  })
})

/** As the AWS command line does: the last filter that matches decides, and * matches slashes. */
function isIncluded(file: string, filters: string[]): boolean {
  let included = true
  for (const [at, filter] of filters.entries()) {
    if (filter !== '--include' && filter !== '--exclude') continue
    const pattern = filters[at + 1]!.replace(/[.]/g, '\\.').replaceAll('*', '.*')
    if (new RegExp(`^${pattern}$`).test(file)) included = filter === '--include'
  }
  return included
}

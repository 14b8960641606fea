/** What a build writes for hosts that cannot run here, against their schemas and limits. */
import {
  cleanUrlsSchema,
  getTransformedRoutes,
  headersSchema,
  redirectsSchema,
  trailingSlashSchema,
} from '@vercel/routing-utils'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import type { HostingRules } from '../../scripts/prerender/hosts/hosting-rules.ts'
import { many, oldRules, render, rules, slashRules } from './sample-rules.ts'

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
    for (const from of [rules, slashRules, oldRules, many]) {
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

  it('sends a drawing with a policy that runs nothing', () => {
    const { routes } = getTransformedRoutes(read(rules))
    const policies = (routes ?? []).flatMap((route) => {
      if ('handle' in route) return []
      const policy = route.headers?.['Content-Security-Policy']
      return policy && new RegExp(route.src!).test('/icons/mark.svg') ? policy : []
    })
    expect(policies).toHaveLength(2)
    expect(policies.at(-1)).toMatch(/script-src 'none'.*; sandbox;/)
  })

  it.each([
    ['/our-bread', rules, { status: 301, location: '/bread' }],
    ['/bread/', rules, { status: 308, location: '/bread' }],
    ['/bread', rules, {}],
    ['/', rules, {}],
    ['/%C3%BCber%20uns', oldRules, { status: 301, location: '/bread' }],
    ['/über uns', oldRules, { status: 301, location: '/bread' }],
    ['/bread.html', oldRules, { status: 308, location: '/bread' }],
    ['/bread', oldRules, {}],
    ['/shop', oldRules, { status: 301, location: 'https://shop.example/a%3Ab%28c%29%2Bd?e=1' }],
    ['/2019/rolls/a', oldRules, { status: 301, location: '/rolls' }],
    ['/2019/a/b', oldRules, { status: 301, location: '/bread' }],
    ['/2019', oldRules, {}],
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

describe('_redirects', () => {
  it('of netlify is forced where an alias has a page', () => {
    expect(render('netlify', oldRules, '/_redirects')).toBe(
      [
        '/ p=1 /bread 301!',
        '/%C3%BCber%20uns /bread 301!',
        '/bread.html /bread 301',
        '/shop https://shop.example/a:b(c)+d?e=1 301!',
        '/2019/rolls/* /rolls 301',
        '/2019/* /bread 301',
        '/pies /404.html 410!',
        '',
      ].join('\n'),
    )
  })

  it('of netlify never forces an address that may be that of the page', () => {
    const redirects = [{ from: '/bread.html', to: '/client-a/bread/' }]
    const from = { ...slashRules, base: '/client-a', redirects, gone: [] }
    expect(render('netlify', from, '/_redirects')).toBe('/bread.html /client-a/bread/ 301\n')
    expect(JSON.parse(render('vercel', from, '/vercel.json')).redirects).toEqual([])
  })

  it('of cloudflare has the same addresses', () => {
    const { redirects } = oldRules
    const from = { ...oldRules, redirects: redirects.slice(1) }
    expect(render('cloudflare', from, '/_redirects')).toContain(
      '/%C3%BCber%20uns /bread 301\n/bread.html /bread 301\n',
    )
    expect(render('cloudflare', from, '/_redirects')).toContain('\n/2019/* /bread 301\n')
  })
})

describe('github-pages', () => {
  it('gets every file as it is', () => {
    expect(render('github-pages', rules, '/.nojekyll')).toBe('')
  })
})

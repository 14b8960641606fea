/** The template and the upload for S3 behind CloudFront, against their limits. */
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, extname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesFile, type HostingRules } from '../../scripts/prerender/hosts/hosting-rules.ts'
import { listOutputFiles } from '../helpers/output-files.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { copyBakery } from './host-site.ts'
import { many, oldRules, render, rules, slashRules } from './sample-rules.ts'

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
    ['/?p=1', oldRules, '301 /bread?p=1'],
    ['/?p=2', oldRules, '/index.html'],
    ['/%C3%BCber%20uns', oldRules, '301 /bread'],
    ['/bread.html', oldRules, '301 /bread'],
    ['/shop?a=1', oldRules, '301 https://shop.example/a:b(c)+d?e=1'],
    ['/2019/rolls/a', oldRules, '301 /rolls'],
    ['/2019/a/b.html', oldRules, '301 /bread'],
    ['/2019', oldRules, '/2019/index.html'],
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
        for (const file of await listOutputFiles(dir))
          if (isIncluded(file.slice(1), filters))
            uploads.set(file, [
              ...(uploads.get(file) ?? []),
              `${type ?? 'no type'}, ${option('--cache-control')}`,
            ])
      }
      for (const file of await listOutputFiles(dir)) {
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

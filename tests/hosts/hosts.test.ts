/** What a build writes for hosts, and that `npm run serve` does all of it. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import { listOutputFiles } from '../helpers/output-files.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { checkHost } from './check-host.ts'
import { addOldAddresses, copyBakery } from './host-site.ts'

/** Settings of a site without the files that take long to make and to compress. */
const documentsOnly = { application: false, shareImages: 'none', icons: 'none' }

let work: string
let site: string
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-hosts-'))
  site = await copyBakery(join(work, 'site'), documentsOnly)
})
afterAll(() => rm(work, { recursive: true }))

async function build(out: string, args: string[] = [], from = site): Promise<string> {
  const dir = join(work, out)
  const { code, stderr } = await runInProcess('build', ['--site', from, '--out', dir, ...args])
  expect(code, stderr).toBe(0)
  return dir
}
const read = (dir: string, file: string) => readFile(join(dir, file), 'utf8')

describe('npm run serve', () => {
  it.each([false, true])('answers as the rules say, with trailingSlash: %s', async (slash) => {
    const from = await copyBakery(join(work, `served-${slash}`), {
      ...(slash && documentsOnly),
      trailingSlash: slash,
    })
    await addOldAddresses(from)
    const dir = await build(`dist-${slash}`, [], from)
    const server: Server = await serveFolder(dir, 0)
    const { port } = server.address() as AddressInfo
    const found = await checkHost({ port, dir, encodings: ['gzip', 'br'] })
    server.closeAllConnections()
    server.close()
    expect(found).toEqual([])
  })
})

const securityHeaders = `  Content-Security-Policy: frame-ancestors 'self'
  Strict-Transport-Security: max-age=31536000
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()
  Cross-Origin-Opener-Policy: same-origin
`

/** What a drawing must be sent with: it runs nothing, and cannot tell whose it is. */
const drawingPolicy = /script-src 'none'.*; sandbox;/

describe('--host', () => {
  let forServers: string
  beforeAll(async () => {
    forServers = await build('servers', ['--host', 'nginx,caddy'])
  })

  it('netlify: redirects precede the pages of aliases, and gone addresses answer 410', async () => {
    const dir = await build('netlify', ['--host', 'netlify'])
    expect(await read(dir, '_redirects')).toBe('/our-bread /bread 301!\n/pies /404.html 410!\n')
    const [all, ...drawings] = (await read(dir, '_headers')).split(/(?<=\n)(?=\/\*\.)/)
    expect(all).toBe(
      `/*\n${securityHeaders}/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n`,
    )
    expect(drawings).toHaveLength(1)
    expect(drawings[0]).toMatch(/^\/\*\.svg\n {2}Content-Security-Policy: /)
    expect(drawings[0]).toMatch(drawingPolicy)
  })

  it('cloudflare: redirects are not forced, which it does not support', async () => {
    const dir = await build('cloudflare', ['--host', 'cloudflare'])
    expect(await read(dir, '_redirects')).toBe('/our-bread /bread 301\n')
    expect(await read(dir, '_headers')).toContain(securityHeaders)
  })

  it('nginx: every location repeats the headers, which nginx does not inherit', async () => {
    const rules = await read(forServers, '.hosts/nginx-rules.conf')
    const locations = rules.split(/^location /m).filter((text) => text.includes('add_header'))
    for (const location of locations.slice(1))
      for (const header of securityHeaders.match(/(?<=^ {2})[\w-]+/gm)!)
        expect(location).toContain(`add_header ${header} `)
    const [, pattern = '', policy] =
      /^if \(\$uri ~ "(.*)"\) \{ set \$signpost_policy "(.*)"; \}$/m.exec(rules)!
    expect('/mark.svg').toMatch(new RegExp(pattern))
    expect('/svg').not.toMatch(new RegExp(pattern))
    expect(policy).toMatch(drawingPolicy)
    expect(rules).toContain('location = /our-bread { return 301 /bread$is_args$args; }')
    expect(rules).toContain('location = /pies { return 410; }')
  })

  it('caddy: a block for the domain imports the rules, with redirects and gone addresses', async () => {
    expect(await read(forServers, '.hosts/Caddyfile')).toContain(
      'bakery.example.org {\n\troot * /var/www/bakery.example.org\n',
    )
    const rules = await read(forServers, '.hosts/caddy-rules')
    expect(rules).toContain('\tredir /our-bread /bread{page_query} 301\n')
    expect(rules).toContain('\terror /pies 410\n')
    expect(rules).toContain(`\tContent-Security-Policy "frame-ancestors 'self'"\n`)
    expect(rules).toMatch(/@drawings \{\n\t*path \*\.svg\n\t*file\n\t*\}/)
    expect(rules).toMatch(
      /header @drawings Content-Security-Policy ".*script-src 'none'.* sandbox;/,
    )
  })

  it('apache: .htaccess redirects, refuses hidden files, and sets the headers of errors', async () => {
    const rules = await read(await build('apache', ['--host', 'apache']), '.htaccess')
    expect(rules).toContain('\nRewriteRule ^our-bread$ /bread [R=301,L]\n')
    // An escaped space would join this condition and its flag: no spaces follow a backslash.
    expect(rules).toContain('\nRewriteCond %{REQUEST_URI} \\x5C\nRewriteRule ^ - [R=404,L]\n')
    expect(rules).toContain('\nRequestHeader edit* If-None-Match "-gzip\\"" "\\""\n')
    expect(rules).toContain('\nRewriteRule ^pies$ - [G]\n')
    expect(rules).toContain('\nRewriteRule ^\\.(?!well-known/)|/\\. - [R=404,L]\n')
    expect(rules).toMatch(
      /\nHeader always set Content-Security-Policy ".*script-src 'none'.*" "expr=.*\\\.\(svg\)\$# /,
    )
    for (const line of securityHeaders.trimEnd().split('\n')) {
      const [name, value] = line.trim().split(': ')
      expect(rules).toContain(`\nHeader always set ${name} "${value}"\n`)
    }
  })

  it('is the same as site.hosts, and a build without it writes none of these files', async () => {
    const named = await copyBakery(join(work, 'named'), {
      ...documentsOnly,
      hosts: ['apache', 'netlify'],
    })
    const fromSettings = await listOutputFiles(await build('settings', [], named))
    const fromOption = await listOutputFiles(await build('option', ['--host', 'apache,netlify']))
    expect(fromSettings).toEqual(fromOption)
    expect(
      (await listOutputFiles(await build('plain'))).filter((file) =>
        /\/[._][^/]*(\/.*)?$/.test(file),
      ),
    ).toEqual(['/.hosts/rules.json', '/_redirects'])
  })

  it('in the settings excludes hosts that read different files of the same name', async () => {
    const both = await copyBakery(join(work, 'both'), { hosts: ['netlify', 'cloudflare'] })
    const { code, stderr } = await runInProcess('build', ['--site', both])
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('site.hosts: netlify and cloudflare'),
    ])
  })

  it.each([
    [['--host', 'ngnix'], 'there is no host "ngnix". Did you mean nginx?'],
    [['--host', 'netlify', '--host', 'cloudflare'], 'read _redirects in different forms'],
    [['--host', 'nginx', '--shard', '1/2'], '--host belongs to npm run merge'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stderr } = await runInProcess('build', ['--site', site, ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('compressed copies', () => {
  const listCopies = async (dir: string) =>
    (await listOutputFiles(dir)).filter((file) => /\.(gz|br)$/.test(file))

  it('hold the same texts, also after an edit, and only what changes is written', async () => {
    const from = await copyBakery(join(work, 'edited'), documentsOnly)
    const dir = await build('copies', ['--host', 'nginx'], from)
    const times = async () =>
      new Map(
        await Promise.all(
          (await listCopies(dir)).map(
            async (file) => [file, (await stat(join(dir, file))).mtimeMs] as const,
          ),
        ),
      )
    const before = await times()
    const shop = join(from, 'pages/shop.yaml')
    const text = await readFile(shop, 'utf8')
    await writeFile(shop, text.replace('Two kinds, both good', 'Two kinds, both baked today'))
    await build('copies', ['--host', 'nginx'], from)
    const after = await times()
    expect([...after.keys()]).toEqual([...before.keys()])
    const written = [...after].filter(([file, time]) => before.get(file) !== time)
    expect(written.map(([file]) => file)).toContain('/bread/index.html.br')
    expect(written.map(([file]) => file)).not.toContain('/cakes/index.html.br')
    for (const file of after.keys()) {
      const copy = await readFile(join(dir, file))
      const bytes = file.endsWith('.br') ? brotliDecompressSync(copy) : gunzipSync(copy)
      const original = await readFile(join(dir, file.replace(/\.\w+$/, '')))
      expect(bytes.equals(original), file).toBe(true)
    }
    await build('copies', [], from)
    expect(await listCopies(dir)).toEqual([])
  })
})

it('--preview asks search engines to list nothing, and keeps the canonical addresses', async () => {
  const [dir, plain] = [await build('preview', ['--preview']), await build('public')]
  for (const file of ['index.html', 'bread/index.html', 'our-bread/index.html', '404.html'])
    expect(await read(dir, file), file).toMatch(/<meta name="robots" content="noindex"\/?>/)
  const withoutNoindex = (await read(dir, 'bread/index.html')).replace(
    /<meta name="robots"[^>]*>/,
    '',
  )
  expect(withoutNoindex).toBe(await read(plain, 'bread/index.html'))
  expect(withoutNoindex).toContain('<link rel="canonical" href="https://bakery.example.org/bread"')
  expect(JSON.parse(await read(dir, '.hosts/rules.json')).headers['X-Robots-Tag']).toBe('noindex')
  expect(await read(plain, '.hosts/rules.json')).not.toContain('X-Robots-Tag')
})

it.each([
  [{ VERCEL_ENV: 'preview' }, true],
  [{ VERCEL_ENV: 'production' }, false],
  [{ NETLIFY: 'true', CONTEXT: 'deploy-preview' }, true],
  [{ NETLIFY: 'true', CONTEXT: 'production' }, false],
])('a host that sets %j builds a preview: %s', async (variables, isPreview) => {
  Object.assign(process.env, variables)
  try {
    const dir = await build('by-host')
    expect((await read(dir, 'index.html')).includes('noindex')).toBe(isPreview)
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name]
  }
})

it('the page of an alias keeps the query and the anchor', async () => {
  const html = await read(await build('alias-page'), 'our-bread/index.html')
  const [, script = ''] = /<script>(.*)<\/script>/.exec(html)!
  const follow = (href: string, search: string, hash: string) => {
    let followed = ''
    const url = new URL(href, 'https://bakery.example.org')
    const document = { links: [{ href: url.href, search: url.search, hash: url.hash }] }
    const location = { search, hash, replace: (to: string) => void (followed = to) }
    runInNewContext(script, { document, location })
    return followed.replace('https://bakery.example.org', '')
  }
  expect(follow('/bread', '?utm=a', '#prices')).toBe('/bread?utm=a#prices')
  expect(follow('/bread', '', '')).toBe('/bread')
  expect(follow('https://shop.example/?a=1', '?utm=a', '#b')).toBe('https://shop.example/?a=1')
})

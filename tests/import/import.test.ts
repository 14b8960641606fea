/** Old sites become new ones: every address is answered, no word is lost, and nothing is invented. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import type { RichText } from '../../schema/page-data.ts'
import { readWholeSite, type WholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { decodeText } from '../../scripts/import/decode-text.ts'
import { listWords } from '../../scripts/import/html/dom.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

const oldSites = join(root, 'tests/import/old-sites')
let work: string
beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-import-'))))
afterAll(() => rm(work, { recursive: true }))

/** Imports an old site. @returns what the command prints, the report, and the new site */
async function importOld(name: string, source = join(oldSites, name)) {
  const dir = join(work, name)
  const result = await runInProcess('import', [source, dir])
  // A busy machine shows the progress.
  expect(result.stderr.replaceAll(/.* …\n/g, '')).toBe('')
  const resolved = await readWholeSite(dir)
  const mistakes = resolved.problems.filter(({ severity }) => severity === 'error')
  expect(formatProblems(mistakes)).toBe('')
  return {
    ...result,
    dir,
    site: resolved,
    report: await readFile(join(dir, 'import-report.md'), 'utf8'),
  }
}

/** Every word of a page of the new site, with those of what it prints from the ledger. */
const collectWords = (value: unknown): string[] => {
  if (typeof value === 'string') return listWords(value)
  if (Array.isArray(value)) return [...listWords(toLine(value)), ...value.flatMap(collectWords)]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(collectWords)
    : []
}
const toLine = (text: unknown): string =>
  typeof text === 'string'
    ? text
    : Array.isArray(text)
      ? text.map(toLine).join('')
      : typeof text === 'object' && text !== null && 'c' in text
        ? toLine(text.c as RichText)
        : ' '

/** The words in the texts of pages that the old site does not have. */
async function listInvented(dir: string, old: Set<string>): Promise<string[]> {
  const entries = await Promise.all(
    globSync('pages/!(facts).yaml', { cwd: dir }).map(async (file) =>
      parse(await readFile(join(dir, file), 'utf8')),
    ),
  )
  expect(entries.length).toBeGreaterThan(2)
  const invented: string[] = []
  const visit = (value: unknown, key = '') => {
    if (typeof value === 'string') {
      if (/^(?:type|kind|src|href|id|mark|style|frame|aliases|published|updated)$/.test(key)) return
      const text = value.replaceAll(/\$\{[^}]*\}|\]\([^)]*\)|^\d+\. /gm, ' ')
      invented.push(...listWords(text).filter((word) => !old.has(word)))
    } else if (typeof value === 'object' && value !== null)
      for (const [name, child] of Object.entries(value))
        visit(child, Array.isArray(value) ? key : name)
  }
  visit(entries)
  return invented
}

const getBlocks = ({ pages }: WholeSite, route: string) =>
  pages.find(({ data }) => data.route === route)!.data.blocks
const getTypes = (resolved: WholeSite, route: string) =>
  getBlocks(resolved, route).map(({ type }) => type)

describe('a hand-written site', () => {
  it('keeps its addresses, its words and its pictures, and invents nothing', async () => {
    const { code, stdout, site: resolved, report, dir } = await importOld('hand-written')
    expect(code).toBe(0)
    expect(stdout).toMatch(/\n11 of 11 old addresses answered\n$/)
    expect(report).toContain('| /Questions.html | 301 to /questions |')
    expect(report).toContain('| /style.css | 410, part of the old design |')
    await access(join(dir, 'public/brochure.pdf'))
    // Each kind of content has its block.
    expect(getTypes(resolved, '/')).toEqual(['hero', 'prose', 'picture', 'prose'])
    expect(getTypes(resolved, '/questions')).toEqual(['breadcrumbs', 'hero', 'prose'])
    expect(getTypes(resolved, '/prices')).toEqual([
      ...['breadcrumbs', 'hero', 'prose', 'fee-table', 'prose', 'comparison-table'],
    ])
    // Links lead to the headings that they led to, and dial the number of the settings.
    const home = JSON.stringify(getBlocks(resolved, '/'))
    expect(home).toContain('"/prices#in-a-hurry"')
    expect(home).toContain('"tel:+14323620199"')
    // A table of prices is one.
    const facts = await readFile(join(dir, 'pages/facts.yaml'), 'utf8')
    expect(facts.match(/value: 140/g)).toHaveLength(1)
    expect(await readFile(join(dir, 'data/prices.csv'), 'utf8')).toContain('"Pitch raise","$65.00"')
    // What nobody can take is named.
    expect(report).toContain('a form (to /cgi-bin/formmail.pl, with name, message)')
    expect(report).toContain('https://maps.example.com/embed?q=1208+Dixie')
    expect(report).toContain('/img/moths.jpg has no description')
    // Words: those of each document are on the new site or in the report.
    const known = new Set([
      ...collectWords([resolved.pages, resolved.siteData]),
      ...listWords(report),
    ])
    const old = [
      'index.html',
      'prices.html',
      'Questions.html',
      'contact.html',
      'services/repair.htm',
    ]
    const words = new Set<string>()
    const all = new Set<string>()
    for (const file of old) {
      const html = decodeText(await readFile(join(oldSites, 'hand-written', file)))
      for (const word of listWords(html)) all.add(word)
      const body = html.slice(html.indexOf('<title')).replaceAll(/<[^>]*>/g, ' ')
      for (const word of listWords(body.replaceAll(/&\w+;/g, ' '))) words.add(word)
    }
    expect(words.size).toBeGreaterThan(150)
    expect([...words].filter((word) => !known.has(word))).toEqual([])
    // The other way around: no word is new.
    expect(await listInvented(dir, all)).toEqual([])
  })

  it('asks for what the old site does not say, and passes the check but for that', async () => {
    const dir = join(work, 'hand-written')
    const { code, stdout } = await runInProcess('check', ['--site', dir, '--launch'])
    expect(code).toBe(1)
    expect(stdout).toContain("The site's web address (its origin) is a placeholder.")
  })
})

describe('an export of WordPress', () => {
  it('is taken with galleries and old addresses, and names what is left', async () => {
    const source = join(oldSites, 'wordpress/export.xml')
    const { code, stdout, site: resolved, report, dir } = await importOld('wordpress', source)
    expect(code).toBe(0)
    expect(stdout).toMatch(/\n50 of 50 old addresses answered\n$/)
    for (const row of [
      '/?p=10 | 301 to /blog/the-new-oven',
      '/2019/05/the-new-oven/loaf | 301 to /blog/the-new-oven',
      '/category/news/rye | 301 to /blog',
      '/?p=2 | page',
      '/?attachment_id=11 | page',
      '/feed | 410, a feed',
    ])
      expect(report).toContain(`| ${row}`)
    expect(getTypes(resolved, '/')).toEqual(['hero', 'prose'])
    expect(getTypes(resolved, '/visit')).toEqual([
      'breadcrumbs',
      'hero',
      'prose',
      'fee-table',
      'prose',
      'picture',
    ])
    expect(getTypes(resolved, '/blog/the-new-oven')).toContain('gallery')
    const post = JSON.stringify(getBlocks(resolved, '/blog/the-new-oven'))
    for (const text of ['[sic]', 'A loaf, cut open', 'Only on Saturdays', '"/blog/rye-week"'])
      expect(post).toContain(text)
    expect(JSON.stringify(getBlocks(resolved, '/visit'))).toContain('Park at the church.')
    for (const left of [
      '"Wholesale list" (draft)',
      '[mystery_box color="red"]',
      '[contact-form-7 id="12"',
      'the block latest-posts',
      'gone.jpg (Smoke) is not among the pictures',
      '1 comment of visitors',
    ])
      expect(report).toContain(left)
    expect(report).not.toContain('secret')
    const { site: settings, navigation } = parse(await readFile(join(dir, 'pages.yaml'), 'utf8'))
    expect(settings).toMatchObject({
      name: 'Cass & Crumb',
      logo: { tagline: 'Sourdough by the river' },
      origin: 'https://cassandcrumb.example.org',
      email: { address: 'hello@cassandcrumb.example.org' },
      phone: { placeholder: true },
    })
    expect(navigation.header.menus).toEqual([
      { label: 'Come by', href: '/visit' },
      { label: 'Blog', href: '/blog' },
    ])
    const xml = await readFile(source, 'utf8')
    const words = new Set([...listWords(xml), ...listWords(xml.replaceAll('&#8211;', '–'))])
    expect(await listInvented(dir, words)).toEqual([])
  })

  it('with an element that is not closed, and without a home page, loses nothing', async () => {
    const xml = await readFile(join(oldSites, 'wordpress/export.xml'), 'utf8')
    const [home = ''] = /<item><title>Home.*?<\/item>/s.exec(xml) ?? []
    const [blog = ''] = /<item><title>Blog.*?<\/item>/s.exec(xml) ?? []
    const broken = xml.replace(home, '').replace(blog, '').replace('<wp:wxr_version>', '<bad>$&')
    const file = join(work, 'broken.xml')
    await writeFile(file, broken.replace('&amp; Crumb', '&amp; Crumb\b'))
    const { stdout, site: resolved } = await importOld('broken', file)
    expect(stdout).toMatch(/\n(\d+) of \1 old addresses answered\n$/)
    // WordPress shows the list of posts at / then.
    expect(getTypes(resolved, '/')).toEqual(['hero', 'posts'])
    expect(resolved.pages.map(({ data }) => data.route)).toContain('/2019/05/the-new-oven')
  })

  it('says why a file is none', async () => {
    const file = join(work, 'feed.xml')
    await writeFile(file, '<rss><channel></channel></rss>')
    expect(await runInProcess('import', [file, join(work, 'none')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not an export of WordPress'),
    })
  })
})

describe('the blog of a static generator', () => {
  it('keeps its articles, its list and its redirects', async () => {
    const { stdout, site: resolved, report, dir } = await importOld('generator')
    expect(stdout).toMatch(/\n12 of 12 old addresses answered\n$/)
    for (const row of [
      '/posts/hello-world | page',
      '/old-about | 301 to /about',
      '/tags/garden | page',
      '/404.html | file',
    ])
      expect(report).toContain(`| ${row}`)
    expect(getTypes(resolved, '/')).toEqual(['hero', 'prose'])
    expect(getTypes(resolved, '/posts')).toEqual(['breadcrumbs', 'hero', 'prose', 'posts'])
    expect(getTypes(resolved, '/about')).toEqual(['breadcrumbs', 'hero', 'prose'])
    const [article] = resolved.pages.filter(({ data }) => data.route === '/posts/hello-world')
    expect(article!.data.article).toMatchObject({
      category: 'Posts',
      published: { iso: '2024-03-03' },
    })
    const second = JSON.stringify(getBlocks(resolved, '/posts/second-post'))
    expect(second).toContain('"/posts/hello-world#what-i-used"')
    const files = globSync('**/*.{html,xml}', { cwd: join(oldSites, 'generator') })
    const texts = await Promise.all(
      files.map((file) => readFile(join(oldSites, 'generator', file), 'utf8')),
    )
    expect(await listInvented(dir, new Set(texts.flatMap(listWords)))).toEqual([])
  })
})

describe('a running site', () => {
  let server: Server
  let origin: string
  const requested: string[] = []
  const framed = {
    '/framed/': '<title>Framed</title><frameset><frame src="start/"></frameset>',
    '/framed/start/style.css': '.later { display: none } .box { background: url(box.png) }',
    '/framed/start/':
      '<link rel=stylesheet href=style.css><script src=menu.js></script><h1>Start</h1><p>Text</p><p class=later>Later on</p><img srcset="/a.png 2x"><div style="background:url(/b.png)"></div><video src="/c.mp4" poster="/d.png"></video><map><area href="/e.pdf"></map><iframe data-src="/f/"></iframe>',
  }
  beforeAll(async () => {
    server = createServer(async ({ url = '/' }, response) => {
      requested.push(url)
      const [, html] = Object.entries(framed).find(([path]) => path === url) ?? []
      if (html !== undefined) {
        const type = url.endsWith('.css') ? 'text/css' : 'text/html'
        response.writeHead(200, { 'content-type': type }).end(html)
        return
      }
      if (url === '/moved') response.writeHead(301, { location: '/older' }).end()
      else if (url === '/older') response.writeHead(302, { location: '/about/' }).end()
      else if (url === '/sitemap.xml') {
        const listed = ['/', '/moved', '/lost'].map(
          (path) => `<url><loc>${origin}${path}</loc></url>`,
        )
        response.end(`<urlset>${listed.join('')}</urlset>`)
      } else {
        const file = join(oldSites, 'generator', url.endsWith('/') ? `${url}index.html` : url)
        const content = await readFile(file).catch(() => undefined)
        const type = url.endsWith('/') ? 'text/html' : 'image/png'
        response.writeHead(content ? 200 : 404, { 'content-type': type }).end(content)
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('is read by its sitemap and its links, with what it redirects and what it has lost', async () => {
    const dir = join(work, 'running')
    const { code, stdout } = await runInProcess('import', [origin, dir])
    // The sitemap promises a page that is not there.
    expect(code).toBe(1)
    expect(stdout).toMatch(/\n8 of 9 old addresses answered\n$/)
    const report = await readFile(join(dir, 'import-report.md'), 'utf8')
    for (const row of ['/moved | 301 to /about', '/older | 301 to /about', '/lost | none'])
      expect(report).toContain(`| ${row}`)
    expect(report).toContain('/lost: The old site answers 404.')
    expect((await readWholeSite(dir)).pages.map(({ data }) => data.route)).toContain(
      '/posts/second-post',
    )
  })

  it('is read with what its frames, its styles and its scripts show', async () => {
    const dir = join(work, 'framed')
    await runInProcess('import', [`${origin}/framed/`, dir])
    expect(requested).toEqual(
      expect.arrayContaining(['/a.png', '/b.png', '/c.mp4', '/d.png', '/e.pdf', '/f/']),
    )
    expect(requested).toContain('/framed/start/menu.js')
    const report = await readFile(join(dir, 'import-report.md'), 'utf8')
    expect(report).toContain('that the page shows now\n\n- /framed/start: Later on')
    expect(report).toContain('- /framed/start/box.png')
  })

  it('that does not answer gives the reason', async () => {
    const result = await runInProcess('import', ['http://127.0.0.1:9/', join(work, 'silent')])
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/cannot be read: .+\. Nothing was written\./),
    })
  })
})

it('an address that nothing can answer is counted as such, with the reason', async () => {
  const source = join(work, 'odd')
  await mkdir(join(source, 'Team'), { recursive: true })
  const write = (file: string, heading: string) =>
    writeFile(
      join(source, file),
      `<title>${heading}</title><h1>${heading}</h1><p>All about ${heading} is written here.</p>`,
    )
  await write('index.html', 'Start')
  await write('50% off.html', '50% off')
  await write('Team/index.html', 'Our team')
  const { code, stdout, report, site: resolved } = await importOld('odd-site', source)
  expect(code).toBe(1)
  expect(stdout).toMatch(/\n2 of 3 old addresses answered\n$/)
  expect(report).toContain('- /50% off.html: This address cannot redirect: ')
  // Hosts that ignore case would redirect /Team to itself.
  expect(report).toContain('| /Team | 301 to /our-team |')
  expect(resolved.pages.map(({ data }) => data.route)).toEqual(['/50-off', '/', '/our-team'])
})

it('a document in which no element is closed is read whole', async () => {
  const source = join(work, 'deep')
  await mkdir(source)
  const lines = Array.from({ length: 1500 }, (_, line) => `<b><font color=red>Line ${line}<br><br>`)
  await writeFile(join(source, 'index.html'), `<title>Deep</title><h1>Deep</h1>${lines.join('')}`)
  const { site: resolved } = await importOld('deep-site', source)
  expect(JSON.stringify(getBlocks(resolved, '/'))).toContain('Line 1499')
})

describe('the folder of the new site', () => {
  it('is never overwritten, and a failed import leaves nothing', async () => {
    const taken = join(work, 'taken')
    await mkdir(taken)
    await writeFile(join(taken, 'notes.txt'), '')
    const source = join(oldSites, 'hand-written')
    expect(await runInProcess('import', [source, taken])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty. Nothing was written.'),
    })
    const empty = join(work, 'empty')
    await mkdir(empty)
    expect(await runInProcess('import', [empty, join(work, 'nothing')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no page in'),
    })
    await writeFile(join(empty, 'index.html'), '<html></html>')
    await writeFile(join(empty, 'two.html'), '')
    expect(await runInProcess('import', [empty, join(work, 'nothing')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has any content'),
    })
    expect((await readdir(work)).filter((name) => name.includes('nothing'))).toEqual([])
    expect(
      await runInProcess('import', [join(work, 'missing'), join(work, 'nothing')]),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not exist. Nothing was written.'),
    })
  })
})

/** The build: its output, that it is deterministic, and that it never damages the last output. */
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseBuiltDocument, readStructuredData } from '../helpers/built-document.ts'
import { listOutputFiles, readContents } from '../helpers/output-files.ts'
import { listHtmlErrors } from '../helpers/validate-html.ts'
import { problemInFile, type Problem } from '../../schema/problems/problem.ts'
import { lintText } from '../../schema/resolve/text/text-lints.ts'
import { createLazySource } from '../../schema/source/parse-file.ts'
import { locateProblems } from '../../scripts/prerender/run/reported-problems.ts'
import { formatReportedProblems } from '../../scripts/prerender/run/build-site.ts'
import { assertReplaceable } from '../../scripts/prerender/output/check-output-folder.ts'
import { buildOwnSite, listVariedDocuments } from '../helpers/own-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { toStateFile } from '../helpers/state-file.ts'
import { root, runNpmScript, startNpmScript } from '../helpers/run-npm-script.ts'

const bakery = join(root, 'tests/sites/bakery')
let work: string
let out: string
let printed: string

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-build-'))
  out = join(work, 'bakery')
  printed = await buildSuccessfully(['--site', bakery, '--out', out])
})
afterAll(() => rm(work, { recursive: true }))

async function buildSuccessfully(args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess('build', args)
  expect(code, stderr).toBe(0)
  return stdout
}

const readOutputFile = (file: string, dir = out) => readFile(join(dir, file), 'utf8')
const parseOutputFile = (file: string) => parseBuiltDocument(join(out, file))

describe('the built bakery', () => {
  it('is announced with what to do next, without figures', () => {
    const [summary, next] = printed.split('\n')
    expect(summary?.replace(/[\d.]+ s$/, 'S')).toBe(`${out}: 3 pages, S`)
    expect(next).toBe(
      `Next: see it with \`npm run serve -- --dir ${out}\`. ` +
        `Before you publish it: \`npm run check -- --site ${bakery} --launch\``,
    )
  })

  it('is announced with up to ten warnings of a kind, or three examples and a count', () => {
    const warnings = Array.from({ length: 14 }, (_, line) => ({
      ...problemInFile('pages.yaml', 'HTML_IN_TEXT', `Text ${line}.`),
      line,
      column: 1,
    }))
    const error = problemInFile('pages.yaml', 'DUPLICATE_ROUTE', 'Twice.')
    const text = formatReportedProblems([...warnings, error], '.')
    expect(text.match(/warning HTML_IN_TEXT\n/g)).toHaveLength(3)
    expect(text).toContain('error DUPLICATE_ROUTE')
    expect(text.split('\n').slice(-2)).toEqual([
      '… and 11 more HTML_IN_TEXT',
      '`npm run check` lists all warnings.',
    ])
    const ten = formatReportedProblems(warnings.slice(0, 10), '.')
    expect(ten.match(/warning HTML_IN_TEXT\n/g)).toHaveLength(10)
    expect(ten).not.toContain('more')
  })

  it('is announced with the same warnings whether or not they were located before', async () => {
    const site = join(work, 'warned')
    await mkdir(site)
    const problems: Problem[] = []
    for (const file of ['b.yaml', 'a.yaml']) {
      const texts = Array.from({ length: 8 }, (_, index) => `text: Tea &amp; cake ${index}`)
      await writeFile(join(site, file), texts.map((text) => `- ${text}\n`).join(''))
      const source = { ...createLazySource(join(site, file), file), isLocatedLater: true }
      // In another order than in the file.
      for (const index of [7, 2, 0, 1, 3, 4, 5, 6])
        lintText(texts[index]!, 'text', { source, path: [index, 'text'] }, problems)
    }
    expect(
      problems.every(({ line, pendingLocation }) => line === undefined && pendingLocation),
    ).toBe(true)
    const text = formatReportedProblems(problems, site)
    expect(text).toBe(formatReportedProblems(locateProblems(problems, site), site))
    const printed = [...text.matchAll(/([ab]\.yaml:\d+:\d+) warning/g)].map(([, where]) => where)
    expect(printed).toEqual(['a.yaml:1:13', 'a.yaml:2:13', 'a.yaml:3:13'])
    expect(text).toContain('expected: &')
    expect(text).toContain('… and 13 more HTML_IN_TEXT')
  })

  it('contains nothing of the development server and the studio', async () => {
    const files = [...(await readContents(out)).keys()].filter((file) =>
      /\.(js|css|html)$/.test(file),
    )
    expect(files.some((file) => file.endsWith('.js'))).toBe(true)
    for (const file of files)
      expect([
        file,
        /signpost-overlay|@signpost|open-in-editor|__studio|data-studio/.test(
          await readOutputFile(file),
        ),
      ]).toEqual([file, false])
  })

  it('has a folder for each route and alias, and the files of public/', async () => {
    const files = [...(await readContents(out)).keys()].filter(
      (file) => !file.startsWith('/assets/'),
    )
    expect(files).toEqual([
      '/.hosts/rules.json',
      '/404.html',
      '/404.json',
      '/_redirects',
      '/apple-touch-icon.png',
      '/bread/index.html',
      '/bread/page.json',
      '/cakes/index.html',
      '/cakes/page.json',
      '/favicon.ico',
      '/favicon.svg',
      '/icon-192.png',
      '/icon-512.png',
      '/icon-maskable-512.png',
      '/index.html',
      '/licenses.txt',
      '/mark.svg',
      '/og/bread.png',
      '/og/cakes.png',
      '/og/index.png',
      '/opening.txt',
      '/our-bread/index.html',
      '/page.json',
      '/robots.txt',
      '/site.json',
      '/site.webmanifest',
      '/sitemap.xml',
    ])
  })

  it("has nothing of this repository's site", async () => {
    for (const [file, content] of await readContents(out)) {
      expect(
        Buffer.from(content, 'base64')
          .toString()
          .match(/notar|midland|texas/i)?.[0],
        file,
      ).toBeUndefined()
    }
  })

  it('has a sitemap without planned pages, aliases and unrecorded dates', async () => {
    expect(await readOutputFile('sitemap.xml')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://bakery.example.org/</loc></url>
  <url><loc>https://bakery.example.org/bread</loc></url>
</urlset>
`)
    expect(await readOutputFile('robots.txt')).toContain(
      'Sitemap: https://bakery.example.org/sitemap.xml',
    )
  })

  it('redirects an alias with a page and in _redirects', async () => {
    const alias = await parseOutputFile('our-bread/index.html')
    expect(alias.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href).toBe(
      'https://bakery.example.org/bread',
    )
    expect(alias.querySelector<HTMLMetaElement>('meta[http-equiv=refresh]')?.content).toBe(
      '0; url=/bread',
    )
    expect(await readOutputFile('_redirects')).toBe('/our-bread /bread 301\n')
  })

  it('has the metadata that search engines and social networks read in its head', async () => {
    const { head, documentElement, title } = await parseOutputFile('bread/index.html')
    const meta = Object.fromEntries(
      [...head.querySelectorAll('meta')].map((tag) => [
        tag.name || tag.getAttribute('property'),
        tag.content,
      ]),
    )
    expect(title).toBe('Our bread and what it costs')
    expect(documentElement.lang).toBe('en-GB')
    expect(head.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href).toBe(
      'https://bakery.example.org/bread',
    )
    expect(meta).toMatchObject({
      description: 'Two kinds of bread, two prices.',
      'og:title': 'Our bread and what it costs',
      'og:description': 'Two kinds of bread, two prices.',
      'og:url': 'https://bakery.example.org/bread',
      'og:site_name': 'Mill Lane Bakery',
      'og:locale': 'en_GB',
      'og:image': 'https://bakery.example.org/og/bread.png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    })
    expect(meta).not.toHaveProperty('robots')
    expect(
      (await parseOutputFile('cakes/index.html')).querySelector<HTMLMetaElement>(
        'meta[name=robots]',
      )?.content,
    ).toBe('noindex')
  })

  it('shows the logo and the address of the business, and links to its profiles', async () => {
    const document = await parseOutputFile('index.html')
    for (const part of ['.logo', '.footer-legal'])
      expect(document.querySelector(`${part} img`)?.getAttribute('src')).toBe('/mark.svg')
    const contact = document.querySelector('.footer-group')
    expect(contact?.textContent).toContain('12 Mill Lane, Leeds, West Yorkshire')
    const profile = contact?.querySelector('a[href="https://www.instagram.com/milllane"]')
    expect(profile?.textContent).toBe('Instagram')
  })

  it('has structured data that matches the page, with the types of the business', async () => {
    const readThings = async (file: string) => readStructuredData(await parseOutputFile(file))
    const [organization, business, faq, ...rest] = await readThings('index.html')
    expect(rest).toEqual([])
    expect(organization).toMatchObject({
      '@type': 'Organization',
      url: 'https://bakery.example.org/',
      telephone: '+441134960100',
    })
    expect(business).toMatchObject({
      '@type': 'Bakery',
      address: { streetAddress: '12 Mill Lane', addressLocality: 'Leeds', addressCountry: 'GB' },
      sameAs: ['https://www.instagram.com/milllane'],
      geo: { latitude: 53.8, longitude: -1.55 },
      areaServed: { '@type': 'GeoCircle', geoRadius: 5000 },
      priceRange: '£',
    })
    expect(faq).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: [
        { name: 'Do you deliver?', acceptedAnswer: { text: 'Within 5 kilometres, by bike.' } },
        // A closing script tag in a text is escaped, and parsed as text.
        {
          name: 'Is it "organic" & </script> safe?',
          acceptedAnswer: { text: 'Yes. Even text that looks like code.' },
        },
      ],
    })
    expect(await readThings('bread/index.html')).toMatchObject([
      {
        '@type': 'Service',
        name: 'Bread',
        areaServed: 'Leeds',
        offers: { price: 4.2, priceCurrency: 'GBP' },
        provider: { '@type': 'Bakery' },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'Home' },
          { position: 2, name: 'Bread', item: 'https://bakery.example.org/bread' },
        ],
      },
    ])
  })

  it('loads less than 1.5 kB of script before the first interaction', async () => {
    const { src } = (await parseOutputFile('index.html')).querySelector(
      'script[type=module]',
    ) as HTMLScriptElement
    const loader = await readFile(join(out, src))
    expect(loader.toString()).not.toMatch(/\bimport\s*["{*]|\bfrom\s*["']/)
    expect(gzipSync(loader).length).toBeLessThan(1500)
  })

  it('has speculation rules that prefetch pages but no files', async () => {
    const { textContent } = (await parseOutputFile('index.html')).querySelector(
      'head script[type=speculationrules]',
    )!
    const { prefetch, ...others } = JSON.parse(textContent!)
    expect(others).toEqual({})
    expect(prefetch).toMatchObject([{ source: 'document', eagerness: 'moderate' }])
    expect(prefetch[0].where.and).toContainEqual({ not: { href_matches: '/*.*' } })
  })

  it('prints prices in its currency', async () => {
    const cells = [
      ...(await parseOutputFile('bread/index.html')).querySelectorAll('td.numeric'),
    ].map(({ textContent }) => textContent)
    expect(cells).toEqual(['£4.20', '£1'])
  })
})

describe('three sites of different trades', () => {
  it('have valid HTML, and nothing of each other', async () => {
    const { out: own } = await buildOwnSite()
    const plumber = join(work, 'plumber')
    const answers = ['--name', 'Pipes & Sons', '--trade', 'plumber', '--town', 'Austin, TX']
    const made = await runInProcess('new', ['site', plumber, ...answers, '--phone', '512-555-0142'])
    expect([made.code, made.stderr]).toEqual([0, ''])
    await buildSuccessfully(['--site', plumber])
    const built = [...(await readContents(join(plumber, 'dist')))]
    expect(built.filter(([file]) => file.endsWith('/index.html'))).toHaveLength(6)
    for (const [file, content] of built) {
      const text = Buffer.from(content, 'base64').toString()
      expect(text.match(/notar|midland|bakery/i)?.[0], file).toBeUndefined()
    }
    const documents = [
      ...(await listVariedDocuments(own)).map((file) => join(own, file)),
      ...(await listOutputFiles(out)).map((file) => join(out, file)),
      ...built.map(([file]) => join(plumber, 'dist', file)),
    ].filter((file) => file.endsWith('.html'))
    expect(documents.length).toBeGreaterThan(40)
    const errors = await Promise.all(
      documents.map(async (file) =>
        (await listHtmlErrors(await readFile(file, 'utf8'))).map((error) => `${file}: ${error}`),
      ),
    )
    expect(errors.flat()).toEqual([])
  })
})

describe('the options', () => {
  it('--origin replaces the origin everywhere', async () => {
    const preview = join(work, 'preview')
    await buildSuccessfully([
      '--site',
      bakery,
      '--out',
      preview,
      '--origin',
      'https://preview.example.net/',
    ])
    for (const [file, content] of await readContents(preview)) {
      expect(Buffer.from(content, 'base64').toString(), file).not.toContain(
        'https://bakery.example.org',
      )
    }
    expect(await readOutputFile('sitemap.xml', preview)).toContain(
      '<loc>https://preview.example.net/bread</loc>',
    )
  })
})

describe('the same input gives the same bytes', () => {
  it('in another time zone, language, working folder and process', async () => {
    const again = join(work, 'again')
    const copy = join(work, 'copy-of-site')
    await cp(bakery, copy, { recursive: true })
    const { code, stderr } = runNpmScript('build', ['--site', copy, '--out', again], {
      TZ: 'Pacific/Kiritimati',
      LANG: 'de_DE.UTF-8',
      LC_ALL: 'de_DE.UTF-8',
    })
    expect(code, stderr).toBe(0)
    expect(await readContents(again)).toEqual(await readContents(out))
  })
})

describe('the last good output stays', () => {
  let good: Map<string, string>
  let site: string

  beforeAll(async () => {
    good = await readContents(out)
    site = join(work, 'site')
    await cp(bakery, site, { recursive: true })
  })
  const leftovers = async () => (await readdir(work)).filter((name) => name.startsWith('.bakery.'))

  it('when a build finds an error', async () => {
    await writeFile(
      join(site, 'pages/broken.yaml'),
      'pages:\n  /broken: { kind: info, titel: Oops }\n',
    )
    const { code, stderr, stdout } = await runInProcess('build', ['--site', site, '--out', out])
    expect(stderr).toContain('Did you mean "title"?')
    expect(stderr).toMatch(/\nNothing was built: 3 errors\.\nNext: correct 1 of the 3 errors auto/)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(stdout).toBe('')
    expect(code).toBe(1)
    expect(await readContents(out)).toEqual(good)
    const page =
      '{ kind: info, title: Oops, description: What, blocks: [{ type: hero, heading: "${nope}" }] }'
    await writeFile(join(site, 'pages/broken.yaml'), `pages:\n  /broken: ${page}\n`)
    const again = await runInProcess('build', ['--site', site, '--out', out])
    expect(again.stderr).toMatch(/\nNext: correct the error in \S+\/broken\.yaml:2:\d+, and run/)
    await rm(join(site, 'pages/broken.yaml'))
  })

  it('when a build is killed while writing, and the next build cleans up', async () => {
    // Enough pages to kill the build while it is writing.
    const page = (n: number) =>
      `  /page-${n}: { kind: info, title: Page ${n}, description: The page ${n}., blocks: [{ type: hero, heading: Page ${n} }] }\n`
    await writeFile(
      join(site, 'pages/many.yaml'),
      `pages:\n${Array.from({ length: 1000 }, (_, n) => page(n)).join('')}`,
    )
    const child = startNpmScript('build', ['--site', site, '--out', out])
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
    while ((await leftovers()).length === 0 && child.exitCode === null) await setTimeout(5)
    process.kill(-child.pid!, 'SIGKILL')
    expect(await ended).toBe('SIGKILL')
    expect(await leftovers()).toHaveLength(1)
    expect(await readContents(out)).toEqual(good)
    await rm(join(site, 'pages/many.yaml'))
    await buildSuccessfully(['--site', site, '--out', out])
    expect(await leftovers()).toEqual([])
    expect(await readContents(out)).toEqual(good)
  })

  it('when a build was killed while it was publishing, once another command completes it', async () => {
    const staging = join(work, '.bakery.next')
    await mkdir(join(staging, 'bread'), { recursive: true })
    const page = '/bread/index.html'
    await cp(join(out, page), join(staging, page))
    await mkdir(join(toStateFile(out, ''), '..'), { recursive: true })
    const journal = { written: ['/moved-before.html', page], removed: ['/notes.txt'] }
    await writeFile(toStateFile(out, 'output.json'), JSON.stringify(journal))
    await writeFile(join(out, page), 'old')
    await writeFile(join(out, 'notes.txt'), 'gone')
    await writeFile(join(site, 'pages/broken.yaml'), 'pages: 3\n')
    expect((await runInProcess('build', ['--site', site, '--out', out])).code).toBe(1)
    expect(await readContents(out)).toEqual(good)
    expect(await leftovers()).toEqual([])
    await rm(join(site, 'pages/broken.yaml'))
  })

  it('when another site is built into its folder', async () => {
    const shop = join(work, 'shop')
    await cp(join(root, 'tests/base-site'), shop, { recursive: true })
    const { code, stderr } = await runInProcess('build', ['--site', shop, '--out', out])
    expect(stderr).toBe(
      `Nothing was built: ${out} holds another site, Mill Lane Bakery. Choose another folder with --out, or delete that one.\n`,
    )
    expect(code).toBe(1)
    expect(await readContents(out)).toEqual(good)
    // Its own output is replaced, even if the site had another name before.
    const shopOut = join(work, 'shop-out')
    await buildSuccessfully(['--site', shop, '--out', shopOut])
    const settings = join(shop, 'pages.yaml')
    const text = await readFile(settings, 'utf8')
    await writeFile(settings, text.replace('name: Corner Bike Shop', 'name: Corner Bikes & Sons'))
    await buildSuccessfully(['--site', shop, '--out', shopOut])
    expect(await readOutputFile('index.html', shopOut)).toContain('Corner Bikes &amp; Sons')
  })

  it('and still knows its own after its files were deleted', async () => {
    const folder = join(work, 'incomplete')
    await cp(out, folder, { recursive: true })
    for (const missing of [['404.html'], ['404.html', 'index.html', '.hosts']]) {
      for (const name of missing) await rm(join(folder, name), { recursive: true })
      await buildSuccessfully(['--site', bakery, '--out', folder])
      expect(await readContents(folder)).toEqual(good)
    }
  })

  it('when a folder only has files with the names of an output', async () => {
    const folder = join(work, 'someone-else')
    await mkdir(folder)
    for (const name of ['404.html', '404.json', 'site.json'])
      await writeFile(join(folder, name), '{}')
    await expect(assertReplaceable(folder, bakery)).rejects.toThrow('that no build has written')
  })
})

describe('lastmod', () => {
  it('is the date recorded for the current content, and changes only with it', async () => {
    const site = join(work, 'dated')
    const built = join(work, 'dated-out')
    await cp(bakery, site, { recursive: true })
    expect((await runInProcess('check', ['--record', '--site', site])).code).toBe(0)
    await buildSuccessfully(['--site', site, '--out', built])
    const today = new Date().toISOString().slice(0, 10)
    expect(await readOutputFile('sitemap.xml', built)).toContain(
      `<loc>https://bakery.example.org/bread</loc><lastmod>${today}</lastmod>`,
    )
    const ledger = join(site, 'dates.gen.json')
    await writeFile(ledger, (await readFile(ledger, 'utf8')).replaceAll(today, '2020-02-02'))
    expect((await runInProcess('check', ['--record', '--site', site])).code).toBe(0)
    await buildSuccessfully(['--site', site, '--out', built])
    expect((await readOutputFile('sitemap.xml', built)).match(/2020-02-02/g)).toHaveLength(2)
  })
})

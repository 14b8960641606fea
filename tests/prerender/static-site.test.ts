/**
 * A static site: `application: false`, and the settings for trailing slashes, share images and
 * icons.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseBuiltDocument, readStructuredData } from '../helpers/built-document.ts'
import { listOutputFiles } from '../helpers/output-files.ts'
import { listHtmlErrors } from '../helpers/validate-html.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
let site: string
let out: string

/** Writes the pages.yaml of the bakery with additional settings. */
async function addSiteSettings(settings: string): Promise<void> {
  const pages = await readFile(join(root, 'tests/sites/bakery/pages.yaml'), 'utf8')
  await writeFile(join(site, 'pages.yaml'), pages.replace('  logo:', `${settings}\n  logo:`))
}

const buildStaticSite = () => runInProcess('build', ['--site', site, '--out', out, '--verbose'])
const readBuiltFile = (file: string) => readFile(join(out, file), 'utf8')
const parseStaticPage = (file: string) => parseBuiltDocument(join(out, file))

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-plain-'))
  site = join(work, 'site')
  out = join(work, 'dist')
  await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
  await addSiteSettings(
    '  application: false\n  trailingSlash: true\n  shareImages: none\n  icons: none',
  )
  const { code, stderr } = await buildStaticSite()
  expect(code, stderr).toBe(0)
})
afterAll(() => rm(work, { recursive: true }))

describe('application: false', () => {
  it('writes documents and CSS, but no data that only scripts read', async () => {
    expect(
      (await listOutputFiles(out)).filter((file) => !/^\/assets\/.*\.(woff2|svg)$/.test(file)),
    ).toEqual([
      '/.hosts/rules.json',
      '/404.html',
      '/_redirects',
      '/bread/index.html',
      '/cakes/index.html',
      '/index.html',
      '/licenses.txt',
      '/mark.svg',
      '/opening.txt',
      '/our-bread/index.html',
      '/robots.txt',
      '/sitemap.xml',
    ])
  })

  it('writes only the fonts of its theme', async () => {
    const fonts = (await listOutputFiles(out)).filter((file) => file.endsWith('.woff2'))
    expect(fonts).toEqual([expect.stringMatching(/^\/assets\/figtree\./)])
    const { head } = await parseStaticPage('index.html')
    const preloads = [...head.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')]
    expect(preloads.map((link) => link.getAttribute('href'))).toEqual(fonts)
  })

  it('has no scripts but structured data, and no attributes for scripts', async () => {
    for (const file of ['index.html', 'bread/index.html', '404.html']) {
      const document = await parseStaticPage(file)
      expect(
        [...document.scripts]
          .filter(({ type }) => type !== 'application/ld+json')
          .map(({ outerHTML }) => outerHTML),
        file,
      ).toEqual([])
      expect(document.documentElement.getAttributeNames(), file).toEqual(['lang'])
      expect(document.body.innerHTML, file).not.toContain('<!--')
      expect(document.querySelector('style')!.textContent, file).toContain('@font-face')
    }
  })

  it('is valid HTML with the same text as the site with scripts', async () => {
    const hydratedOut = join(work, 'whole')
    expect(
      (
        await runInProcess('build', [
          '--site',
          join(root, 'tests/sites/bakery'),
          '--out',
          hydratedOut,
        ])
      ).code,
    ).toBe(0)
    for (const file of ['index.html', 'bread/index.html', '404.html']) {
      expect(await listHtmlErrors(await readBuiltFile(file)), file).toEqual([])
      const main = (await parseBuiltDocument(join(hydratedOut, file))).querySelector('main')!
      expect((await parseStaticPage(file)).querySelector('main')!.textContent, file).toBe(
        main.textContent,
      )
    }
  })

  it('recognizes its own output, and measures the weight of its pages', async () => {
    const { code, stdout, stderr } = await buildStaticSite()
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/^HTML about [1-9][\d,]* bytes .* JavaScript before intent 0 bytes/m)
    const weights = [...stdout.matchAll(/^about ([\d,]+) bytes .* (\/\S*)$/gm)]
    expect(weights.map(([, , route]) => route).sort()).toEqual(['/', '/bread', '/cakes'])
    for (const [, bytes, route] of weights) {
      const { length } = brotliCompressSync(await readFile(join(out, route!, 'index.html')))
      expect(Math.abs(Number(bytes!.replace(',', '')) / length - 1), route).toBeLessThan(0.15)
    }
  })

  it('never overwrites pages that no build has written', async () => {
    const handwritten = join(work, 'foreign')
    await mkdir(handwritten)
    for (const file of ['404.html', 'index.html', 'robots.txt', 'sitemap.xml'])
      await writeFile(join(handwritten, file), '<!doctype html><title>By hand</title>')
    expect((await runInProcess('build', ['--site', site, '--out', handwritten])).code).toBe(2)
    expect(await readFile(join(handwritten, 'index.html'), 'utf8')).toContain('By hand')
  })
})

describe('trailingSlash: true', () => {
  it('ends every public address with a slash', async () => {
    const document = await parseStaticPage('bread/index.html')
    expect(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href).toBe(
      'https://bakery.example.org/bread/',
    )
    expect(document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content).toBe(
      'https://bakery.example.org/bread/',
    )
    const structuredData = readStructuredData(document)
    expect(structuredData).toMatchObject([
      { '@type': 'Service', url: 'https://bakery.example.org/bread/' },
      {
        itemListElement: [
          { item: 'https://bakery.example.org/' },
          { item: 'https://bakery.example.org/bread/' },
        ],
      },
    ])
    expect(
      [...(await readBuiltFile('sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(
        ([, url]) => url,
      ),
    ).toEqual(['https://bakery.example.org/', 'https://bakery.example.org/bread/'])
    expect(await readBuiltFile('_redirects')).toBe('/our-bread /bread/ 301\n')
    expect(
      (await parseStaticPage('our-bread/index.html')).querySelector<HTMLMetaElement>(
        'meta[http-equiv=refresh]',
      )?.content,
    ).toBe('0; url=/bread/')
  })
})

describe('shareImages and icons: none', () => {
  it('has no pictures in the head', async () => {
    const { head } = await parseStaticPage('index.html')
    expect(
      head.querySelectorAll('[property^="og:image"], link[rel*=icon], link[rel=manifest]'),
    ).toHaveLength(0)
    expect(head.querySelector<HTMLMetaElement>('meta[name="twitter:card"]')?.content).toBe(
      'summary',
    )
  })
})

describe('shareImages with a file', () => {
  it('uses the file for every page, and generates no images', async () => {
    await writeFile(join(site, 'public/share.png'), 'a picture')
    await addSiteSettings('  shareImages: /share.png\n  icons: none')
    const { code, stderr } = await buildStaticSite()
    expect(code, stderr).toBe(0)
    for (const file of ['index.html', 'bread/index.html']) {
      const { head } = await parseStaticPage(file)
      const meta = Object.fromEntries(
        [...head.querySelectorAll('meta')].map((tag) => [
          tag.name || tag.getAttribute('property'),
          tag.content,
        ]),
      )
      expect(meta).toMatchObject({
        'og:image': 'https://bakery.example.org/share.png',
        'twitter:card': 'summary_large_image',
      })
      expect(meta).not.toHaveProperty('og:image:width')
    }
    expect((await listOutputFiles(out)).filter((file) => file.endsWith('.png'))).toEqual([
      '/share.png',
    ])
  })
})

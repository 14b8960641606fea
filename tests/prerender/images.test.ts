/** The images that a build derives: share images, icons and resized pictures. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { parseBuiltDocument } from '../helpers/built-document.ts'
import { expectSameFiles, listOutputFiles } from '../helpers/output-files.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let site: string
let out: string
let first: string

const page = `
pages:
  /team:
    kind: info
    title: The people who bake
    description: Who is behind the oven.
    noindex: true
    blocks:
      - { type: hero, heading: Who bakes, at four in the morning and seldom later than that, your bread, picture: { src: /shop.png, alt: The shop at night } }
      - { type: profile, heading: The baker, name: Ann, photo: /people/ann.jpg, text: Up before you. }
      - { type: picture, picture: { src: /shop.png, alt: The shop } }
`

beforeAll(async () => {
  const work = await mkdtemp(join(tmpdir(), 'signpost-pictures-'))
  site = join(work, 'site')
  out = join(work, 'out')
  await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
  // A new name in every run, so that no image is cached.
  const settings = join(site, 'pages.yaml')
  await writeFile(
    settings,
    (await readFile(settings, 'utf8')).replace(
      'name: Mill Lane Bakery',
      `name: Mill Lane Bakery ${process.pid}-${Date.now()}`,
    ),
  )
  await mkdir(join(site, 'public/people'))
  await createRandomPhoto(1200, 800)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
    .toFile(join(site, 'public/people/ann.jpg'))
  await createRandomPhoto(1600, 900).png().toFile(join(site, 'public/shop.png'))
  await writeFile(
    join(site, 'pages/team.yaml'),
    page.replace('Who bakes', "'Who bakes").replace('your bread,', "your bread',"),
  )
  first = await buildAndGetReport(out)
}, 120_000)
afterAll(() => rm(join(site, '..'), { recursive: true }))

/** Creates a photo with random pixels, so that no copy of it is cached. */
function createRandomPhoto(width: number, height: number) {
  const noise = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#a08060',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
  return noise.blur(8)
}

async function buildAndGetReport(to: string): Promise<string> {
  const args = ['--site', site, '--out', to, '--verbose']
  const { code, stderr, stdout } = await runInProcess('build', args)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return stdout
}

const parseBuiltPage = (file: string) => parseBuiltDocument(join(out, file))
const readImageMetadata = (file: string) => sharp(join(out, file)).metadata()

describe('a share image', () => {
  it('exists for every page, is 1200 × 630 pixels and has at most 70 kB', async () => {
    const { pages } = await readWholeSite(site)
    expect(pages.length).toBeGreaterThan(3)
    const seen = new Set<string>()
    for (const { data } of pages) {
      const { head } = await parseBuiltPage(`${data.route}/index.html`)
      const address = head.querySelector('meta[property="og:image"]')!.getAttribute('content')!
      expect(address).toMatch(/^https:\/\/bakery\.example\.org\/og\//)
      const file = new URL(address).pathname
      expect(await readImageMetadata(file)).toMatchObject({
        width: 1200,
        height: 630,
        format: 'png',
      })
      const bytes = await readFile(join(out, file))
      expect(bytes.length).toBeLessThan(70_000)
      seen.add(bytes.toString('base64'))
    }
    expect(seen.size).toBe(pages.length)
  })

  it('is not created for the not-found page', async () => {
    expect((await parseBuiltPage('404.html')).querySelector('meta[property="og:image"]')).toBeNull()
  })
})

describe('the icons', () => {
  it('have the sizes that the document and the manifest state', async () => {
    const { icons, ...manifest } = JSON.parse(await readFile(join(out, 'site.webmanifest'), 'utf8'))
    expect(manifest).toMatchObject({
      start_url: '/',
      display: 'minimal-ui',
      lang: 'en-GB',
      short_name: 'Mill Lane',
    })
    expect(icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable')
    for (const { src, sizes, type } of icons) {
      const { width, height, format } = await readImageMetadata(src)
      expect(`image/${format}`).toBe(type.replace('+xml', ''))
      if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes)
    }
    expect(await readImageMetadata('apple-touch-icon.png')).toMatchObject({
      width: 180,
      height: 180,
    })
    const ico = await readFile(join(out, 'favicon.ico'))
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
    expect(ico.readUInt32LE(14)).toBe(ico.length - 22)
    expect(await sharp(ico.subarray(ico.readUInt32LE(18))).metadata()).toMatchObject({
      width: 32,
      height: 32,
      format: 'png',
    })
  })

  it('are linked from every document, and every linked file exists', async () => {
    const { head } = await parseBuiltPage('bread/index.html')
    const links = [
      ...head.querySelectorAll(
        'link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]',
      ),
    ].map((link) => link.getAttribute('href')!)
    expect(links).toHaveLength(4)
    for (const link of links)
      expect((await readFile(join(out, link))).length, link).toBeGreaterThan(0)
    expect(head.querySelectorAll('meta[name="theme-color"]')).toHaveLength(2)
  })
})

describe('a photo', () => {
  const find = async (selector: string) => {
    const image = (await parseBuiltPage('team/index.html')).querySelector<HTMLImageElement>(
      selector,
    )!
    return { image, sources: [...image.parentElement!.querySelectorAll('source')] }
  }

  it('has upright AVIF and WebP copies with the stated widths and no camera metadata', async () => {
    const { image, sources } = await find('img.portrait')
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['800', '1200'])
    expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
    for (const { srcset, type, sizes } of sources) {
      expect(sizes).toBe('160px')
      const copies = srcset.split(', ').map((entry) => entry.split(' '))
      expect(copies.map(([, width]) => width)).toEqual(['160w', '320w', '480w'])
      for (const [file, width] of copies) {
        const copy = await readImageMetadata(file!)
        expect([`${copy.width}w`, copy.height]).toEqual([width, copy.width * 1.5])
        expect(copy.exif).toBeUndefined()
        expect(copy.mediaType).toBe(type)
      }
    }
    expect((await readImageMetadata(image.getAttribute('src')!)).format).toBe('webp')
  })

  it('has no placeholder if it is as small as a portrait, which every page may contain', async () => {
    expect((await find('img.portrait')).image.dataset.style).toBeUndefined()
  })

  it('is never enlarged, loads lazily, and has a small placeholder until then', async () => {
    const { image, sources } = await find('.picture-frame img')
    expect(sources[0]!.srcset.split(', ').map((entry) => entry.split(' ')[1])).toEqual([
      '392w',
      '560w',
      '784w',
      '1120w',
      '1568w',
      '1600w',
    ])
    expect([image.getAttribute('loading'), image.getAttribute('decoding'), image.alt]).toEqual([
      'lazy',
      'async',
      'The shop',
    ])
    // The policy of a page forbids style attributes.
    const styles = [...image.ownerDocument.querySelectorAll('style')].map(
      (style) => style.textContent,
    )
    expect(styles.join('').replaceAll(' ', '')).toContain('--width:1600px')
    const rule = `[data-style="${image.dataset.style}"]{background:`
    const [, background] = styles.join('').replaceAll(' / ', '/').split(rule)
    expect(background).toMatch(/^url\("?data:image[^)]*\) center\/cover\}/)
    expect(background!.indexOf('}')).toBeLessThanOrEqual(215)
  })
})

describe('the picture of a hero', () => {
  it('is preloaded with high priority, and not lazily', async () => {
    const [first, ...others] = [
      ...(await parseBuiltPage('team/index.html')).querySelectorAll('main img'),
    ]
    expect(first!.getAttribute('alt')).toBe('The shop at night')
    expect([first!.getAttribute('loading'), first!.getAttribute('fetchpriority')]).toEqual([
      null,
      'high',
    ])
    expect(others).toHaveLength(2)
    for (const other of others)
      expect([other.getAttribute('loading'), other.getAttribute('fetchpriority')]).toEqual([
        'lazy',
        null,
      ])
  })
})

describe('a second build', () => {
  it('derives no image again, and writes the same bytes', async () => {
    expect(first).toMatch(/[1-9]\d* images created/)
    const again = join(site, '../again')
    expect(await buildAndGetReport(again)).toContain(', 0 images created')
    expect((await listOutputFiles(out)).length).toBeGreaterThan(30)
    await expectSameFiles(again, out)
  })

  it("uses a site's own icon, in every size", async () => {
    const own =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#00f" d="M0 0h8v8H0z"/></svg>'
    await writeFile(join(site, 'public/favicon.svg'), own)
    const again = join(site, '../own')
    await buildAndGetReport(again)
    expect(await readFile(join(again, 'favicon.svg'), 'utf8')).toBe(own)
    const { dominant } = await sharp(join(again, 'icon-192.png')).stats()
    expect(dominant.b).toBeGreaterThan(200)
  })
})

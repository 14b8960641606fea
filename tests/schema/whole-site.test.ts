import { hasErrors } from '../../schema/problems/problem.ts'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkSite, readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { root } from '../helpers/run-npm-script.ts'
import { ignoreUnlinked } from '../helpers/ignore-unlinked.ts'

const baseSite = join(root, 'tests/base-site')
let site: string

beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-load-'))
  await cp(baseSite, site, { recursive: true })
})
afterEach(() => rm(site, { recursive: true }))

const writeSiteFile = (file: string, text: string | Uint8Array) => writeFile(join(site, file), text)
const listCodes = async () =>
  (await checkSite(site)).problems.map(({ code, file }) => `${code} ${file}`)

const createPricesPage = (blocks: string, rest = '') => `pages:
  /prices:
    kind: info
    title: Prices
    description: What a repair costs.${rest}
    blocks:
      - type: hero
        heading: Prices
${blocks}`

it.each(['NFC', 'NFD'])(
  'finds a picture, a file and a table whose names have accents, on a disk that writes %s',
  async (form) => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"/>'
    await mkdir(join(site, 'public'))
    await mkdir(join(site, 'data'))
    await writeSiteFile(`public/${'vélo.svg'.normalize(form)}`, drawing)
    await writeSiteFile(`public/${'vélo.pdf'.normalize(form)}`, '%PDF-1.4')
    await writeSiteFile(`data/${'vélo.csv'.normalize(form)}`, 'Service,Price\nBrakes,40\n')
    for (const written of ['NFC', 'NFD']) {
      const page = createPricesPage(`        actions: [{ label: PDF, href: /vélo.pdf }]
      - { type: picture, picture: { src: /vélo.svg, alt: A bike } }
      - { type: fee-table, heading: Repairs, rows: repairs }
facts:
  repairs: { label: A repair, unit: USD, table: data/vélo.csv }
`)
      await writeSiteFile('pages/prices.yaml', page.normalize(written))
      expect(
        (await listCodes()).filter((code) => /PICTURE|BROKEN|ROWS/.test(code)),
        written,
      ).toEqual([])
      const { pages } = await readWholeSite(site)
      // The address of a file is that of its name on the disk.
      expect(JSON.stringify(pages.map(({ data }) => data.blocks))).toContain(
        '/vélo.pdf'.normalize(form),
      )
    }
  },
)

describe('files that cannot be read', () => {
  it('reports a folder without pages.yaml', async () => {
    await rm(join(site, 'pages.yaml'))
    expect(await listCodes()).toEqual(['FILE_NOT_FOUND pages.yaml'])
  })

  it('reports a folder named pages.yaml', async () => {
    await rm(join(site, 'pages.yaml'))
    await mkdir(join(site, 'pages.yaml'))
    expect(await listCodes()).toEqual(['FILE_UNREADABLE pages.yaml'])
  })

  it('reports a file over 1 MiB, and none of its pages as missing', async () => {
    const filler = `# ${'x'.repeat(1024 * 1024)}\n`
    await writeSiteFile('pages/large.yaml', createPricesPage('') + filler)
    await writeSiteFile(
      'pages/link.yaml',
      createPricesPage('        actions: [{ label: Prices, href: /prices }]').replaceAll(
        '/prices:',
        '/link:',
      ),
    )
    expect((await listCodes()).filter((code) => !code.startsWith('DUPLICATE'))).toEqual([
      'FILE_TOO_LARGE pages/large.yaml',
    ])
  })

  it('reports a symbolic link that leads out of the site', async () => {
    await symlink(join(root, 'tests/base-site/pages/home.yaml'), join(site, 'pages/out.yaml'))
    await mkdir(join(site, 'pages/shared'))
    await symlink(join(root, 'tests/cases/wrong-type/pages'), join(site, 'pages/shared/away'))
    await writeSiteFile('pages/include.yaml', 'include: [shared/away/*.yaml]\n')
    expect(await listCodes()).toEqual([
      'INCLUDE_OUTSIDE pages/out.yaml',
      'INCLUDE_OUTSIDE pages/shared/away',
    ])
  })

  it('reports links to themselves, to nothing and to folders', async () => {
    await symlink('loop.yaml', join(site, 'pages/loop.yaml'))
    await symlink('nowhere.yaml', join(site, 'pages/gone.yaml'))
    await symlink('.', join(site, 'pages/folder.yaml'))
    const { problems } = await readWholeSite(site)
    expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      "pages/folder.yaml: pages/folder.yaml is a folder, although its name ends like a file's.",
      'pages/gone.yaml: pages/gone.yaml is a symbolic link to a file that does not exist.',
      'pages/loop.yaml: pages/loop.yaml is a symbolic link that leads back to itself.',
    ])
  })

  it('reports a site without a home page', async () => {
    await writeSiteFile('pages/home.yaml', createPricesPage(''))
    expect(await listCodes()).toContain('MISSING_HOME_PAGE pages.yaml')
  })
})

describe('facts', () => {
  const getLead = async () => {
    const { pages, problems } = await readWholeSite(site)
    expect(ignoreUnlinked(problems)).toEqual([])
    const [hero] = pages.find(({ data }) => data.route === '/prices')!.data.blocks
    return JSON.stringify((hero as { lead?: unknown }).lead)
  }

  it('prints the first reading if a page names none', async () => {
    await writeSiteFile(
      'pages/prices.yaml',
      createPricesPage('        lead: Guaranteed for ${guarantee}.'),
    )
    expect(await getLead()).toContain('Guaranteed for 6 months.')
  })

  it("prints the page's reading, unless a citation names one", async () => {
    const readings = '\n    readings: { guarantee: flyer }'
    await writeSiteFile(
      'pages/prices.yaml',
      createPricesPage(
        '        lead: ${guarantee}, once ${guarantee.website}, ${guarantee|number}',
        readings,
      ),
    )
    expect(await getLead()).toContain('12 months, once 6 months, 12')
  })

  it('prints the settled reading everywhere', async () => {
    await writeSiteFile(
      'pages/prices.yaml',
      createPricesPage('        lead: ${bell} or ${bell.old}'),
    )
    await writeSiteFile(
      'pages/facts.yaml',
      `facts:
  bell:
    label: A bell
    unit: USD
    settled: new
    readings:
      old: { value: 9.5, source: the flyer }
      new: { value: 12, source: the owner }
`,
    )
    expect(await getLead()).toContain('$12 or $12')
  })

  it.each([
    ['USD', '1250', '$1,250'],
    ['USD', '9.5', '$9.50'],
    ['USD', '{ min: 100, max: 150 }', '$100–$150'],
    ['minutes', '{ min: 15, max: 20 }', '15–20 minutes'],
    ['hours', '1', '1 hour'],
    ['rating', '5', '5.0/5'],
    ['percent', '73', '73%'],
    ['count', '100, plus: true', '100+'],
    ['text', '"7 AM–10 PM"', '7 AM–10 PM'],
  ])('prints %s %s as %s', async (unit, value, text) => {
    await writeSiteFile('pages/prices.yaml', createPricesPage('        lead: It is ${figure}.'))
    await writeSiteFile(
      'pages/facts.yaml',
      `facts:\n  figure: { label: A figure, unit: ${unit}, value: ${value} }\n`,
    )
    expect(await getLead()).toContain(`It is ${text}.`)
  })

  it('prints Markdown characters in a fact literally', async () => {
    await writeSiteFile('pages/prices.yaml', createPricesPage('        lead: It is ${figure}.'))
    await writeSiteFile(
      'pages/facts.yaml',
      'facts:\n  figure: { label: A figure, unit: text, value: "*a* [b](c) <i>" }\n',
    )
    expect(await getLead()).toContain('It is *a* [b](c) <i>.')
  })
})

describe('pages', () => {
  it('hides a ppc page from search engines', async () => {
    const ppc = createPricesPage(
      '        actions: [{ label: Call, href: "tel:" }]',
      '\n    service: { name: Repair }',
    ).replace('kind: info', 'kind: ppc')
    await writeSiteFile('pages/ppc.yaml', ppc)
    const { pages, problems } = await readWholeSite(site)
    expect(ignoreUnlinked(problems)).toEqual([])
    const { data, meta } = pages.find(({ data }) => data.route === '/prices')!
    expect(data.head.robots).toBe('noindex, nofollow')
    expect(meta.indexed).toBe(false)
  })

  it('completes bare tel:, sms: and mailto: links with the contact of the site', async () => {
    await writeSiteFile(
      'pages/prices.yaml',
      createPricesPage(
        '        actions: [{ label: Call, href: "tel:" }, { label: Text, href: "sms:" }, { label: Write, href: "mailto:" }]',
      ),
    )
    const { pages } = await readWholeSite(site)
    const [hero] = pages.find(({ data }) => data.route === '/prices')!.data.blocks
    const { actions } = hero as unknown as { actions: { href: string }[] }
    expect(actions.map(({ href }) => href)).toEqual([
      'tel:+14325550100',
      'sms:+14325550100',
      'mailto:hello@bikes.example.com',
    ])
  })

  it('derives breadcrumbs from the path or the trail', async () => {
    await writeSiteFile('pages/prices.yaml', createPricesPage(''))
    await writeSiteFile(
      'pages/deep.yaml',
      createPricesPage('')
        .replace('/prices:', '/prices/wheels:')
        .replaceAll('Prices', 'Wheels')
        .replace('costs', 'on wheels costs'),
    )
    await writeSiteFile(
      'pages/trail.yaml',
      createPricesPage('', '\n    trail: [{ label: All prices, href: /prices }]')
        .replace('/prices:', '/spokes:')
        .replaceAll('Prices', 'Spokes')
        .replace('costs', 'on spokes costs'),
    )
    const { pages, problems } = await readWholeSite(site)
    expect(ignoreUnlinked(problems)).toEqual([])
    const getCrumbs = (route: string) =>
      pages.find(({ data }) => data.route === route)!.data.breadcrumbs
    expect(getCrumbs('/prices/wheels')).toEqual([
      { label: 'Home', href: '/' },
      { label: 'Prices', href: '/prices' },
      { label: 'Wheels' },
    ])
    expect(getCrumbs('/spokes')).toEqual([
      { label: 'Home', href: '/' },
      { label: 'All prices', href: '/prices' },
      { label: 'Spokes' },
    ])
  })

  it('shows the service above the heading of search landing pages by default', async () => {
    const service = '\n    service: { name: Same-day repair, area: "Springfield within ${radius}" }'
    const getEyebrow = async (kind: string, blocks = '', rest = service) => {
      await writeSiteFile(
        'pages/facts.yaml',
        'facts:\n  radius: { label: Radius, unit: miles, value: 9 }\n',
      )
      await writeSiteFile(
        'pages/prices.yaml',
        createPricesPage(blocks, rest).replace('kind: info', `kind: ${kind}`),
      )
      const { pages, problems } = await readWholeSite(site)
      expect(hasErrors(problems)).toBe(false)
      return (
        pages.find(({ data }) => data.route === '/prices')!.data.blocks[0] as { eyebrow?: string }
      ).eyebrow
    }
    expect(await getEyebrow('landing')).toBe('Same-day repair · Springfield within 9 miles')
    expect(await getEyebrow('near-me', '', service.replace(/area: "[^"]+"/, 'area: repair'))).toBe(
      'Same-day repair',
    )
    expect(await getEyebrow('landing', '        eyebrow: Open till nine')).toBe('Open till nine')
    expect(await getEyebrow('service')).toBeUndefined()
  })

  it('creates a short, unlisted page for a planned route', async () => {
    await writeSiteFile('pages/plan.yaml', 'planned:\n  /rentals: Bike rentals\n')
    const { data, meta } = (await readWholeSite(site)).pages.find(
      ({ data }) => data.route === '/rentals',
    )!
    expect(data.head.title).toBe('Bike rentals is coming')
    expect(meta.indexed).toBe(false)
  })

  it('applies a date only to the content it was recorded for', async () => {
    const [home] = (await readWholeSite(site)).pages
    await writeSiteFile(
      'dates.gen.json',
      JSON.stringify({ '/': { hash: home!.meta.contentHash, date: '2026-03-04' } }),
    )
    expect((await readWholeSite(site)).pages[0]!.meta.lastmod).toBe('2026-03-04')
    await writeSiteFile(
      'pages/facts.yaml',
      'facts:\n  unused: { label: Not printed, unit: USD, value: 1 }\n',
    )
    expect((await readWholeSite(site)).pages[0]!.meta.lastmod).toBe('2026-03-04')
    const changed = `${createPricesPage('').replace('/prices:', '/:')}`
    await writeSiteFile('pages/home.yaml', changed)
    expect((await readWholeSite(site)).pages[0]!.meta.lastmod).toBeUndefined()
  })
})

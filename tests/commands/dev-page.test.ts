/** The data of the development bar. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { DevPage } from '../../renderer/dev/dev-page.ts'
import { describeDevPage } from '../../scripts/dev/describe-dev-page.ts'
import { readWholeSite, type WholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { root } from '../helpers/run-npm-script.ts'
import { createInfoPage } from '../helpers/site-yaml.ts'

let dir: string
let site: WholeSite

const longTitle = `Repairs ${'and more '.repeat(7)}in Midland`
const file = stringify({
  pages: {
    '/repairs': createInfoPage(longTitle, 'See [our prices](/pries) or [prices](/prices).'),
    '/prices': createInfoPage('Prices', 'A tune-up is ${tune-up}.', { noindex: true }),
    '/ideas': createInfoPage('Ideas', 'Not ready.', { draft: true }),
  },
  sets: {
    '/towns/{town}': {
      rows: 'data/towns.csv',
      page: createInfoPage('Bikes in {{town}}', 'We come to {{town}}. {{more}}'),
    },
  },
})

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'signpost-dev-page-'))
  await cp(join(root, 'tests/base-site'), dir, { recursive: true })
  await mkdir(join(dir, 'data'))
  await writeFile(join(dir, 'pages/shop.yaml'), file)
  await writeFile(
    join(dir, 'data/towns.csv'),
    'town,more\nOdessa,See [the map](/map).\nStanton,On Friday.\n',
  )
  site = await readWholeSite(dir, { moment: { drafts: true } })
})
afterAll(() => rm(dir, { recursive: true }))

function describeRoute(route: string): DevPage {
  const { resolvedSite, problems, site: settings } = site
  const page = resolvedSite!.pages.find((each) => each.route === route)!
  return describeDevPage({ page, shared: resolvedSite!, site: settings!, dir, problems })
}
const lineOf = (text: string) => file.split('\n').findIndex((line) => line.includes(text)) + 1

describe('a page', () => {
  it('is found in its file, and opens in an editor', () => {
    expect(describeRoute('/prices').location).toEqual({
      label: `pages/shop.yaml:${lineOf('/prices:')}`,
      editorUrl: `/__open-in-editor?file=${encodeURIComponent(join(dir, 'pages/shop.yaml'))}%3A${lineOf('/prices:')}`,
    })
  })

  it('is listed or not, with the reason', () => {
    expect(describeRoute('/repairs').status.isListed).toBe(true)
    expect(describeRoute('/prices').status).toEqual({
      isListed: false,
      reason: 'It has noindex: true.',
    })
    expect(describeRoute('/ideas').status).toEqual({
      isListed: false,
      isDraft: true,
      reason: 'It is a draft: npm run build leaves it out.',
    })
  })

  it('has the problems between its first line and the next page, and no others', () => {
    const { title, problems, otherProblemCount } = describeRoute('/repairs')
    expect(title).toEqual({ text: longTitle, limit: 60 })
    expect(problems).toMatchObject([
      {
        severity: 'error',
        message: 'The page /pries does not exist. Did you mean "/prices"?',
        location: { label: `pages/shop.yaml:${lineOf('/pries')}` },
      },
      {
        severity: 'warning',
        message: 'The title of /repairs is too long.',
        location: { label: `pages/shop.yaml:${lineOf('title: Repairs')}` },
      },
    ])
    const { problems: ofPrices, otherProblemCount: others } = describeRoute('/prices')
    expect([ofPrices, others]).toEqual([[], otherProblemCount + 2])
  })

  it('of a set has its row, and the problems of its row', () => {
    expect(describeRoute('/towns/odessa')).toMatchObject({
      location: { label: `pages/shop.yaml:${lineOf('/towns/{town}')}` },
      row: { label: 'data/towns.csv:2' },
      problems: [{ message: expect.stringContaining('/map does not exist') }],
    })
    expect(describeRoute('/towns/stanton')).toMatchObject({
      row: { label: 'data/towns.csv:3' },
      problems: [],
    })
  })

  it('has a picture for sharing, at a path of this server', () => {
    expect(describeRoute('/prices').shareImage?.path).toBe('/og/prices.png')
  })
})

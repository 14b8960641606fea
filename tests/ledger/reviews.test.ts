/** Reviews: what a published site shows of them, and what it says about them. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

const header =
  'text,author,place,date,source,address,checked,permission,service,stars,edited,language'
const rows = [
  'Fixed at once.,Ana,"Odessa, TX",2026-05-14,Google,https://maps.example.com/1,2026-11-01,by email,repair,5,,',
  'Buen precio.,Ben,Midland,2026-06,a card in the shop,,2026-11-02,on the card,repair,4,yes,es',
  'Never asked.,Cid,Odessa,2026-07,Google,https://maps.example.com/3,2026-11-01,,repair,5,,',
  'Long ago.,Dan,Odessa,2024-07,Google,https://maps.example.com/4,2025-11-01,yes,repair,1,,',
]
const pages = `pages:
  /riders:
    kind: info
    title: What riders say
    description: Reviews of the bike shop in Midland.
    noindex: true
    blocks:
      - type: hero
        heading: What riders say
        lead: '\${reviews:count} reviews, \${reviews:average|number} of 5 on average, checked \${reviews:checked}.'
      - { type: testimonials, id: all, heading: All riders, from: reviews }
      - { type: testimonials, id: odessa, heading: From Odessa, from: reviews, place: Odessa, show: 1 }
  /es/riders:
    kind: info
    language: es
    title: Lo que dicen los ciclistas
    description: Reseñas de la tienda de bicicletas de Midland.
    noindex: true
    blocks:
      - { type: hero, heading: Lo que dicen los ciclistas, lead: 'Al \${reviews:checked}.' }
      - { type: testimonials, heading: Todos, from: reviews }
sets:
  /towns/{town}:
    rows: [{ town: Odessa }, { town: Crane }]
    page:
      kind: info
      title: Riders from {{town}}
      description: What riders from {{town}} say about the bike shop in Midland.
      noindex: true
      blocks:
        - { type: hero, heading: 'Riders from {{town}}' }
        - { type: testimonials, heading: 'What {{town}} says', from: reviews, place: '{{town}}' }
`

let site: string
const run = (command: string, ...args: string[]) => runInProcess(command, ['--site', site, ...args])
const writeReviews = (lines: string[]) =>
  writeFile(join(site, 'data/reviews.csv'), [header, ...lines, ''].join('\n'))
async function build(now: string, ...args: string[]) {
  const { stdout, stderr, code } = await run('build', '--now', now, ...args)
  expect(code, stdout + stderr).toBe(0)
  return async (route: string) =>
    (await readFile(join(site, `dist${route}/index.html`), 'utf8')).replace(
      /<!-- -->|<.?span[^>]*>/g,
      '',
    )
}
const published = ['--origin', 'https://bikes.net']

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-reviews-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  const settings = await readFile(join(site, 'pages.yaml'), 'utf8')
  await writeFile(
    join(site, 'pages.yaml'),
    settings.replace(
      '\n  origin:',
      '\n  reviews: data/reviews.csv\n  languages: { es: { label: Español, navigation: { header: { menus: [{ label: Inicio, href: / }] }, footer: { groups: [{ heading: Tienda, items: [{ label: Inicio, href: / }] }], legal: Bicis } } } }\n  timeZone: America/Chicago\n  origin:',
    ),
  )
  await mkdir(join(site, 'data'))
  await writeReviews(rows)
  await writeFile(join(site, 'pages/riders.yaml'), pages)
})
afterAll(() => (process.env.KEEP ? console.log(site) : rm(site, { recursive: true })))

it('a published site shows those with evidence, newest first, and cites them', async () => {
  const read = await build('2026-11-22', ...published)
  const riders = await read('/riders')
  expect(riders).toContain('2 reviews, 4.5 of 5 on average, checked November 2, 2026.')
  expect(riders.match(/(?<=<blockquote[^>]*><p>)[^<]+/g)).toEqual([
    'Buen precio.',
    'Fixed at once.',
    'Fixed at once.',
  ])
  expect(riders).toContain(
    '<strong>Ben</strong>, Midland, June 2026<br/>Source: a card in the shop · Edited',
  )
  expect(riders).toMatch(/<a href="https:\/\/maps.example.com\/1"[^>]*>Source: Google<\/a>/)
  expect(riders).toContain('<blockquote lang="es"><p>Buen precio.')
  expect(riders).not.toContain('AggregateRating')
  expect(await read('/es/riders')).toContain('Al 2 de noviembre de 2026.')
  expect(await read('/es/riders')).toContain(
    'junio de 2026<br/>Fuente: a card in the shop · Editado</p>',
  )
  // A text without a language is in that of the site.
  expect(await read('/es/riders')).toContain(
    '<blockquote cite="https://maps.example.com/1" lang="en',
  )
  expect(await read('/es/riders')).toMatch(/Fuente: Google<\/a> · En inglés/)
  expect(riders).toContain('a card in the shop · Edited · Written in Spanish')
  expect(riders).not.toContain('Written in English')
  expect(await read('/towns/odessa')).toContain('What Odessa says')
  expect(await read('/towns/crane')).not.toContain('What Crane says')
  const next = JSON.parse(
    await readFile(join(site, 'dist/.hosts/next-change.json'), 'utf8'),
  ) as object
  expect(next).toMatchObject({ next: expect.stringContaining('2027-11-02') as string })
})

it('a page is made again when a review changes or its evidence expires', async () => {
  await build('2026-11-22', ...published)
  await writeReviews([rows[0]!.replace('Fixed at once', 'Fixed within the hour'), ...rows.slice(1)])
  const read = await build('2026-11-22', ...published)
  expect(await read('/towns/odessa')).toContain('Fixed within the hour.')
  await writeReviews(rows)
  const later = await build('2027-11-02', ...published)
  expect(await later('/riders')).toContain('1 reviews, 4 of 5')
  expect(await later('/towns/odessa')).not.toContain('What Odessa says')
})

it('a preview marks those that are left out, which check --launch lists', async () => {
  const read = await build('2026-11-22')
  expect(await read('/riders')).toMatch(/Left out when published<\/p>.{0,200}Never asked\./)
  expect(await read('/riders')).toContain('2 reviews, 4.5')
  expect(await read('/towns/crane')).not.toContain('What Crane says')
  const { stdout } = await run('check', '--launch', '--now', '2026-11-22')
  const offered = await readFile(join(site, '.signpost/editor.json'), 'utf8')
  expect(offered).toContain('reviews:count')
  expect(offered).not.toMatch(/":reviews|Fixed at once/)
  expect(stdout).toContain('The review by Cid has no permission to be shown.')
  expect(stdout).toContain('The review by Dan was last checked too long ago.')
  expect(stdout).toContain('2 reviews are left out')
  const usual = await run('check', '--now', '2026-11-22')
  expect(usual.stdout).not.toContain('Cid')
})

it('what counts them is left out while there are none', async () => {
  await writeReviews(rows.slice(2))
  const read = await build('2026-11-22', ...published)
  await writeReviews(rows)
  expect(await read('/riders')).not.toContain('on average')
})

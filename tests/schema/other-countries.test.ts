/** What differs in countries where another language is spoken. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { findOnlyTimeZone } from '../../schema/days/time-zone.ts'
import { joinLocation } from '../../schema/hours/list-businesses.ts'
import { formatPostalAddress } from '../../schema/resolve/site/format-postal-address.ts'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

const check = async (site: string) => (await runInProcess('check', ['--site', site])).stdout

/** Checks or reads the base site after an edit of its settings, with other files. */
async function checkEdited(
  edit: (settings: string) => string,
  files: Record<string, string | Buffer> = {},
  inspect = check,
): Promise<string> {
  const site = await mkdtemp(join(tmpdir(), 'signpost-country-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  const settings = join(site, 'pages.yaml')
  await writeFile(settings, edit(await readFile(settings, 'utf8')))
  await mkdir(join(site, 'data'))
  for (const [path, text] of Object.entries(files)) await writeFile(join(site, path), text)
  const found = await inspect(site)
  await rm(site, { recursive: true })
  return found
}

const townsPage = `
sets:
  /towns/{town}:
    name: towns
    rows: data/towns.csv
    facts:
      miles: { label: 'Miles to {{town}}', unit: miles }
      price: { label: 'Price in {{town}}', unit: USD }
    page:
      kind: location
      title: 'Repairs in {{town}}'
      description: 'Repairs in {{town}}, \${miles} away, for \${price}.'
      city: { name: '{{town}}', latitude: '{{latitude}}', longitude: -102 }
      blocks: [{ type: hero, heading: 'Repairs in {{town}}' }]
pages:
  /list:
    kind: info
    title: All the towns in which we repair bikes
    description: 'There are \${count:towns} towns, and Crane is \${towns.crane.miles} away.'
    label: Towns
    blocks:
      - { type: hero, heading: Towns }
      - { type: city-table, heading: Distances, rows: towns, row: { city: '{{town}}', distance: miles } }
`

it('a table of a set has decimal commas and the sign of its currency', async () => {
  const csv = 'Town;Miles;Price;Latitude\nCrane;0,4;149,99 $;31,397\n'
  const read = async (site: string) => JSON.stringify(await readWholeSite(site))
  const files = { 'pages/towns.yaml': townsPage, 'data/towns.csv': csv }
  const pages = await checkEdited((text) => text, files, read)
  expect(pages).toContain('0.4 miles away, for $149.99.')
  expect(pages).toContain('31.397')
  // Where commas separate thousands, as in a column of Excel.
  const thousands = csv.replace('149,99 $', '"$1,249"')
  expect(
    await checkEdited((text) => text, { ...files, 'data/towns.csv': thousands }, read),
  ).toContain('for $1,249.')
  const euros = { ...files, 'data/towns.csv': csv.replace('$', '€') }
  expect(await checkEdited((text) => text, euros)).toContain('"149,99 €" is not a number.')
})

it('what follows from a cell or table that cannot be read is not reported too', async () => {
  const csv = 'Town;Miles;Price;Latitude\nCrane;forty;149;31.4\nMünchen;1;150;31.5\n'
  for (const bytes of [Buffer.from(csv), Buffer.from(csv.replace('forty', '40'), 'latin1')]) {
    const files = { 'pages/towns.yaml': townsPage, 'data/towns.csv': bytes }
    const problems = (await checkEdited((text) => text, files)).match(
      / (error|warning) [A-Z_0-9]+$/gm,
    )
    expect(problems).toEqual([expect.stringMatching(/ error (INVALID_CELL|NOT_UTF8)/)])
  }
})

it('only an address in a country with states needs one, and only there a page prints it', async () => {
  const without = (settings: string) => settings.replace('region: TX, ', '')
  const french = (settings: string) => settings.replace('country: US', 'country: FR')
  expect(await checkEdited(without)).toContain('region')
  expect(await checkEdited((text) => french(without(text)))).not.toContain('region')
  const printed = (text: string) => text.replace('region: TX', 'region: Occitanie')
  expect(await checkEdited((text) => printed(french(text)))).not.toContain('Occitanie')
})

it('no line of a French page breaks before its punctuation', async () => {
  const page = `
pages:
  /services:
    kind: info
    title: 'Tarifs : le détail de nos prix'
    description: 'Vite !'
    label: 'Tarifs : tout'
    blocks:
      - { type: hero, heading: 'Un « vélo » : vite !' }
      - { type: breadcrumbs }
      - { type: prose, heading: Prix, body: '**Prix** : \${tune-up} ; [où ?](https://example.com/a:b)' }
`
  const read = async (site: string) => JSON.stringify(await readWholeSite(site))
  const files = { 'pages/services.yaml': page }
  const french = (text: string) => text.replace('language: en-US', 'language: fr-FR')
  const pages = await checkEdited(french, files, read)
  expect(pages).toContain('Un «\u00a0vélo\u00a0»\u00a0: vite\u202f!')
  expect(pages).toContain('Tarifs\u00a0: le détail')
  expect(pages).toContain('"Tarifs\u00a0: tout"')
  expect(pages).toContain('"où\u202f?"')
  expect(pages).toContain('"\u00a0: 60')
  expect(pages).toContain('https://example.com/a:b')
  expect(await checkEdited((text) => text, files, read)).toContain('Un « vélo » : vite !')
})

it('an address is written as in its country', () => {
  const german = { locality: 'Freiburg', region: 'BW', postalCode: '79098', country: 'DE' }
  const street = 'Kaiser-Joseph-Straße 12'
  expect(formatPostalAddress({ ...german, street })).toBe(`${street}, 79098 Freiburg`)
  const dutch = { locality: 'Leiden', postalCode: '2311 EZ', country: 'NL' }
  expect(formatPostalAddress(dutch)).toBe('2311\u00a0EZ Leiden')
  const texan = { street: '12 Main Street', locality: 'Odessa', region: 'TX', country: 'US' }
  expect(formatPostalAddress({ ...texan, postalCode: '79761' })).toBe(
    '12 Main Street, Odessa, TX 79761',
  )
})

it('a branch has the clock of the business where the country has one', () => {
  expect(['DE', 'PL', 'US', 'ES'].map(findOnlyTimeZone)).toEqual([
    'Europe/Berlin',
    'Europe/Warsaw',
    undefined,
    undefined,
  ])
  const german = { locality: 'Freiburg', country: 'DE', timeZone: 'Europe/Berlin' }
  expect(joinLocation(german, { locality: 'Lahr' })).toMatchObject({ timeZone: 'Europe/Berlin' })
  expect(joinLocation(german, { locality: 'Basel', country: 'CH' })).toMatchObject({
    timeZone: null,
  })
})

it('a site in another language gets the words to translate, and addresses without umlauts', async () => {
  const site = await mkdtemp(join(tmpdir(), 'signpost-german-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  const settings = join(site, 'pages.yaml')
  const german = (await readFile(settings, 'utf8')).replace('language: en-US', 'language: de')
  const own = '  words: { shell: { menu: Menü } }\n  logo:'
  await writeFile(settings, german.replace('  logo:', own))
  const { stdout } = await runInProcess('new', ['words', '--site', site])
  const { words } = parse(stdout)
  expect(words.shell.skip).toBe('Skip to content')
  expect(words).not.toHaveProperty('opening-hours')
  expect(words.shell).not.toHaveProperty('menu')
  const translated = JSON.stringify({ ...words, shell: { ...words.shell, menu: 'Menü' } })
  await writeFile(settings, german.replace('  logo:', `  words: ${translated}\n  logo:`))
  await writeFile(join(site, 'pages/about.yaml'), 'pages: { /über-uns: {} }')
  const report = (await runInProcess('check', ['--site', site])).stdout
  await rm(site, { recursive: true })
  expect(report).not.toContain('MISSING_WORDS')
  expect(report).toContain('Did you mean "/ueber-uns"?')
})

/** What an assistant may write into a text, and what it invents: text by text, without a server. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findUncitedFigures } from '../../schema/resolve/text/uncited-figures.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import type { JsonValue } from '../../scripts/edit/yaml-operations.ts'
import { listInventions } from '../../scripts/mcp/list-inventions.ts'
import { harmlessTexts, inventedTexts } from './assistant-edits.ts'
import { root } from '../helpers/run-npm-script.ts'

const bakery = join(root, 'tests/sites/bakery')
const file = 'pages/shop.yaml'
const read = (name: string) => readFile(join(bakery, name), 'utf8')
const shop = await read(file)
const others = (await Promise.all(['pages.yaml', 'pages/facts.yaml'].map(read))).map(
  (text) => [text, parse(text) as JsonValue] as const,
)
const heading = 'heading: Two kinds, both good\n'

/** Lists what an edit that writes a text on /bread invents. */
function listInvented(text: string): Promise<string[]> {
  const after = shop.replace(heading, () => `${heading}        lead: ${JSON.stringify(text)}\n`)
  expect(after).not.toBe(shop)
  return listInventions([{ file, before: shop, after }], {
    schema: loadSchema(),
    contacts: ['+44 113 496 0100', 'shop@bakery.example.org'],
    readOthers: async (isWanted) =>
      others.flatMap(([other, value]) => (isWanted(other) ? [value] : [])),
    leftOut: [],
    isReported: false,
  })
}

describe('an assistant invents', () => {
  it.each([
    'A loaf is 3 pounds.',
    'Only ninety-nine pounds.',
    'Fifty per cent off.',
    'Nur fünfundzwanzig Euro.',
    'Solo treinta y cinco dólares.',
    '3 quid.',
    'Half price today.',
    'Rated 4.9 stars.',
    'A loaf is 99p.',
    'Bread costs 4.20.',
    'The price of bread is **4**_.20_.',
    'Bread costs [4](/bread)[.20](/cakes).',
    'A loaf costs XCIX.',
    'It costs a dozen pounds.',
    'Rye, 4.20 each.',
    'Free delivery on Mondays.',
    'Delivery is free of charge.',
    'Two for the price of one.',
    'Brot kostet vier zwanzig.',
    'Kostenlose Lieferung.',
    'El pan cuesta cuatro veinte.',
    'A loaf is three fifty, or a tenner.',
    'Loaf (4·20)',
    'Brot: 4,20',
    'Rs 300 a loaf.',
    'A loaf is three £.',
    'Twenty-five p.',
    'Save ten on every order.',
    'Now 3 instead of 4.',
    '3,- a loaf',
    'Delivery costs nothing.',
    'No fee for delivery.',
    'Half the usual price.',
    'Call oh one one three four nine six oh nine nine nine.',
    'A dozen eggs go into **two** kinds, baked at 220 degrees.',
    'Pay within 30 days.',
    'Nur zwei Schritte, um acht Uhr.',
    'Chapter XII: four loaves, for 20 people.',
    'Registered in 2019.',
    'Count on us 24/7.',
    '★★★★★, or 4.9/5.',
    'Food license TX-12345.',
    'Lic. no. 4711-8',
    'Registered: **１２３４５**',
    'License 12 34 56.',
    'Handelsregister Leeds, HRB 4711',
    'Licencia n.º 47110',
    'Company No 01234567',
    'Pay to account 12345678, sort code 12-34-56',
    ...inventedTexts,
  ])('a figure, a name or an address in %s', async (text) => {
    expect(await listInvented(text)).not.toEqual([])
  })

  it.each([
    'Call 0113 496 0999.',
    'Call ０１１３ 496 0999.',
    'Write to jo@bakers.co.uk.',
    'jo＠bakers.co.uk',
    'jo at bakers dot co dot uk',
    'jo @ bakers.co.uk',
    '0113·496·0999',
  ])('a contact in %s', async (text) => {
    expect((await listInvented(text)).join()).toContain('is a contact that the site does not have')
  })
})

it.each([
  'A loaf is $５.',
  'A loaf is ＄5.',
  'A loaf is £\u200b3.',
  'A loaf is &pound;3.',
  'A loaf is £**3**.',
  '5&#37; off.',
  '٣% off.',
  '**5** percent off.',
  'A loaf is GBP 3.',
  '3 per cent off.',
  'A loaf is [£](/bread)3.',
  'From £**3**.',
  'It is 3 €.',
])('the check reports the figure in %s', (text) => {
  expect(findUncitedFigures(text)).not.toEqual([])
})

it.each(harmlessTexts)('an assistant invents nothing in %s', async (text) => {
  expect(await listInvented(text)).toEqual([])
})

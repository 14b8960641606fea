/** The tariff of a bakery: what its page prints, and what contradicts it. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { readYaml, writeYaml } from '../helpers/site-yaml.ts'

const tariff = `
services:
  - name: cake
    label: A cake
    base: cake
    href: /bread
    units:
      - { name: guests, label: Guests, amount: per-guest, included: 10, most: 200 }
  - { name: loaves, label: Bread only, base: loaf, without: [times] }
travel:
  label: Delivery
  tiers:
    - { towns: [Headingley] }
    - { miles: near, amount: bike }
    - { miles: delivery-radius, each: bike }
times:
  - { name: weekday, label: Monday to Saturday, days: [Monday, Tuesday, Wednesday, Thursday, Friday, Saturday], times: 00:00-24:00 }
  - { name: sunday, label: Sunday, days: [Sunday], times: 00:00-24:00, amount: sunday }
examples:
  - { name: party, label: A cake for 20 on a Sunday, choice: { units: { guests: 20 }, time: sunday }, promised: [feast, party] }
  - { label: A loaf in Roundhay, choice: { service: loaves, town: Roundhay }, promised: [picnic] }
  - { label: A loaf in the next village, choice: { service: loaves, distance: 4 } }
  - { label: A loaf in Shadwell, choice: { service: loaves, town: Shadwell } }
  - { label: A loaf in York, choice: { service: loaves, distance: 40 }, promised: [unsaid] }
range: { fact: span, others: [feast] }
`
const towns = `
- { name: Headingley, latitude: 53.8197, longitude: -1.5828 }
- { name: Roundhay, latitude: 53.833, longitude: -1.503, fee: roundhay }
- { name: Shadwell, latitude: 53.8367, longitude: -1.5019 }
`
const page = `
facts:
  cake: { label: A cake for ten, unit: GBP, value: 30 }
  per-guest: { label: Each further guest, unit: GBP, value: 2.5 }
  bike: { label: Delivery by bike, unit: GBP, value: 3 }
  roundhay: { label: Delivery to Roundhay, unit: GBP, value: 5 }
  near: { label: What is near, unit: km, value: 2 }
  sunday: { label: On a Sunday, unit: percent, value: 20 }
  party: { label: 'A cake for 20, on a Sunday', unit: GBP, value: { min: 50, max: 60 }, source: the flyer }
  feast: { label: A cake for a feast, unit: GBP, value: { min: 60, max: 80 }, source: the website }
  picnic: { label: A loaf at your door, unit: GBP, value: 7, plus: true }
  span: { label: What we charge, unit: GBP, value: { min: 1, max: 9 }, settled: computed }
  unsaid: { label: A loaf in York, unit: GBP, value: 7 }
pages:
  /order:
    kind: info
    title: What a cake costs in Leeds
    service: { name: Cakes, price: from:cake, area: Leeds }
    description: The price of a cake at your door, with everything in it.
    blocks:
      - type: hero
        heading: What a cake costs
        lead: A cake for a party is \${party}, a loaf at your door \${picnic}. In all, from \${from:cake}, in Roundhay \${from:roundhay}, the party \${total:party}. A feast is \${feast}. Prices are \${span}.
        actions: [{ label: The shop, href: / }]
      - type: quote
        heading: What yours costs
        start: { service: loaves, distance: 5 }
`

let site: string
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-tariff-'))
  await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
  const settings = await readYaml(join(site, 'pages.yaml'))
  settings.site.tariff = parse(tariff)
  settings.site.business.areaServed.towns = parse(towns)
  await writeYaml(join(site, 'pages.yaml'), settings)
  await writeFile(join(site, 'pages/order.yaml'), page)
})
afterAll(() => rm(site, { recursive: true }))

async function readPage(): Promise<string> {
  const out = join(site, 'dist')
  const { code, stderr } = await runInProcess('build', ['--site', site, '--out', out])
  expect(code, stderr).toBe(0)
  const html = await readFile(join(out, 'order/index.html'), 'utf8')
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

it('prints the examples with their parts, and the price of what is chosen first', async () => {
  const text = await readPage()
  expect(text).toContain('A cake for 20 on a Sunday A cake £30 Guests: 20 £25 Sunday £11 £66')
  expect(text).toContain('A loaf in Roundhay Bread only £4.20 Delivery: Roundhay £5 £9.20')
  expect(text).toContain('A loaf in the next village Bread only £4.20 Delivery £6 £10.20')
  // It is 5.2 kilometers away, and the area ends at 5.
  expect(text).toContain('A loaf in Shadwell Bread only £4.20 Ask us')
  expect(text).toContain('A loaf in York Bread only £4.20 Ask us')
  expect(text).toContain('Total £13.20 Your price Bread only £4.20 Delivery 3 × £3 £9')
})

it('has a range from the least that a service costs to the greatest price', async () => {
  expect(await readPage()).toContain('Prices are £4.20–£80.')
})

it('is cited in texts and in structured data', async () => {
  expect(await readPage()).toContain('In all, from £30, in Roundhay £35, the party £66.')
  const html = await readFile(join(site, 'dist/order/index.html'), 'utf8')
  expect(html).toContain(
    '"price":30,"priceCurrency":"GBP","priceSpecification":{"@type":"PriceSpecification","minPrice":30',
  )
})

it('tells what a service costs apart from a place with a price of its own', async () => {
  const settings = await readFile(join(site, 'pages.yaml'), 'utf8')
  const changed = await readYaml(join(site, 'pages.yaml'))
  changed.site.tariff.places = parse(
    '[{ name: home, label: Home }, { name: stall, label: Stall, base: stall }]',
  )
  await writeYaml(join(site, 'pages.yaml'), changed)
  const file = join(site, 'pages/order.yaml')
  await writeFile(
    file,
    page.replace('facts:\n', '$&  stall: { label: At the stall, unit: GBP, value: 2 }\n'),
  )
  const text = await readPage()
  expect(text).toContain('In all, from £30, in Roundhay £35')
  expect(text).toContain('Prices are £2–£80.')
  await writeFile(file, page)
  await writeFile(join(site, 'pages.yaml'), settings)
})

it('adds up amounts that are sums themselves', async () => {
  const file = join(site, 'pages/order.yaml')
  const plate = 'plate: { label: A plate, unit: GBP, value: 2.5 }'
  const sum = `value: 9, settled: computed, sumOf: [plate] }\n  ${plate}`
  await writeFile(file, page.replace('value: 2.5 }', sum))
  expect(await readPage()).toContain('In all, from £30, in Roundhay £35, the party £66.')
  await writeFile(file, page)
})

it('reports a total that it does not have', async () => {
  const file = join(site, 'pages/order.yaml')
  await writeFile(file, page.replace('{total:party}', '{total:patry}'))
  const { stdout, code } = await runInProcess('check', ['--site', site])
  expect(code).toBe(1)
  expect(stdout).toContain('There is no fact "total:patry". Did you mean "total:party"?')
  await writeFile(file, page)
})

it('reports a day and a currency that do not exist', async () => {
  const settings = await readFile(join(site, 'pages.yaml'), 'utf8')
  await writeFile(join(site, 'pages.yaml'), settings.replace('- Monday', '- Mondya'))
  const wrong = page.replaceAll('GBP', 'GBPP')
  await writeFile(join(site, 'pages/order.yaml'), wrong)
  const { stdout, code } = await runInProcess('check', ['--site', site])
  expect(code).toBe(1)
  expect(stdout).toContain('Did you mean "Monday"?')
  expect(stdout).toContain('Did you mean "GBP"?')
  await writeFile(join(site, 'pages.yaml'), settings)
  await writeFile(join(site, 'pages/order.yaml'), page)
})

it('asks about totals that a page promises, and about towns, once each', async () => {
  const args = ['--site', site, '--worksheet', '--now', '2026-11-22']
  const { stdout } = await runInProcess('facts', args)
  expect(stdout.slice(stdout.indexOf('#'))).toMatchInlineSnapshot(`
    "## Questions for the owner

    - 3 open questions on 2026-11-22. A line answers each: collect one for each question in a file, with what is in capitals replaced and quotes around a text with a comma or a colon, and run npm run facts -- --answers FILE. What follows “asked” tells whether something has changed meanwhile.

    ## 1. What does it cost? A cake for 20, on a Sunday

    - For “A cake for 20 on a Sunday”, the tariff gives £66, and pages print something else. If the tariff is wrong, change the amounts that it cites. pages/order.yaml:9

    | reading | value | source | evidence | printed on |
    |---|---|---|---|---|
    |  | £50–£60 | the flyer | none | /order (pages/order.yaml:23) |

    \`\`\`yaml
    party: { settled: computed, asked: 4cdcddd4 } # £66
    \`\`\`

    ## 2. What does it cost? A cake for a feast

    - For “A cake for 20 on a Sunday”, the tariff gives £66, and pages print something else. If the tariff is wrong, change the amounts that it cites. pages/order.yaml:10

    | reading | value | source | evidence | printed on |
    |---|---|---|---|---|
    |  | £60–£80 | the website | none | /order (pages/order.yaml:23) |

    \`\`\`yaml
    feast: { settled: computed, asked: 8e87de64 } # £66
    \`\`\`

    ## 3. What does travel cost? Delivery to Roundhay

    - Pages print this fee for Roundhay, and a price by distance that gives £9. The tariff takes the fee. Decide alike for all towns, or a nearer one can cost more than a farther one. pages/order.yaml:6

    | reading | value | source | evidence | printed on |
    |---|---|---|---|---|
    |  | £5 |  | none | /order (pages/order.yaml:25) |

    \`\`\`yaml
    roundhay: { settled: computed, asked: ff769964 } # by distance, £9 now
    roundhay: { settled: value, asked: ff769964 } # £5, whatever the distance
    \`\`\`
    "
  `)
})

it('prints another total once a price has changed', async () => {
  const file = join(site, 'pages/order.yaml')
  await writeFile(file, page.replace('value: 2.5', 'value: 3'))
  const text = await readPage()
  expect(text).toContain('A cake £30 Guests: 20 £30 Sunday £12 £72')
  expect(text).toContain('the party £72.')
})

it('prints the totals that a decision goes into, and leaves the others as they are stated', async () => {
  const bike = '{ label: Delivery by bike, unit: GBP, value: 3 }'
  const decided =
    '{ label: Delivery by bike, unit: GBP, settled: now, readings: { now: { value: 4, source: the card }, once: { value: 3, source: the flyer } } }'
  const file = join(site, 'pages/order.yaml')
  await writeFile(file, page.replace(bike, decided))
  expect(await readPage()).toContain('A cake for a party is £50–£60, a loaf at your door £16.20.')
  await writeFile(file, page)
})

it('prints the total of the tariff for a promise, once the owner has settled it', async () => {
  await writeFile(join(site, 'pages/order.yaml'), page)
  const answers = join(site, '../answers.yaml')
  const settle = async (text: string) => {
    await writeFile(answers, text)
    return runInProcess('facts', ['--site', site, '--answers', answers])
  }
  const unknown = await settle('picnik: { settled: value }\n')
  expect(unknown.code).toBe(1)
  expect(unknown.stdout).toContain('There is no question about "picnik". Did you mean "picnic"?')
  expect((await settle('party: computed')).stderr).toContain('party: { settled: standard }')
  const wrong = await settle('party: { settled: computd }')
  expect(wrong.stderr).toContain('The fact "party" has no reading "computd".')
  expect(await readPage()).toContain('A cake for a party is £50–£60')
  // A line about nothing does not hold up the others.
  const all =
    'picnik: { settled: value }\nparty: { settled: computed }\nroundhay: { settled: computed }\n'
  expect((await settle(all)).stdout).toContain('2 answers added')
  const text = await readPage()
  expect(text).toContain(
    'A cake for a party is £66, a loaf at your door £7+. In all, from £30, in Roundhay £39, the party £66.',
  )
  const worksheet = await runInProcess('facts', ['--site', site, '--worksheet'])
  expect(worksheet.stdout).toContain('There is no open question.')
  await writeFile(join(site, 'pages/order.yaml'), page)
})

/** Special days of the opening hours: what a site shows of them, and when it changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SmallSite } from './small-site.ts'

const pages = `pages:
  /hours:
    kind: info
    business: true
    title: Hours
    description: When the bike shop in Midland is open.
    blocks: [{ type: hero, heading: Hours }, { type: opening-hours }]
`
const specialDays = `[
      { on: public holidays, times: usual },
      { on: 2026-12-28, times: 10:00-12:00, reason: Inventory },
      { on: 12-24, until: 12-26, times: closed, reason: Winter break },
    ]`

let site: SmallSite
beforeAll(async () => {
  site = await SmallSite.create(pages)
  await site.edit('pages.yaml', (text) =>
    text
      .replace('  language:', '  timeZone: America/Chicago\n  language:')
      .replace('business: {', `business: { specialDays: ${specialDays},`),
  )
})
afterAll(() => site.remove())

async function buildAt(now: string, out = 'out') {
  const { code, stdout, stderr } = await site.build(out, '--now', now)
  expect(code, stdout + stderr).toBe(0)
  const html = await site.readOutput(out, 'hours/index.html')
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!
  const { openingHoursSpecification: hours } = JSON.parse(data!)
  return { html, special: (hours as { validFrom?: string }[]).filter((each) => each.validFrom) }
}

const readMoments = async () => {
  const { changes } = JSON.parse(await site.readOutput('out', '.hosts/next-change.json')) as {
    changes: { local: string; changes: string[] }[]
  }
  return changes.map(({ local, changes: lines }) => [local, ...lines])
}

it('hours that are placeholders are not published', async () => {
  const draft = await SmallSite.create(pages)
  await draft.edit('pages.yaml', (text) =>
    text.replace('hours: [{', 'hours: [{ placeholder: true,'),
  )
  const read = async (...options: string[]) => {
    const { code, stdout, stderr } = await draft.build('out', ...options)
    expect(code, stdout + stderr).toBe(0)
    return draft.readOutput('out', 'hours/index.html')
  }
  expect(await read()).toMatch(/OpeningHoursSpecification.*class="opening-days"/s)
  expect(await read('--origin', 'https://bikes-midland.com')).not.toMatch(
    /OpeningHours|class="opening-days"/,
  )
  await draft.remove()
})

it('hours of the week can wait for a day', async () => {
  const winter = await SmallSite.create(pages)
  await winter.edit('pages.yaml', (text) =>
    text
      .replace('  language:', '  timeZone: America/Chicago\n  language:')
      .replace('hours: [{', 'hours: [{ publish: { until: 2026-12-31 },')
      .replace(
        'hours: [',
        'hours: [{ days: [Monday], times: 11:00-15:00, publish: { from: 2027-01-01 } }, ',
      ),
  )
  const read = async (now: string) => {
    const { code, stdout, stderr } = await winter.build('out', '--now', now)
    expect(code, stdout + stderr).toBe(0)
    return winter.readOutput('out', 'hours/index.html')
  }
  expect(await read('2026-12-31')).not.toContain('"opens":"11:00"')
  expect(await read('2027-01-01')).toContain('"opens":"11:00"')
  await winter.remove()
})

describe('special days', () => {
  it('are printed, and in structured data with their days', async () => {
    const { html, special } = await buildAt('2026-12-01')
    expect(html).toContain('Winter break')
    expect(html).toContain('10 AM–12 PM')
    expect(special).toMatchObject([
      { validFrom: '2026-12-24', validThrough: '2026-12-26', opens: '00:00', closes: '00:00' },
      { validFrom: '2026-12-28', validThrough: '2026-12-28', opens: '10:00', closes: '12:00' },
    ])
  })

  it('are moments at which the site changes', async () => {
    await buildAt('2026-12-01')
    expect(await readMoments()).toEqual([
      ['2026-12-24', 'the special time 2026-12-24 to 2026-12-26 begins'],
      ['2026-12-27', 'the special time 2026-12-24 to 2026-12-26 ends'],
      ['2026-12-28', 'the special day 2026-12-28 begins'],
      ['2026-12-29', 'the special day 2026-12-28 ends'],
    ])
  })

  it('are left out when they are over, as in a build from scratch', async () => {
    await buildAt('2026-12-01')
    const { html, special } = await buildAt('2026-12-29')
    expect(html).not.toContain('Inventory')
    expect(special).toMatchObject([{ validFrom: '2027-12-24', validThrough: '2027-12-26' }])
    await buildAt('2026-12-29', 'cold')
    expect(await site.list('out')).toEqual(await site.list('cold'))
  })
})

describe('a page about one of several places', () => {
  let places: SmallSite
  beforeAll(async () => {
    const blocks = `[
      { type: hero, heading: Our shop, actions: [{ label: 'Call \${site.phone}', href: 'tel:' }] },
      { type: contact-details, heading: Where }, { type: opening-hours }]`
    const page = (name: string) => `  /${name}:
    kind: info
    location: ${name}
    title: Our shop, ${name}
    description: The bike shop in Midland, ${name}.
    blocks: ${blocks}
`
    places = await SmallSite.create(`pages:\n${page('oak-street')}${page('elm-street')}`)
    await places.edit('pages.yaml', (text) =>
      text.replace(
        '  notFound:',
        `  timeZone: America/Chicago
  locations:
    oak-street:
      street: 12 Oak Street
      locality: Odessa
      timeZone: America/Denver
      phone: { number: +1 (432) 555-0177 }
      hours: [{ days: [Friday], times: 10:00-20:00 }, { days: [Saturday], opens: '18:00', closes: 24:00 }]
    elm-street: { name: Elm Street Bikes, street: 3 Elm Street, locality: Midland }
  notFound:`,
      ),
    )
  })
  afterAll(() => places.remove())

  const read = async (name: string) => {
    const { code, stdout, stderr } = await places.build('out')
    expect(code, stdout + stderr).toBe(0)
    const html = await places.readOutput('out', `${name}/index.html`)
    const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!
    const [, main] = /<main.*?>(.*)<\/main>/s.exec(html)!
    return { main: main!, thing: JSON.parse(data!) as Record<string, unknown> }
  }

  it('has its phone, its address and its hours', async () => {
    const { main, thing } = await read('oak-street')
    expect(main).toContain('Call (432) 555-0177')
    expect(main).not.toContain('555-0100')
    expect(main).toContain('12 Oak Street, Odessa, TX')
    expect(main).toContain('10 AM–8 PM')
    expect(main).not.toContain('9 AM–5 PM')
    expect(thing).toMatchObject({
      '@id': 'https://bikes.example.com/#oak-street',
      name: 'Corner Bike Shop',
      url: 'https://bikes.example.com/oak-street',
      telephone: '+14325550177',
      address: { streetAddress: '12 Oak Street', addressLocality: 'Odessa', addressRegion: 'TX' },
      openingHoursSpecification: [
        { dayOfWeek: ['Friday'], opens: '10:00', closes: '20:00' },
        { dayOfWeek: ['Saturday'], opens: '18:00', closes: '00:00' },
      ],
      parentOrganization: { '@id': 'https://bikes.example.com/#business' },
    })
    // The position and the postal code of the business are not those of another street.
    expect(thing).not.toHaveProperty('geo')
    expect(thing.address).not.toHaveProperty('postalCode')
  })

  it('is open by its own clock, or does not say', async () => {
    const { main } = await read('oak-street')
    expect(main).toContain('&quot;timeZone&quot;:&quot;America/Denver&quot;')
    await places.edit('pages.yaml', (text) => text.replace('      timeZone: America/Denver\n', ''))
    const { stdout, stderr } = await places.run('check')
    expect(stdout + stderr).toMatch(/PLACE_WITHOUT_TIME_ZONE\n.*Odessa has no time zone/)
    expect((await read('oak-street')).main).not.toContain('data-opening')
    expect((await read('elm-street')).main).toContain('&quot;America/Chicago&quot;')
    await places.edit('pages.yaml', (text) =>
      text.replace('locality: Odessa\n', '$&      timeZone: MST\n'),
    )
    expect((await places.run('check')).stdout).toContain('UNKNOWN_TIME_ZONE')
    await places.edit('pages.yaml', (text) => text.replace('Zone: MST', 'Zone: America/Denver'))
  })

  it('has what the business has where the place says nothing', async () => {
    const { main, thing } = await read('elm-street')
    expect(main).toContain('Call (432) 555-0100')
    expect(main).toContain('9 AM–5 PM')
    expect(main).toContain('Elm Street Bikes, 3 Elm Street, Midland, TX')
    expect(thing).toMatchObject({ name: 'Elm Street Bikes', telephone: '+14325550100' })
  })

  it('may be named in the texts of other pages', async () => {
    await places.write(
      'pages/text.yaml',
      `pages:
  /both:
    kind: info
    title: Our two shops
    description: The two bike shops in Midland and Odessa.
    blocks: [{ type: hero, heading: Both, lead: 'Odessa answers at (432) 555-0177.' }]
`,
    )
    const { stdout, stderr } = await places.run('check')
    expect(stdout + stderr).not.toMatch(/CONTACT|UNPRINTED/)
  })
})

/** The logic of live blocks, without a browser. */
import { describe, expect, it, vi } from 'vitest'
import { describeChoice } from '../../blocks/shared/request/describe-choice.ts'
import { createVisitCalendar } from '../../schema/resolve/page/derivations.ts'
import type { HoursPlan } from '../../schema/hours/plan-hours.ts'
import { calculateQuote, formatAmount } from '../../schema/shared/calculate-quote.ts'
import { toChoice, toFields } from '../../blocks/quote/read-fields.ts'
import {
  createRules,
  listOpenSlots,
  fillRequestTemplate,
  isTimePast,
  parseHourOfDay,
  priceQuote,
  priceService,
  readChoice,
  toMinute,
} from '../../blocks/schedule/compose-request.ts'
import { listAtOnce, listOffered } from '../../blocks/schedule/find-offers.ts'
import { readRequestedChoice } from '../../blocks/shared/request/requested-quote.ts'
import { createSmsLink } from '../../blocks/shared/links/sms-link.ts'
import { listUpcomingDates } from '../../blocks/schedule/fill-in-dates.ts'
import { addMissingParameters } from '../../blocks/shared/links/add-missing-parameters.ts'
import { parseCampaign } from '../../blocks/shared/visit/campaign.ts'
import { findNearestAddress } from '../../blocks/page-finder/find-nearest-address.ts'
import { calculateGreatCircleMiles } from '../../blocks/shared/location/great-circle.ts'
import { getLinkEvent } from '../../blocks/shared/links/link-event.ts'
import { createMailLink } from '../../blocks/shared/links/mail-link.ts'
import {
  classifyPosition,
  parseGeocoderAnswer,
  type ServiceArea,
} from '../../blocks/shared/location/service-area.ts'
import { findTabForKey } from '../../blocks/tabs/find-tab-for-key.ts'
import type { Fact } from '../../schema/page-data.ts'
import type { ScheduleBlock, Tariff, TariffChoice } from '../../schema/types.gen.ts'

const area: ServiceArea = { latitude: 31.9973, longitude: -102.0779, radius: 60, detect: 'arrival' }
const offsetPointNorth = (miles: number) => ({
  latitude: area.latitude + (miles / 3959) * (180 / Math.PI),
  longitude: area.longitude,
})

describe('the distance', () => {
  it('is the great-circle distance with an earth radius of 3959 miles', () => {
    expect(calculateGreatCircleMiles(area, area)).toBe(0)
    expect(
      calculateGreatCircleMiles({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 }),
    ).toBeCloseTo(Math.PI * 3959, 6)
    expect(
      calculateGreatCircleMiles({ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 }),
    ).toBeCloseTo((Math.PI / 90) * 3959, 6)
  })

  it.each([
    [0, 'inside', 0],
    [59.4, 'inside', 59],
    [60, 'inside', 60],
    [60.3, 'outside', 60],
    [60.6, 'outside', 61],
    [61, 'outside', 61],
  ])('%f miles away is %s and reads %i', (miles, status, shown) => {
    expect(classifyPosition(offsetPointNorth(miles), area)).toMatchObject({ status, miles: shown })
  })

  it.each([
    [NaN, 0],
    [91, 0],
    [0, 181],
    [Infinity, 0],
  ])('%f, %f is not a valid position', (latitude, longitude) => {
    expect(classifyPosition({ latitude, longitude }, area)).toBeUndefined()
  })
})

describe('the place names in a geocoder answer', () => {
  it.each([
    [
      { address: { city: 'Midland', town: 'Other', state: 'Texas' } },
      { city: 'Midland', state: 'Texas' },
    ],
    [{ address: { town: ' Odessa ' } }, { city: 'Odessa' }],
    [{ address: { city: '', town: 'Odessa', state: 7 } }, { city: 'Odessa' }],
    [{ address: null }, {}],
    [{ address: 'Texas' }, {}],
    [[], {}],
    [null, {}],
    ['nonsense', {}],
  ])('%j', (answer, names) => {
    expect(parseGeocoderAnswer(answer)).toEqual({ city: undefined, state: undefined, ...names })
  })
})

describe('a quote of a plumber', () => {
  const usd = (value: number): Fact => ({ text: `$${value}`, unit: 'USD', value })
  const miles = (value: number): Fact => ({ text: `${value} miles`, unit: 'miles', value })
  const percent = (value: number): Fact => ({ text: `${value}%`, unit: 'percent', value })
  const tariff: Tariff = {
    services: [
      {
        name: 'repair',
        label: 'Repair',
        base: usd(90),
        of: { label: 'of this, tax', amount: usd(9) },
        units: [
          { name: 'hours', label: 'Hours', amount: usd(60), included: 1, most: 8 },
          { name: 'floors', label: 'Floors' },
        ],
      },
      { name: 'advice', label: 'Advice', base: usd(20), without: ['travel', 'times', 'discounts'] },
    ],
    travel: {
      label: 'Way',
      tiers: [
        { towns: ['Kermit'], amount: usd(55) },
        { miles: miles(10) },
        { miles: { text: '11–20 miles', unit: 'miles', min: 11, max: 20 }, amount: usd(15) },
        { miles: miles(40), each: usd(2) },
      ],
      towns: [
        { name: 'Alpine', distance: 200 },
        { name: 'Odessa', distance: 20 },
        { name: 'Midland', distance: 0, href: '/midland' },
        { name: 'Andrews', distance: 35, fee: usd(18) },
        { name: 'Kermit', distance: 35, fee: usd(18) },
        { name: 'El Paso', distance: 300 },
      ],
    },
    times: [
      { name: 'day', label: 'Day' },
      { name: 'night', label: 'Night', amount: percent(50), href: '/night' },
    ],
    places: [
      { name: 'home', label: 'Home' },
      { name: 'roof', label: 'Roof', base: usd(120) },
    ],
    surcharges: [{ name: 'today', label: 'Today', amount: usd(30), only: { times: ['day'] } }],
    discounts: [{ name: 'member', label: 'Member', amount: percent(10) }],
  }
  const getLines = (choice: TariffChoice) =>
    calculateQuote(tariff, choice).lines.map(({ label, amount, detail }) =>
      [label, detail, amount].filter((part) => part !== undefined).join(' '),
    )

  it('has the fee, the way and the time apart, in this order', () => {
    const choice = {
      town: 'Odessa',
      units: { hours: 3, floors: 7 },
      time: 'night',
      place: 'roof',
      extras: ['today', 'member'],
    }
    expect(getLines(choice)).toEqual([
      'Roof 120',
      'Hours: 3 2 × $60 120',
      'Way: Odessa 15',
      'Night 50% 127.5',
      'Member 10% -38.25',
    ])
    expect(calculateQuote(tariff, choice).total).toBe(344.25)
    expect(calculateQuote(tariff, choice).lines[0]).toMatchObject({
      of: { label: 'of this, tax', amount: 9 },
    })
    expect(getLines({ extras: ['today'] })).toEqual(['Repair 90', 'Today 30'])
  })

  it('is described for a request, without what does not apply', () => {
    const choice = {
      town: 'Odessa',
      units: { hours: 3 },
      time: 'night',
      extras: ['today', 'member'],
    }
    expect(describeChoice(tariff, choice)).toEqual([
      'Repair',
      'Hours: 3',
      'Odessa',
      'Home',
      'Night',
      'Member',
    ])
    expect(describeChoice(tariff, { distance: 12 })[2]).toBe('Way: 12 mi')
    expect(describeChoice(tariff, { service: 'advice', town: 'Kermit', time: 'night' })).toEqual([
      'Advice',
      'Home',
    ])
  })

  it('adds nothing that does not apply to a service', () => {
    const choice = { service: 'advice', town: 'Kermit', time: 'night', extras: ['member'] }
    expect(getLines(choice)).toEqual(['Advice 20'])
  })

  it.each([
    [{}, 90],
    [{ town: 'Kermit' }, 145],
    [{ town: 'Andrews' }, 108],
    [{ distance: 10 }, 90],
    [{ distance: 11 }, 105],
    [{ distance: 35 }, 120],
    [{ distance: 41 }, undefined],
    [{ town: 'El Paso' }, undefined],
    [{ units: { hours: 8 } }, 510],
    [{ units: { hours: 9 } }, undefined],
  ])('for %j is %s', (choice, total) => {
    expect(calculateQuote(tariff, choice).total).toBe(total)
  })

  it.each([
    ['USD', 61, 2.5, 62.53],
    ['USD', 2.05, 50, 3.08],
    ['JPY', 1500, 1.5, 1523],
    ['KWD', 1, 0.25, 1.003],
  ])('a share of money is rounded half up: %s %d and %d %% are %d', (unit, base, share, total) => {
    const fee = { text: '', unit, value: base }
    const shop: Tariff = {
      services: [{ name: 'cut', label: 'Cut', base: fee }],
      surcharges: [{ name: 'card', label: 'Card', amount: percent(share) }],
    }
    expect(calculateQuote(shop, { extras: ['card'] }).total).toBe(total)
  })

  it.each([
    ['USD', 0.655, 7, 4.59],
    ['USD', 0.655, 2, 1.31],
    ['JPY', 31.5, 3, 95],
  ])('a line can be paid: %s %d for each of %d is %d', (unit, value, miles, line) => {
    const way = { text: '', unit, value }
    const shop: Tariff = {
      services: [{ name: 'cut', label: 'Cut', base: { text: '', unit, value: 60 } }],
      travel: {
        label: 'Way',
        tiers: [{ miles: { text: '', unit: 'miles', value: 90 }, each: way }],
      },
    }
    const { lines, total } = calculateQuote(shop, { distance: miles })
    expect([lines[1]!.amount, total]).toEqual([line, 60 + line])
  })

  it('is read from the fields, where a number that is none counts as the usual one', () => {
    const start = toFields(tariff, { town: 'Andrews', units: { hours: 2 } })
    expect(toChoice(start)).toMatchObject({ service: 'repair', town: 'Andrews' })
    expect(toChoice(start).units).toEqual({ hours: 2, floors: 0 })
    expect(toFields(tariff).town).toBe('Midland')
    expect(toChoice({ ...start, 'unit.repair.hours': '1.5', town: '*', distance: '' })).toEqual({
      service: 'repair',
      distance: 0,
      time: 'day',
      place: 'home',
      units: { floors: 0 },
      extras: [],
    })
  })

  it.each([
    [95, 'USD', 'en-US', '$95'],
    [1150.5, 'USD', 'en-US', '$1,150.50'],
    [0.655, 'USD', 'en-US', '$0.655'],
    [-4, 'GBP', 'en-GB', '-£4'],
  ])('%j in %s reads %s %s', (amount, currency, language, text) => {
    expect(formatAmount(amount, currency, language)).toBe(text)
  })
})

describe('a visit', () => {
  const block = {
    days: [
      { label: 'Today', level: 'High' },
      { label: 'Tomorrow', level: 'Low' },
    ],
    slots: [
      {
        label: 'Morning',
        times: [
          { time: '9 AM' },
          { time: '10 AM', unavailable: true },
          { time: '11 AM', taken: 'Taken' },
        ],
      },
    ],
    options: [
      { label: 'Standard', price: { text: '$60', unit: 'USD' } },
      { label: 'Express', price: { text: '$85', unit: 'USD' } },
    ],
  } as ScheduleBlock
  const form = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    return data
  }

  it('is read from the form', () => {
    expect(readChoice(form({ day: 'Tomorrow', time: '9 AM', service: 'Express' }), block)).toEqual({
      day: 1,
      time: '9 AM',
      option: block.options[1],
    })
  })

  it.each(['10 AM', '11 AM', '11 PM', ''])('is never at %j, which is unavailable', (time) => {
    expect(readChoice(form({ time }), block)).toEqual({
      day: 0,
      time: undefined,
      option: block.options[0],
    })
  })

  it('is on calendar days, even across daylight saving changes', () => {
    const days = listUpcomingDates(new Date(2027, 2, 13, 23, 59), 3)
    expect(days.map((day) => [day.getMonth() + 1, day.getDate(), day.getHours()])).toEqual([
      [3, 13, 0],
      [3, 14, 0],
      [3, 15, 0],
    ])
    expect(listUpcomingDates(new Date(2027, 11, 31), 2)[1]!.getFullYear()).toBe(2028)
  })

  it.each([
    ['9 AM', 9],
    ['12 AM', 0],
    ['12 PM', 12],
    ['9:30 pm', 21.5],
    ['14:15', 14.25],
    ['6 p. m.', 18],
    ['noon', undefined],
  ])('%s is hour %s', (time, hour) => {
    expect(parseHourOfDay(time)).toBe(hour)
  })

  it('is over once its hour has passed, but only today', () => {
    const at = (hours: number) => new Date(2027, 2, 12, hours, 30)
    const choice = { day: 0, time: '9 AM', option: block.options[0]! }
    expect(isTimePast(choice, at(8))).toBe(false)
    expect(isTimePast(choice, at(9))).toBe(true)
    expect(isTimePast({ ...choice, day: 1 }, at(9))).toBe(false)
    expect(isTimePast({ ...choice, time: 'noon' }, at(23))).toBe(false)
  })

  it('fills in the placeholders of a text, and keeps other braces', () => {
    const choice = { day: 0, time: '9 AM', option: block.options[1]! }
    expect(
      fillRequestTemplate('{service}, {price}, {day}, {time}, {toString}', choice, {
        day: 'Friday',
        price: '$85',
      }),
    ).toBe('Express, $85, Friday, 9 AM, {toString}')
  })

  it('is sent with all special characters intact', () => {
    expect(createSmsLink('tel:+14325550100', 'At 9 & ten?')).toBe(
      'sms:+14325550100?&body=At%209%20%26%20ten%3F',
    )
    expect(createMailLink('mailto:a@example.com', 'A & B', '$60?')).toBe(
      'mailto:a@example.com?subject=A%20%26%20B&body=%2460%3F',
    )
  })
})

describe('a visit by the tariff', () => {
  const usd = (value: number): Fact => ({ text: `$${value}`, unit: 'USD', value })
  const daily = (ranges: [number, number][], days: number[]) =>
    [0, 1, 2, 3, 4, 5, 6].map((day) => (days.includes(day) ? ranges : []))
  const weekdays = [1, 2, 3, 4, 5]
  const block = {
    days: [{ label: 'Today' }],
    slots: [{ label: 'Any time', times: [{ time: '9 AM' }] }],
    options: [
      { label: 'Standard', price: usd(60), times: ['day'] },
      { label: 'Express', price: usd(85), only: { times: ['day'] }, today: true },
      { label: 'Late', price: usd(95), times: ['night', 'weekend'] },
      { label: 'Urgent', price: usd(125), times: ['now'], today: true },
    ],
    tariff: {
      services: [{ name: 'visit', label: 'Visit', base: usd(60) }],
      travel: {
        label: 'Way',
        tiers: [
          { miles: { text: '20 miles', unit: 'miles', value: 20 } },
          { miles: { text: '60 miles', unit: 'miles', value: 60 }, each: usd(1) },
        ],
      },
      times: [
        { name: 'day', label: 'Day' },
        { name: 'night', label: 'Night', amount: usd(25) },
        { name: 'weekend', label: 'Weekend or holiday', amount: usd(30) },
        { name: 'now', label: 'Now', amount: usd(50) },
      ],
    },
    calendar: {
      week: daily([[480, 1560]], [0, ...weekdays]),
      special: { '2026-12-25': [] },
      holidays: { '2026-11-26': 'Thanksgiving Day', '2026-12-25': 'Christmas Day' },
      bands: [
        { name: 'day', week: daily([[480, 1080]], weekdays), holiday: [] },
        { name: 'night', week: daily([[1080, 1920]], weekdays), holiday: [] },
        { name: 'weekend', week: daily([[0, 1440]], [0, 6]), holiday: [[0, 1440]] },
      ],
    },
    words: { from: 'from {total}', ask: 'Ask', closed: 'Closed' },
  } as unknown as ScheduleBlock

  it.each([
    ['2026-11-25', 0, '9 AM', ['Standard', 'Express']],
    ['2026-11-25', 1, '9 AM', ['Standard']],
    ['2026-11-25', 1, '6 PM', ['Late']],
    ['2026-11-25', 1, '7 AM', []],
    // On a Saturday, only the night of Friday goes on.
    ['2026-11-28', 3, '1 AM', ['Late']],
    ['2026-11-28', 3, '3 AM', []],
    ['2026-11-26', 1, '9 AM', ['Late']],
    ['2026-12-25', 3, '9 AM', []],
    ['2026-11-25', 1, 'by arrangement', ['Standard']],
  ])('on %s, %i days ahead, at %s: %j', (date, index, time, offered) => {
    expect(listOffered(createRules(block), { date, index }, toMinute(time))).toEqual(offered)
  })

  it.each([
    ['2026-11-25', 7, ['Urgent, late']],
    ['2026-11-25', 14, ['Urgent']],
    ['2026-11-25', 22, ['Urgent, late']],
    ['2026-11-26', 14, ['Urgent, late']],
  ])('on %s at %i hours, offers at once %j', (date, hour, offered) => {
    const price = usd(125)
    const rules = createRules({
      ...block,
      options: [
        { label: 'Urgent', price, times: ['now'], only: { times: ['day'] }, today: true },
        {
          ...{ label: 'Urgent, late', price, times: ['now-late'], today: true },
          only: { times: ['night', 'weekend'] },
        },
      ],
    })
    expect(listAtOnce(rules, { date, index: 0 }, hour * 60)).toEqual(offered)
    expect(listAtOnce(rules, { date, index: 1 }, hour * 60)).toEqual([])
    // Nobody comes on a closed day.
    expect(listAtOnce(rules, { date: '2026-12-25', index: 0 }, hour * 60)).toEqual([])
    expect(listOffered(rules, { date, index: 0 }, toMinute('9 AM'))).toEqual([])
  })

  it('offers no time at which the business is closed every day', () => {
    const times = (...labels: string[]) => ({ label: '', times: labels.map((time) => ({ time })) })
    const slots = [times('7 AM', '9 AM'), times('3 AM', '4 AM'), times('1 AM', 'by arrangement')]
    expect(listOpenSlots({ ...block, slots })).toEqual([
      times('9 AM'),
      times('1 AM', 'by arrangement'),
    ])
    expect(listOpenSlots({ slots })).toEqual(slots)
  })

  it('follows the hours of visits, not those of the business', () => {
    const plan = {
      week: daily([[0, 1440]], [0, 1, 2, 3, 4, 5, 6]),
      holidays: ['2026-11-26', '2026-12-25'].map((day) => ({ day, name: { en: '', es: '' } })),
      calendar: { special: { '2026-12-25': [] } },
    } as unknown as HoursPlan
    const hours = [
      { days: ['Monday', 'Thursday', 'Friday'], times: '08:00-23:00' },
      { days: ['Sunday', 'public holidays'], times: '10:00-18:00' },
    ]
    const isOffered = (date: string, time: string) => {
      const calendar = createVisitCalendar(plan, { hours }, 'en')!
      const rules = createRules({ ...block, calendar, options: [{ label: 'A', price: usd(1) }] })
      return listOffered(rules, { date, index: 1 }, toMinute(time)).length > 0
    }
    expect(isOffered('2026-11-23', '8 AM')).toBe(true)
    expect(isOffered('2026-11-23', '10 PM')).toBe(true)
    expect(isOffered('2026-11-24', '10 AM')).toBe(false)
    expect(isOffered('2026-11-29', '8 AM')).toBe(false)
    expect(isOffered('2026-11-29', '6 PM')).toBe(false)
    // A holiday has its own hours, unless the business is closed.
    expect(isOffered('2026-11-26', '8 AM')).toBe(false)
    expect(isOffered('2026-11-26', '10 AM')).toBe(true)
    expect(isOffered('2026-12-25', '10 AM')).toBe(false)
  })

  it('has no hour if it is at once', () => {
    const data = new FormData()
    data.set('time', '9 AM')
    const read = (service: string) => {
      data.set('service', service)
      return readChoice(data, block).time
    }
    expect(['Standard', 'Express', 'Late', 'Urgent'].map(read)).toEqual([
      '9 AM',
      '9 AM',
      '9 AM',
      undefined,
    ])
  })

  it.each([
    ['Standard', '2026-11-25', '9 AM', { town: 'Midland' }, '$60'],
    ['Express', '2026-11-25', '9 AM', { distance: 30 }, '$95'],
    ['Late', '2026-11-25', '6 PM', { distance: 30, time: 'day' }, '$95'],
    ['Late', '2026-11-26', '9 AM', { distance: 30 }, '$100'],
    ['Urgent', '2026-11-25', '9 AM', { distance: 30 }, '$120'],
    ['Standard', '2026-11-25', undefined, { distance: 0 }, 'from $60'],
    ['Standard', '2026-11-25', undefined, { town: 'Midland', time: 'weekend' }, '$60'],
    ['Late', '2026-11-28', undefined, { town: 'Midland', time: 'weekend' }, '$90'],
    ['Late', '2026-11-28', undefined, { town: 'Midland' }, '$90'],
    ['Late', '2026-11-26', undefined, { town: 'Midland', time: 'night' }, '$90'],
    ['Urgent', '2026-11-25', undefined, { town: 'Midland', time: 'night' }, '$110'],
    ['Standard', '2026-11-25', '9 AM', { distance: 61 }, 'Ask'],
  ])('%s on %s at %s for %j has the total %s', (label, date, time, requested, total) => {
    const option = block.options.find((each) => each.label === label)!
    expect(priceQuote(block, requested, { day: 0, time, option }, date, true)?.total).toBe(total)
  })

  it('keeps the hour of a quote that cannot be chosen, until a visitor chooses another', () => {
    const [option] = block.options
    const price = (time: string | undefined, isChosen: boolean) =>
      priceQuote(
        block,
        { time: 'weekend' },
        { day: 0, time, option: option! },
        '2026-11-25',
        isChosen,
      )
    expect(price(undefined, false)).toMatchObject({ total: '$90', isOpen: true })
    expect(price(undefined, true)).toMatchObject({ total: '$60', isOpen: false })
    expect(price('9 AM', true)).toMatchObject({ total: '$60', isOpen: false })
  })

  it.each([
    ['Late', '2026-11-25', '6 PM', '$95'],
    ['Late', '2026-11-26', '6 PM', '$100'],
    ['Standard', '2026-11-26', '6 PM', '$60'],
    ['Express', '2026-11-25', '9 AM', '$85'],
    ['Urgent', '2026-11-25', '9 AM', '$125'],
    ['Standard', '2026-11-26', undefined, '$60'],
    // The night costs more than the evening.
    ['Late', '2026-11-25', undefined, 'from $95'],
  ])('without a quote, %s on %s at %s is %s', (label, date, time, price) => {
    const option = block.options.find((each) => each.label === label)!
    expect(priceService(block, option, date, time)).toBe(price)
  })

  it('takes from an address only what a choice can be', () => {
    const read = (choice: unknown) => {
      vi.stubGlobal('location', { search: `?choice=${encodeURIComponent(JSON.stringify(choice))}` })
      return readRequestedChoice()
    }
    const written = { town: 'Odessa', time: 7, distance: -1, units: { a: 2, b: 'x' }, extras: [1] }
    expect(read(written)).toEqual({ town: 'Odessa', units: { a: 2 }, extras: [] })
    expect(read('Total $1')).toBeUndefined()
    vi.unstubAllGlobals()
  })
})

describe('a campaign', () => {
  it('consists of the campaign parameters only', () => {
    expect(parseCampaign('?utm_source=ads&x=1&gclid=A%26B&UTM_x=2')).toBe(
      'utm_source=ads&gclid=A%26B',
    )
    const clicks = 'gbraid=1&wbraid=2&msclkid=3&fbclid=4'
    expect(parseCampaign(`?${clicks}&clid=5&braid=6`)).toBe(clicks)
    expect(parseCampaign(`?utm_source=${'a'.repeat(2000)}`)).toBe('')
  })

  it.each([
    ['/book', '/book?utm_source=ads'],
    ['/book#now', '/book?utm_source=ads#now'],
    ['/book?a=1#now', '/book?a=1&utm_source=ads#now'],
    ['/book?utm_source=mine', '/book?utm_source=mine'],
    ['/book?note=a%20b', '/book?note=a%20b&utm_source=ads'],
  ])('%s becomes %s', (href, carried) => {
    expect(addMissingParameters(href, 'utm_source=ads')).toBe(carried)
  })
})

it.each([
  ['tel:+14325550100', 'call'],
  ['mailto:a@example.com?subject=x', 'email'],
  ['sms:+1432?&body=x', 'text'],
  ['/book', 'book'],
  ['/book?a=1#now', 'book'],
  ['/bookshop', undefined],
  ['https://example.com/book', undefined],
  ['#book', undefined],
])('a click on %s counts as %s', (href, event) => {
  expect(getLinkEvent(href, ['/book'])).toBe(event)
})

describe('the tab keys', () => {
  const ids = ['a', 'b', 'c']
  it.each([
    ['ArrowRight', 'a', 'ltr', 'b'],
    ['ArrowRight', 'c', 'ltr', 'a'],
    ['ArrowLeft', 'a', 'ltr', 'c'],
    ['ArrowLeft', 'a', 'rtl', 'b'],
    ['Home', 'b', 'ltr', 'a'],
    ['End', 'a', 'ltr', 'c'],
    ['Enter', 'a', 'ltr', undefined],
    ['constructor', 'a', 'ltr', undefined],
  ])('%s from %s, %s, moves to %s', (key, selected, direction, target) => {
    expect(findTabForKey(key, ids, selected, direction)).toBe(target)
  })
})

describe('an address that does not exist', () => {
  const addresses = ['/', '/pricing', '/notary/after-hours', '/ppc/after-hours-notary', '/faq']

  it.each([
    ['/pricng', '/pricing'],
    ['/Pricing.html', '/pricing'],
    ['/prices/', '/pricing'],
    ['/after-hours', '/notary/after-hours'],
    ['/services/after-hours', '/notary/after-hours'],
    ['/fqa', '/faq'],
    ['/wp-login.php', undefined],
    ['/', '/'],
  ])('%s is nearest to %s', (path, nearest) => {
    expect(findNearestAddress(addresses, path)).toBe(nearest)
  })
})

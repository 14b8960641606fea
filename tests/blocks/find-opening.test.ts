/** Whether a business is open: around midnight, on special days, and when clocks change. */
import { afterAll, describe, expect, it, vi } from 'vitest'
import { showOpening } from '../../blocks/opening-hours/show-opening.ts'
import type { OpeningCalendar, TimeRange } from '../../schema/resolved-values.ts'

const at = (hours: number, minutes = 0) => hours * 60 + minutes
const shop: TimeRange[] = [
  [at(8), at(12)],
  [at(13), at(17)],
]
const calendar: OpeningCalendar = {
  timeZone: 'America/Chicago',
  week: [
    [],
    shop,
    shop,
    shop,
    shop,
    [...shop, [at(18), at(26)]], // Friday until 2 AM
    [[at(18), at(25, 30)]], // Saturday until 1:30 AM
  ],
  special: {
    '2026-11-26': [],
    '2026-12-24': [[at(8), at(12)]],
    '2026-12-25': [],
    '2026-12-31': [[at(20), at(27)]], // until 3 AM
  },
  unknown: ['2026-11-11', '2027-01-01'],
  until: '2027-05-01',
}
const words = {
  open: 'Open now',
  closed: 'Closed now',
  opensToday: 'Closed: opens at {time}',
  opensTomorrow: 'Closed: opens tomorrow at {time}',
  opensLater: 'Closed: opens {day} at {time}',
}

afterAll(() => vi.unstubAllGlobals())

/** In words, with plain spaces; undefined if nothing is certain. */
function describeAt(moment: string, of = calendar, language = 'en-US'): string | undefined {
  const badge = {
    dataset: { opening: JSON.stringify({ calendar: of, words }) },
    textContent: '',
    classList: { toggle() {} },
  }
  vi.stubGlobal('document', { documentElement: { lang: language } })
  showOpening({ querySelectorAll: () => [badge] } as unknown as ParentNode, Date.parse(moment))
  return badge.textContent.replace(/[\u202f\u00a0]/g, ' ') || undefined
}

describe('a moment', () => {
  it.each([
    // A day with a break. Wednesday, March 4
    ['2026-03-04T07:59:59-06:00', 'Closed: opens at 8 AM'],
    ['2026-03-04T08:00:00-06:00', 'Open now'],
    ['2026-03-04T11:59:59-06:00', 'Open now'],
    ['2026-03-04T12:00:00-06:00', 'Closed: opens at 1 PM'],
    ['2026-03-04T13:00:00-06:00', 'Open now'],
    ['2026-03-04T16:59:59-06:00', 'Open now'],
    ['2026-03-04T17:00:00-06:00', 'Closed: opens tomorrow at 8 AM'],
    // Around midnight, between two closed nights
    ['2026-03-04T23:59:59-06:00', 'Closed: opens tomorrow at 8 AM'],
    ['2026-03-05T00:00:00-06:00', 'Closed: opens at 8 AM'],
    // Past midnight: Friday until 2 AM, Saturday until 1:30 AM
    ['2026-03-06T17:30:00-06:00', 'Closed: opens at 6 PM'],
    ['2026-03-06T23:59:59-06:00', 'Open now'],
    ['2026-03-07T00:00:00-06:00', 'Open now'],
    ['2026-03-07T01:59:59-06:00', 'Open now'],
    ['2026-03-07T02:00:00-06:00', 'Closed: opens at 6 PM'],
    // Clocks are set forward on Sunday, March 8, at 2 AM
    ['2026-03-08T01:29:59-06:00', 'Open now'],
    ['2026-03-08T01:30:00-06:00', 'Closed: opens tomorrow at 8 AM'],
    ['2026-03-08T01:59:59-06:00', 'Closed: opens tomorrow at 8 AM'],
    ['2026-03-08T03:00:00-05:00', 'Closed: opens tomorrow at 8 AM'],
    ['2026-03-09T07:59:59-05:00', 'Closed: opens at 8 AM'],
    ['2026-03-09T08:00:00-05:00', 'Open now'],
    // Clocks are set back on Sunday, November 1, at 2 AM: 1:30 AM comes twice
    ['2026-10-31T17:59:59-05:00', 'Closed: opens at 6 PM'],
    ['2026-11-01T00:59:59-05:00', 'Open now'],
    ['2026-11-01T01:00:00-05:00', undefined],
    ['2026-11-01T01:45:00-05:00', undefined],
    ['2026-11-01T01:15:00-06:00', undefined],
    ['2026-11-01T02:00:00-06:00', 'Closed: opens tomorrow at 8 AM'],
    ['2026-11-02T08:00:00-06:00', 'Open now'],
    // A holiday that nobody has stated: Wednesday, November 11
    ['2026-11-10T16:59:59-06:00', 'Open now'],
    ['2026-11-10T17:00:00-06:00', 'Closed now'],
    ['2026-11-11T00:00:00-06:00', undefined],
    ['2026-11-11T23:59:59-06:00', undefined],
    ['2026-11-12T00:00:00-06:00', 'Closed: opens at 8 AM'],
    // A closed holiday: Thanksgiving, Thursday
    ['2026-11-25T17:00:00-06:00', 'Closed: opens Friday at 8 AM'],
    ['2026-11-26T10:00:00-06:00', 'Closed: opens tomorrow at 8 AM'],
    // Other hours on Thursday, closed on Friday, which usually is open until Saturday
    ['2026-12-24T11:59:59-06:00', 'Open now'],
    ['2026-12-24T13:00:00-06:00', 'Closed: opens Saturday at 6 PM'],
    ['2026-12-25T20:00:00-06:00', 'Closed: opens tomorrow at 6 PM'],
    ['2026-12-26T01:00:00-06:00', 'Closed: opens at 6 PM'],
    // New Year's Eve until 3 AM on a day whose own hours are unknown
    ['2026-12-31T19:59:59-06:00', 'Closed: opens at 8 PM'],
    ['2026-12-31T23:59:59-06:00', 'Open now'],
    ['2027-01-01T01:00:00-06:00', undefined],
    ['2027-01-02T01:00:00-06:00', undefined],
    ['2027-01-02T02:00:00-06:00', 'Closed: opens at 6 PM'],
    // The end of what is known
    ['2027-04-30T16:59:59-05:00', 'Open now'],
    ['2027-05-01T20:00:00-05:00', undefined],
  ])('%s: %s', (moment, expected) => {
    expect(describeAt(moment)).toBe(expected)
  })
})

describe('other calendars', () => {
  const always: TimeRange[] = [[0, at(24)]]

  it.each([
    '2026-03-08T02:00:00-06:00',
    '2026-11-01T01:30:00-05:00',
    '2026-11-01T01:30:00-06:00',
    '2026-11-01T23:59:59-06:00',
  ])('are open at any hour at %s', (moment) => {
    const week = Array.from({ length: 7 }, () => always)
    expect(describeAt(moment, { ...calendar, week, special: {} })).toBe('Open now')
  })

  it('name a day that is more than a week ahead', () => {
    const days = ['05', '06', '07', '08', '09', '10', '11', '12']
    const special = Object.fromEntries(days.map((day) => [`2027-01-${day}`, []]))
    const away = { ...calendar, special }
    expect(describeAt('2027-01-05T09:00:00-06:00', away)).toBe('Closed: opens January 13 at 8 AM')
    expect(describeAt('2027-01-05T09:00:00-06:00', away, 'es-US')).toMatch(
      /^Closed: opens 13 de enero at 8 a\. ?m\.$/,
    )
  })

  it('use the clock of the business, wherever the visitor is', () => {
    expect(describeAt('2026-03-04T14:00:00Z')).toBe('Open now')
    expect(describeAt('2026-03-04T14:00:00Z', { ...calendar, timeZone: 'Asia/Tokyo' })).toBe(
      'Closed: opens tomorrow at 8 AM',
    )
    expect(
      describeAt('2026-03-04T14:00:00Z', { ...calendar, timeZone: 'Mars/Base' }),
    ).toBeUndefined()
  })
})

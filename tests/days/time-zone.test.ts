/** Times of a day in a time zone, also when the clocks are changed. */
import { describe, expect, it } from 'vitest'
import { createMoment, formatDay, parseMoment } from '../../schema/days/moment.ts'
import {
  reportTimeZone,
  findInstants,
  findStartOfDay,
  isTimeZone,
  parseLocalTime,
} from '../../schema/days/time-zone.ts'
import { parseFile } from '../../schema/source/parse-file.ts'

const iso = (instant: number | undefined) => instant && new Date(instant).toISOString().slice(0, 16)
const find = (text: string, zone: string) =>
  findInstants(parseLocalTime(text)!.local, zone).found.map(iso)
const start = (day: string, zone: string) => iso(findStartOfDay(parseLocalTime(day)!.local, zone))

describe('a time', () => {
  it('is found in its zone, once, twice or not at all', () => {
    expect(find('2027-01-01 00:00', 'America/Chicago')).toEqual(['2027-01-01T06:00'])
    expect(find('2027-07-01T00:00', 'America/Chicago')).toEqual(['2027-07-01T05:00'])
    expect(find('2027-03-14 02:30', 'America/Chicago')).toEqual([])
    expect(find('2027-11-07 01:30', 'America/Chicago')).toEqual([
      '2027-11-07T06:30',
      '2027-11-07T07:30',
    ])
    expect(find('2027-06-01 09:00', 'Asia/Kathmandu')).toEqual(['2027-06-01T03:15'])
  })

  it('at the start of a day may be skipped or doubled', () => {
    expect(start('2027-03-14', 'America/Chicago')).toBe('2027-03-14T06:00')
    expect(start('2027-03-14', 'America/Havana')).toBe('2027-03-14T05:00')
    expect(start('2027-11-07', 'America/Havana')).toBe('2027-11-07T04:00')
  })

  it('must exist', () => {
    for (const text of ['2027-02-29', '2027-01-01 24:00', '2027-1-1', '2027-01-01 9:00', 'soon'])
      expect(parseLocalTime(text), text).toBeUndefined()
  })
})

describe('a moment', () => {
  it('is a day, a time, or a time with its zone', () => {
    const parse = (text: string) => iso(parseMoment(text, 'America/Chicago'))
    expect(parse('2027-01-02')).toBe('2027-01-02T06:00')
    expect(parse('2027-01-02T09:00')).toBe('2027-01-02T15:00')
    expect(parse('2027-01-02T09:00:00.000Z')).toBe('2027-01-02T09:00')
    expect(parse('2027-01-02T09:00+01:00')).toBe('2027-01-02T08:00')
    for (const text of ['2027-02-30', '2027-02-30T09:00Z', '2027-01-02T25:00', 'tomorrow'])
      expect(parse(text), text).toBeUndefined()
  })

  it('has the day of its zone', () => {
    const now = '2027-01-01T05:59:00Z'
    expect(formatDay(createMoment({ now }, { timeZone: 'America/Chicago' }))).toBe('2026-12-31')
    expect(formatDay(createMoment({ now }, { timeZone: 'Europe/London' }))).toBe('2027-01-01')
  })
})

describe('a time zone', () => {
  it.each(['America/New_York', 'US/Central', 'Asia/Calcutta', 'UTC', 'Etc/UTC'])(
    'has the name of a place: %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  )

  it.each([
    ['EST', 'America/New_York'],
    ['CST6CDT', 'America/Chicago'],
    ['CEST', 'Europe/Berlin'],
    ['MSK', 'Europe/Moscow'],
    ['GMT', 'Europe/London'],
    ['GB', 'Europe/London'],
    ['new york', 'America/New_York'],
    ['America/Chicgo', 'America/Chicago'],
    ['+05:00', undefined],
    ['Etc/GMT+5', undefined],
  ])('has no other name: %s', (name, meant) => {
    expect(isTimeZone(name)).toBe(false)
    const location = { source: parseFile('pages.yaml', Buffer.from('timeZone: x\n')), path: [] }
    expect(reportTimeZone(name, location).suggestion).toBe(meant)
  })
})

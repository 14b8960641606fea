/** Parsing hours from text, and drawing them. */
import { describe, expect, it } from 'vitest'
import { splitAtMidnight, daySpansOverlap } from '../../blocks/shared/time/day-span.ts'
import { chooseChart, listPriceSteps, type TimeBand } from '../../blocks/time-bands/choose-chart.ts'
import { formatHourLabels, parseDaySpan } from '../../schema/times/parse-day-span.ts'

describe('hours in a text', () => {
  it.each([
    ['5–9 AM', '05:00', '09:00'],
    ['9 AM–5 PM', '09:00', '17:00'],
    ['5–10 PM', '17:00', '22:00'],
    ['10 PM–5 AM', '22:00', '05:00'],
    ['6 PM–8 AM', '18:00', '08:00'],
    ['11–2 PM', '11:00', '14:00'],
    ['10–2 AM', '22:00', '02:00'],
    ['11 AM–12 PM', '11:00', '12:00'],
    ['9–12 AM', '21:00', '00:00'],
    ['6:30 a.m. to noon', '06:30', '12:00'],
    ['5 am–midnight', '05:00', '00:00'],
    ['08:00–17:30', '08:00', '17:30'],
    ['22:00-24:00', '22:00', '00:00'],
    ['8\u202fAM\u2009–\u20098\u202fPM', '08:00', '20:00'],
    ['after 11 PM', '23:00', undefined],
    ['until 11 PM', undefined, '23:00'],
  ])('%s', (words, from, to) => {
    expect(parseDaySpan(words)).toEqual({ ...(from && { from }), ...(to && { to }) })
  })

  it.each([
    'day and night',
    '24/7',
    '9–5',
    '5',
    '8 AM',
    'Shorter, call first',
    'Monday to Friday 8 AM–6 PM',
    '25:00–26:00',
    '13 PM–2 PM',
    '0 AM–3 AM',
    '8:75 AM–9 AM',
  ])('%s is not parsed', (words) => {
    expect(parseDaySpan(words)).toBeUndefined()
  })

  it('are formatted in the language of the site', () => {
    expect(formatHourLabels('en-GB')).toEqual(['00:00', '06:00', '12:00', '18:00', '00:00'])
    expect(formatHourLabels('en-US').map((mark) => mark.replace('\u202f', ' '))).toEqual([
      '12 AM',
      '6 AM',
      '12 PM',
      '6 PM',
      '12 AM',
    ])
  })
})

describe('a day from midnight to midnight', () => {
  it('splits only spans that cross midnight', () => {
    expect(splitAtMidnight({ from: '06:00', to: '18:00' })).toEqual([{ start: 25, width: 50 }])
    expect(splitAtMidnight({ from: '18:00', to: '06:00' })).toEqual([
      { start: 0, width: 25 },
      { start: 75, width: 25 },
    ])
    expect(splitAtMidnight({ from: '18:00', to: '00:00' })).toEqual([{ start: 75, width: 25 }])
    expect(splitAtMidnight({ from: '18:00' })).toEqual([{ start: 75, width: 25 }])
    expect(splitAtMidnight({ to: '06:00' })).toEqual([{ start: 0, width: 25 }])
    expect(splitAtMidnight({ from: '00:00', to: '00:00' })).toEqual([{ start: 0, width: 100 }])
  })

  it('detects overlapping spans, but not adjacent ones', () => {
    expect(daySpansOverlap({ from: '05:00', to: '09:00' }, { from: '09:00', to: '17:00' })).toBe(
      false,
    )
    expect(daySpansOverlap({ from: '22:00', to: '05:00' }, { from: '04:00', to: '06:00' })).toBe(
      true,
    )
  })
})

describe('the chart of time bands', () => {
  const band = (hours: string, value?: number): TimeBand => ({
    label: hours,
    hours,
    span: parseDaySpan(hours),
    ...(value !== undefined && { price: { text: `$${value}`, unit: 'USD', value } }),
  })

  it('shows steps if all bands have hours and prices and are adjacent', () => {
    const bands = [band('5–7 PM', 60), band('7–11 PM', 75), band('after 11 PM', 120)]
    expect(chooseChart(bands)).toBe('steps')
    expect(
      listPriceSteps(bands)!.map(({ amount, start, end }) => [amount, start / 60, end / 60]),
    ).toEqual([
      [60, 17, 19],
      [75, 19, 23],
      [120, 23, 27],
    ])
  })

  it('continues past midnight', () => {
    expect(
      listPriceSteps([band('10 PM–2 AM', 60), band('2–4 AM', 75)])!.map(({ start, end }) => [
        start / 60,
        end / 60,
      ]),
    ).toEqual([
      [22, 26],
      [26, 28],
    ])
  })

  it.each([
    ['a price is missing', [band('5–7 PM', 60), band('7–9 PM')], 'strip'],
    ['all prices are equal', [band('5–7 PM', 60), band('7–9 PM', 60)], 'strip'],
    ['there is a gap between them', [band('5–7 PM', 60), band('8–9 PM', 75)], 'strip'],
    ['they overlap', [band('5 AM–2 PM'), band('6 AM–noon')], 'bars'],
    ['there is only one', [band('5–7 PM'), band('day and night')], 'bars'],
    ['none has hours', [band('morning'), band('evening')], 'bars'],
  ])('shows no steps if %s', (_, bands, chart) => {
    expect(chooseChart(bands)).toBe(chart)
  })
})

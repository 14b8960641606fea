/** Values of facts and of their readings that depend on the day. */
import { describe, expect, it } from 'vitest'
import { chooseValue } from '../../schema/days/choose-value.ts'
import { createMoment } from '../../schema/days/moment.ts'
import { toLedgerFact } from '../../schema/facts/to-ledger-fact.ts'
import type { SourceFile } from '../../schema/problems/location.ts'

const readings = {
  list: {
    source: 'the price list',
    values: [
      { value: 60, publish: { until: '2026-12-31' } },
      { value: 65, source: 'the new list', publish: { from: '2027-01-01' } },
    ],
  },
  sign: { source: 'the sign', value: 70 },
}
/** Locates a value at its own path. */
const source = {
  file: 'facts.yaml',
  value: {},
  problems: [],
  possibleNames: [],
  locate: (path: unknown[]) => ({ line: 1, column: 1, endColumn: 1, excerpt: path.join('/') }),
} as SourceFile
const location = { source, path: ['facts', 'visit'] }
const choose = (entry: object, now: string, settings: object = {}) =>
  chooseValue(
    'visit',
    { entry: { label: 'A visit', unit: 'USD', ...entry }, location },
    createMoment({ now }, { timeZone: 'America/Chicago', ...settings }),
  )

it('a reading has the value of the day, with its source', () => {
  const get = (now: string) => {
    const { entry, problems } = choose({ readings }, now)
    expect(problems).toEqual([])
    return toLedgerFact('visit', entry, location, problems).readings.get('list')
  }
  expect(get('2026-12-31')).toEqual({ value: 60, source: 'the price list' })
  expect(get('2027-01-01')).toEqual({ value: 65, source: 'the new list' })
})

it('names both values in the list of coming changes, and leaves other readings alone', () => {
  const { entry, parts } = choose({ readings }, '2026-12-31')
  expect(parts.map(({ what }) => what)).toEqual([
    'the value 60 of visit.list',
    'the value 65 of visit.list',
  ])
  expect((entry.readings as typeof readings).sign).toBe(readings.sign)
})

it('a problem is reported where the value is written', () => {
  const { location: chosen } = choose({ readings }, '2027-01-01')
  expect(chosen.source.locate([...chosen.path, 'readings', 'list', 'value'])).toEqual(
    source.locate([...chosen.path, 'readings', 'list', 'values', 1, 'value']),
  )
  const gap = { list: { source: 'x', values: [{ value: 1, publish: { from: '2028-01-01' } }] } }
  expect(choose({ readings: gap }, '2027-01-01').problems).toMatchObject([{ code: 'NO_VALUE' }])
})

describe('a value that depends on a service', () => {
  const values = [
    { value: 'Start', publish: { with: 'booking' } },
    { value: 'Ask', publish: { without: 'booking', until: '2026-12-31' } },
    { value: 'Request', publish: { without: 'booking', from: '2027-01-01' } },
  ]
  const booking = { script: 'https://booking.example.com/widget.js' }
  it.each([
    ['that is set', '2027-01-01', { booking }, 'Start'],
    [
      'that is a placeholder',
      '2027-01-01',
      { booking: { ...booking, placeholder: true } },
      'Request',
    ],
    ['that is missing', '2026-12-31', {}, 'Ask'],
  ])('%s', (_, now, settings, expected) => {
    const { entry, problems } = choose({ values }, now, settings)
    expect(problems).toEqual([])
    expect(entry.value).toBe(expected)
  })

  it('is missing if there is none without the service', () => {
    const { problems } = choose({ values: values.slice(0, 1) }, '2027-01-01')
    expect(problems[0]?.message).toBe(
      'The fact "visit" has no value on 2027-01-01, with the services in the settings.',
    )
  })
})

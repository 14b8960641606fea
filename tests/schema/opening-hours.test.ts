/** Opening hours: holidays, special days, and hours as people write them. */
import type { TimeRange } from '../../schema/resolved-values.ts'
import {
  agreesWith,
  findHoursSentences,
  readStatedHours,
  type StatedHours,
} from '../../schema/times/stated-hours.ts'
import { describe, expect, it } from 'vitest'
import { createMoment } from '../../schema/days/moment.ts'
import { formatOpeningHours } from '../../schema/hours/format-hours.ts'
import { findHoliday } from '../../schema/hours/holidays.ts'
import { parseTimes } from '../../schema/times/parse-times.ts'
import { planHours } from '../../schema/hours/plan-hours.ts'
import {
  findRoundTheClock,
  parseHoursLabel,
  parseWrittenDays,
  parseWrittenTimes,
  parseWrittenWeek,
} from '../../schema/times/written-hours.ts'

const workdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const hours = [
  { days: workdays, times: '08:00-12:00, 13:00-17:00' },
  { days: ['Saturday'], times: '18:00-02:00' },
]
const plan = (specialDays: object[], now = '2026-11-22', more: object = {}) =>
  planHours(
    { hours, specialDays, country: 'US', ...more },
    createMoment({ now }, { timeZone: 'America/Chicago' }),
  )!
const listDays = (...given: Parameters<typeof plan>) =>
  plan(...given).special.map(({ from, last, times }) => [from, last, times.length])

const weekdays = [1, 2, 3, 4, 5]
const everyDay = [1, 2, 3, 4, 5, 6, 0]

describe('hours of a season', () => {
  const summer = { on: '06-14', until: '09-15', days: [...workdays], times: '07:00-19:00' }

  it('are for their days of the week, and leave the others as they are', () => {
    const { special, calendar } = plan([summer], '2027-06-01')
    expect(special).toMatchObject([{ from: '2027-06-14', last: '2027-09-15', weekdays: workdays }])
    expect(calendar?.special['2027-06-18']).toEqual([[420, 1140]])
    expect(calendar?.special).not.toHaveProperty('2027-06-19')
    expect(plan([summer], '2027-06-19').special[0]?.from).toBe('2027-06-14')
  })

  it('are interrupted by a holiday', () => {
    const holiday = { on: '07-05', times: 'closed' }
    expect(listDays([summer, holiday], '2027-06-01')).toEqual([
      ['2027-06-14', '2027-07-02', 1],
      ['2027-07-05', '2027-07-05', 0],
      ['2027-07-06', '2027-09-15', 1],
    ])
  })

  it.each([
    ['en-US', ['9 AM–7:30 PM']],
    ['en-GB', ['09:00–19:30']],
    ['fr-CA', ['9 h–19 h 30']],
    ['fr-FR', ['09:00–19:30']],
    ['pl-PL', ['09:00–19:30']],
  ])('are printed as people write times in %s', (language, times) => {
    const open = plan([{ ...summer, times: '09:00-19:30' }], '2027-06-01')
    expect(formatOpeningHours(open, language, language).special[0]?.times).toEqual(times)
  })

  it('have their reason in the language of the page, or none', () => {
    const summerHours = { reason: 'Summer', translations: { fr: 'Été' } }
    const open = plan([
      { ...summer, ...summerHours },
      { on: 'Thanksgiving Day', times: 'closed' },
    ])
    const read = (language: string) =>
      formatOpeningHours(open, language, 'en-US').special.map(({ reason }) => reason)
    expect(read('en-US')).toEqual(['Thanksgiving Day', 'Summer'])
    expect(read('fr-CA')).toEqual([undefined, 'Été'])
    expect(read('es-US')).toEqual(['Día de Acción de Gracias', undefined])
  })

  it('are printed with their days', () => {
    const format = (days: string[], language: string) =>
      formatOpeningHours(plan([{ ...summer, days }], '2027-06-01'), language, language).special?.[0]
        ?.days
    expect(format(workdays, 'en-US')).toBe('Jun 14 – Sep 15, 2027, Mon–Fri')
    expect(format(['Saturday', 'Monday', 'Friday'], 'de-DE')).toBe(
      '14. Juni – 13. Sept. 2027, Mo, Fr–Sa',
    )
  })
})

describe('holidays', () => {
  it.each([
    ['Martin Luther King Jr. Day', 2027, '2027-01-18'],
    ['presidents’ day', 2027, '2027-02-15'],
    ['Good Friday', 2026, '2026-04-03'],
    ['Easter Sunday', 2027, '2027-03-28'],
    ['Easter', 2038, '2038-04-25'],
    ['Memorial Day', 2026, '2026-05-25'],
    ['Memorial Day', 2027, '2027-05-31'],
    ['Labor Day', 2026, '2026-09-07'],
    ['Columbus Day', 2027, '2027-10-11'],
    ['Día de Acción de Gracias', 2026, '2026-11-26'],
    ['Black Friday', 2027, '2027-11-26'],
  ])('%s in %i is %s', (name, year, day) => {
    expect(findHoliday(name, 'US')?.findDate(year)).toBe(day)
  })

  it('are those of the country', () => {
    expect(findHoliday('Labor Day', 'MX')?.findDate(2027)).toBe('2027-05-01')
    expect(findHoliday('Labor Day', 'DE')).toBeUndefined()
  })
})

describe('special days', () => {
  it('are the next ones: on a date, every year, or on a holiday', () => {
    const days = [
      { on: '2026-11-20', times: 'closed' },
      { on: '11-22', times: '08:00-12:00' },
      { on: 'Thanksgiving', times: 'closed' },
      { on: '12-24', until: '01-02', times: 'closed' },
    ]
    expect(listDays(days)).toEqual([
      ['2026-11-22', '2026-11-22', 1],
      ['2026-11-26', '2026-11-26', 0],
      ['2026-12-24', '2027-01-02', 0],
    ])
    // A range that began last year, and a holiday of the next one
    expect(listDays(days, '2027-01-02')).toEqual([
      ['2026-12-24', '2027-01-02', 0],
      ['2027-11-22', '2027-11-22', 1],
      ['2027-11-25', '2027-11-25', 0],
    ])
  })

  it('end on a day of one year, if it has a year', () => {
    const days = [{ on: 'Thanksgiving', until: '2026-11-28', times: 'closed' }]
    expect(listDays(days)).toEqual([['2026-11-26', '2026-11-28', 0]])
    expect(listDays(days, '2026-11-29')).toEqual([])
  })

  it('have the hours of the entry for fewer days, and of a date before a holiday', () => {
    const days = [
      { on: 'public holidays', times: 'closed' },
      { on: 'Veterans Day', times: 'usual' },
      { on: '2026-12-24', until: '2026-12-27', times: 'closed' },
      { on: '2026-12-26', times: '10:00-12:00' },
      { on: '2027-01-01', times: '12:00-14:00' },
    ]
    const found = listDays(days)
    expect(found.filter(([from]) => String(from) < '2027-01-10')).toEqual([
      ['2026-11-26', '2026-11-26', 0],
      ['2026-12-24', '2026-12-24', 0],
      ['2026-12-25', '2026-12-25', 0],
      ['2026-12-26', '2026-12-26', 1],
      ['2026-12-27', '2026-12-27', 0],
      ['2027-01-01', '2027-01-01', 1],
    ])
    expect(found.map(([from]) => from)).not.toContain('2027-11-11')
  })

  it('are asked for if a public holiday is on a day that is open', () => {
    const names = (...given: Parameters<typeof plan>) =>
      plan(...given).unstated.map(({ name }) => name)
    expect(names([])).toHaveLength(10)
    // July 4, 2027 is a Sunday.
    expect(names([])).not.toContain('Independence Day')
    expect(names([{ on: 'public holidays', times: 'usual' }])).toEqual([])
    expect(names([], '2026-11-22', { country: 'DE' })).toEqual([])
  })

  it('are known until the one after the next', () => {
    const christmas = { on: 'Christmas Day', times: 'closed' }
    expect(plan([christmas], '2026-11-22', { country: 'DE' }).calendar?.until).toBe('2027-12-25')
    const usual = { on: 'public holidays', times: 'usual' }
    expect(plan([usual]).calendar?.until).toBeUndefined()
  })
})

describe('hours', () => {
  it('are printed in the language of the page', () => {
    const winter = { on: '12-24', until: '12-26', times: '08:30-12:00', reason: 'Inventory' }
    const all = plan([{ on: 'Thanksgiving Day', times: 'closed' }, winter])
    const english = formatOpeningHours(all, 'en-US', 'en-US')
    expect(english.week).toEqual([
      { first: 'Monday', last: 'Friday', times: ['8 AM–12 PM', '1 PM–5 PM'] },
      { first: 'Saturday', times: ['6 PM–2 AM'] },
      { first: 'Sunday', times: [] },
    ])
    expect(english.special).toEqual([
      { days: 'Thu, Nov 26, 2026', times: [], reason: 'Thanksgiving Day' },
      {
        days: expect.stringMatching(/^Thu, Dec 24.+Sat, Dec 26, 2026$/),
        times: ['8:30 AM–12 PM'],
        reason: 'Inventory',
      },
    ])
    const spanish = formatOpeningHours(all, 'es-US', 'en-US')
    expect(spanish.week[0]).toMatchObject({ first: 'lunes', last: 'viernes' })
    expect(spanish.special.map(({ reason }) => reason)).toEqual([
      'Día de Acción de Gracias',
      undefined,
    ])
  })

  it('are all day if they end at 24:00 or 23:59', () => {
    expect(parseTimes('00:00-24:00')).toEqual([[0, 1440]])
    expect(parseTimes('00:00-23:59')).toEqual([[0, 1440]])
    expect(parseTimes('18:00 – 02:00')).toEqual([[1080, 1560]])
    expect(parseTimes('closed')).toEqual([])
    expect(parseTimes('8 AM-5 PM')).toBeUndefined()
  })

  it.each([
    ['Mon–Fri', [1, 2, 3, 4, 5]],
    ['Saturday and Sunday', [6, 0]],
    ['Friday to Monday', [5, 6, 0, 1]],
    ['lunes a viernes', [1, 2, 3, 4, 5]],
    ['Weekdays', [1, 2, 3, 4, 5]],
    ['Emergencies', undefined],
    ['Du lundi au vendredi', [1, 2, 3, 4, 5], 'fr-FR'],
    ['Samedi et dimanche', [6, 0], 'fr'],
    ['Mo–Do', [1, 2, 3, 4], 'de'],
    ['poniedziałek–piątek', [1, 2, 3, 4, 5], 'pl'],
    ['Tous les jours', [1, 2, 3, 4, 5, 6, 0], 'fr'],
    ['le week-end', [6, 0], 'fr'],
    ['Täglich', [1, 2, 3, 4, 5, 6, 0], 'de'],
    ['Am Wochenende', [6, 0], 'de'],
    ['tutti i giorni', [1, 2, 3, 4, 5, 6, 0], 'it'],
    ['doordeweeks', [1, 2, 3, 4, 5], 'nl'],
    ['codziennie', [1, 2, 3, 4, 5, 6, 0], 'pl'],
    ['pon.–pt.', [1, 2, 3, 4, 5], 'pl'],
    ['pn-sb', [1, 2, 3, 4, 5, 6], 'pl-PL'],
    ['od poniedziałku do piątku', [1, 2, 3, 4, 5], 'pl'],
    ['w soboty i niedziele', [6, 0], 'pl'],
    ['Dias úteis', [1, 2, 3, 4, 5], 'pt'],
    ['Lundi', undefined],
  ])('are for the days %s', (text, days, language?: string) => {
    expect(parseWrittenDays(text, language)).toEqual(days)
  })

  it('are for several days of a language in one text', () => {
    expect(parseWrittenWeek('Tous les jours 9h-17h; dimanche fermé', 'fr')).toEqual([
      { days: [1, 2, 3, 4, 5, 6, 0], times: [[540, 1020]] },
      { days: [0], times: [] },
    ])
  })

  it.each<[string, StatedHours[], string?]>([
    ['We’re open Mon–Fri 9–5.', [{ days: weekdays, times: [[540, 1020]] }]],
    ["We're open from 9 to 5 on weekdays.", [{ days: weekdays, times: [[540, 1020]] }]],
    ["We're open from 9 AM to noon.", [{ times: [[540, 720]] }]],
    ['Closed on Sundays.', [{ days: [0], times: [] }]],
    ['We are open on Sundays.', [{ days: [0], isOpen: true }]],
    ['Open seven days a week.', [{ days: everyDay, isOpen: true }]],
    ['Open 9–5, 7 days a week', [{ days: everyDay, times: [[540, 1020]] }]],
    ['Abrimos los domingos.', [{ days: [0], isOpen: true }], 'es'],
    ['Hours: Tue–Sat 10–6', [{ days: [2, 3, 4, 5, 6], times: [[600, 1080]] }]],
    ['Business hours are 9–5, Monday–Friday.', [{ days: weekdays, times: [[540, 1020]] }]],
    ['We answer within seven days, open or not.', []],
    ['Open daily until 6 PM.', [{ days: everyDay, closes: 1080 }]],
    ["We're open until 7.", [{ closes: 420, isOf12: true }]],
    ['We close at 7 PM.', [{ closes: 1140 }]],
    ['On Fridays we close at noon.', [{ days: [5], closes: 720 }]],
    ['Our shop opens at 8 AM and closes at 6 PM.', [{ opens: 480, closes: 1080 }]],
    ['The kitchen closes at 9 PM.', []],
    ['Our offer closes at 7 points.', []],
    ["We're open until 7 dogs have come.", []],
    ['Los sábados cerramos a las 13:00.', [{ days: [6], closes: 780 }], 'es'],
    ['Wir schließen um 18 Uhr.', [{ closes: 1080 }], 'de'],
    [
      'We are open Monday to Friday from 8 a.m. to 6 p.m., Saturday 9 AM–1 PM; closed Sunday.',
      [
        { days: weekdays, times: [[480, 1080]] },
        { days: [6], times: [[540, 780]] },
        { days: [0], times: [] },
      ],
    ],
    [
      'Wir haben Mo–Fr von 9 bis 17 Uhr geöffnet.',
      [{ days: weekdays, times: [[540, 1020]] }],
      'de',
    ],
    ['Offen Mo-Fr 8-18 Uhr', [{ days: weekdays, times: [[480, 1080]] }], 'de'],
    ['Montag bis Freitag 8-18 Uhr offen', [{ days: weekdays, times: [[480, 1080]] }], 'de'],
    ['Für Fragen zu 2-4 Themen sind wir offen.', [], 'de'],
    [
      'Siamo aperti dal lunedì al venerdì dalle 9 alle 18.',
      [{ days: weekdays, times: [[540, 1080]] }],
      'it',
    ],
    [
      'Aperto tutti i giorni dalle 9:00 alle 18:00',
      [{ days: everyDay, times: [[540, 1080]] }],
      'it',
    ],
    ['Chiuso sabato e domenica', [{ days: [6, 0], times: [] }], 'it'],
    [
      'Estamos abertos de segunda a sexta, das 9h às 18h.',
      [{ days: weekdays, times: [[540, 1080]] }],
      'pt',
    ],
    ['Fechado aos domingos.', [{ days: [0], times: [] }], 'pt'],
    ['Sonntags geschlossen', [{ days: [0], times: [] }], 'de'],
    ['Täglich bis 18 Uhr geöffnet.', [{ days: everyDay, closes: 1080 }], 'de'],
    [
      'Wij zijn maandag t/m vrijdag geopend van 9 tot 17.30 uur.',
      [{ days: weekdays, times: [[540, 1050]] }],
      'nl',
    ],
    ['Op zondag gesloten.', [{ days: [0], times: [] }], 'nl'],
    [
      'Nous sommes ouverts du lundi au vendredi de 9h à 18h.',
      [{ days: weekdays, times: [[540, 1080]] }],
      'fr',
    ],
    ["Ouvert tous les jours jusqu'à 18h.", [{ days: everyDay, closes: 1080 }], 'fr'],
    [
      'Abrimos de lunes a viernes de 9:00 a 17:00.',
      [{ days: weekdays, times: [[540, 1020]] }],
      'es',
    ],
    ['Cerrado los domingos.', [{ days: [0], times: [] }], 'es'],
    [
      'Abierto de lunes a sábado de 9 a 21 h y domingos.',
      [
        { days: [1, 2, 3, 4, 5, 6], times: [[540, 1260]] },
        { days: [0], isOpen: true },
      ],
      'es',
    ],
    ['Atendemos los lunes de 9 a 14 h.', [{ days: [1], times: [[540, 840]] }], 'es'],
    [
      "We're open Monday to Friday, 09:00-21:00, and on Sunday.",
      [
        { days: weekdays, times: [[540, 1260]] },
        { days: [0], isOpen: true },
      ],
    ],
    [
      "We're open Mon–Fri 9–5, closed on Saturday, and on Sunday.",
      [
        { days: weekdays, times: [[540, 1020]] },
        { days: [6], times: [] },
      ],
    ],
    ["We're open Mon–Fri 9–5, and on Sundays we rest.", [{ days: weekdays, times: [[540, 1020]] }]],
    [
      'Monday to Friday, 09:00-21:00, and on Sunday',
      [
        { days: weekdays, times: [[540, 1260]] },
        { days: [0], isOpen: true },
      ],
    ],
    ['lunes a viernes, 9:00–17:00', [{ days: weekdays, times: [[540, 1020]] }], 'es'],
    // Of a lesson, of somebody else, of a day, or of something else.
    ['Mondays and Thursdays, 4–5 PM', []],
    ['We teach Monday to Friday, 09:00-17:00.', []],
    ['Notes on pages 9–17', []],
    ['The library is open Mon–Fri 8–6.', []],
    ["We're closed on Monday, May 25.", []],
    ["We're closed next Friday.", []],
    ["We're open to 2–4 documents at once.", []],
    ['Book online: we are open 9–5.', []],
    ["We're not closed on Sundays.", []],
  ])('are stated in a sentence: %s', (text, stated, language = 'en') => {
    const found = findHoursSentences(text).flatMap((each) => readStatedHours(each, language))
    expect(found).toEqual(stated)
  })

  it('that are stated may leave out a pause', () => {
    const hours: TimeRange[] = [
      [480, 720],
      [780, 1020],
    ]
    expect(agreesWith({ times: [[480, 1020]] }, hours)).toBe(true)
    expect(agreesWith({ times: [[480, 1080]] }, hours)).toBe(false)
    expect(agreesWith({ closes: 1020 }, hours)).toBe(true)
    expect(agreesWith({ times: [] }, hours)).toBe(false)
    expect(agreesWith({ closes: 1020 }, [])).toBe(false)
    expect(agreesWith({ closes: 300 }, hours)).toBe(false)
    expect(agreesWith({ closes: 300, isOf12: true }, hours)).toBe(true)
    expect(agreesWith({ closes: 360, isOf12: true }, hours)).toBe(false)
    expect(agreesWith({ opens: 480, closes: 1020 }, hours)).toBe(true)
    expect(agreesWith({ opens: 540, closes: 1020 }, hours)).toBe(false)
    expect(agreesWith({ opens: 480 }, hours)).toBe(true)
    expect(agreesWith({ opens: 480 }, [])).toBe(false)
    expect(agreesWith({ isOpen: true }, hours)).toBe(true)
    expect(agreesWith({ isOpen: true }, [])).toBe(false)
  })

  it.each([
    ['Hours on weekdays', [1, 2, 3, 4, 5]],
    ['Saturday hours', [6]],
    ['Business hours, Monday to Friday', [1, 2, 3, 4, 5]],
    ['Horario de sábado', [6]],
    ['After-hours tier', undefined],
    ['Emergency hours', undefined],
  ])('are for the days of the label %s', (label, days) => {
    expect(parseHoursLabel(label)).toEqual(days)
  })

  it.each([
    [
      '8 AM–12 PM, 1–5 PM',
      [
        [480, 720],
        [780, 1020],
      ],
    ],
    ...['8–12, 1–5', '8-12 and 1-5', '8:00-12:00, 1-5'].map((text): [string, number[][]] => [
      text,
      [
        [480, 720],
        [780, 1020],
      ],
    ]),
    ['1–5, 8–12', undefined],
    ['8–12, 1–5, 7–9', undefined],
    ['10 PM–2 AM', [[1320, 1560]]],
    ['8 a. m. a 5 p. m.', [[480, 1020]]],
    ['closed', []],
    ['24 hours', [[0, 1440]]],
    ['9–5', [[540, 1020]]],
    ['12 to 6', [[720, 1080]]],
    ['7–11', undefined],
    ['8-17', [[480, 1020]]],
    ['9h-17h', [[540, 1020]]],
    ['9h30 à 17h', [[570, 1020]]],
    ['0800-1700', [[480, 1020]]],
    ['8–17 Uhr', [[480, 1020]]],
    ['8.00–16.30', [[480, 990]]],
    ['7-15:30', [[420, 930]]],
    ['od 8 do 16', [[480, 960]]],
    ['godz. 8-16', [[480, 960]]],
    ['8 bis 17 Uhr', [[480, 1020]]],
    [
      '8-12 i 13-17',
      [
        [480, 720],
        [780, 1020],
      ],
    ],
    ['całodobowo', [[0, 1440]]],
    ['nieczynne', []],
    ['Fermé', []],
    ['by appointment', undefined],
  ])('are at the times %s', (text, times) => {
    expect(parseWrittenTimes(text)).toEqual(times)
  })

  it.each([
    ["We're here 24/7.", '24/7'],
    ['Open 24 hours a day.', 'Open 24 hours'],
    ['24 hours', '24 hours'],
    ['Estamos abiertos las 24 horas.', 'abiertos las 24 horas'],
    ['Book online 24/7.', undefined],
    ['For emergencies, call 24/7.', undefined],
    ['We call back within 24 hours.', undefined],
    ['Cancel 24 hours before the visit.', undefined],
    ['El 24/7/2026', undefined],
  ])('are always open in "%s": %s', (text, found) => {
    expect(findRoundTheClock(text)).toBe(found)
  })
})

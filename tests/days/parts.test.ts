/** Blocks, entries of lists and values of facts with days. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInProcess } from '../helpers/run-in-process.ts'
import { pageText, SmallSite } from './small-site.ts'

let site: SmallSite

const blocks = `        lead: A tune-up is \${tune-up}.
      - type: notice
        tone: info
        text: Closed on New Year's Day.
        publish: { from: 2026-12-28, until: 2027-01-01 }
      - type: faq
        heading: Questions
        items:
          - question: When do you open?
            answer: At nine.
            publish: { from: 2027-01-01 12:00 }
          - { question: When do you close?, answer: At five. }
`
const pages = `pages:${pageText('/prices', 'Our prices', '', blocks)}${pageText('/about', 'About us')}
sets:
  /events/{name}:
    rows:
      - { name: ride, last: 2027-01-01 }
      - { name: race, last: 2027-01-02 }
    page:
      kind: info
      title: The {{name}}
      description: All about the {{name}}, in one sentence.
      noindex: true
      publish: { until: '{{last}}' }
      blocks:
        - { type: notice, tone: info, text: Too late., publish: { from: 2027-01-01 } }
        - { type: hero, heading: 'The {{name}}' }
`

beforeAll(async () => {
  site = await SmallSite.create(pages)
  await site.edit('pages.yaml', (text) =>
    text
      .replace('  language:', '  timeZone: America/Chicago\n  language:')
      .replace(
        'unit: USD, value: 60 }',
        'unit: USD, values: [{ value: 60, publish: { until: 2026-12-31 } }, { value: 65, publish: { from: 2027-01-01 } }] }',
      )
      .replace(
        'items: [{',
        'items: [{ label: Prices, href: /prices }, { label: About us, href: /about, publish: { until: 2027-01-01 } }, {',
      ),
  )
})
afterAll(() => site.remove())

async function buildAt(now: string, out = 'out') {
  const { code, stderr } = await site.build(out, '--now', now)
  expect(code, stderr).toBe(0)
  return site.list(out)
}
const read = (file: string) => site.readOutput('out', file)

/** Which of the dated parts a build shows. */
async function listShown(now: string) {
  await buildAt(now)
  const html = await read('prices/index.html')
  const parts = {
    'the old price': '$60',
    'the new price': '$65',
    'the notice': 'Closed on New Year',
    'the question': 'When do you open?',
    'the menu entry': 'About us',
  }
  return Object.entries(parts).flatMap(([name, text]) => (html.includes(text) ? [name] : []))
}

describe('what has days', () => {
  it.each([
    ['2026-12-27T23:59', ['the old price', 'the menu entry']],
    ['2026-12-28', ['the old price', 'the notice', 'the menu entry']],
    ['2026-12-31T23:59', ['the old price', 'the notice', 'the menu entry']],
    ['2027-01-01', ['the new price', 'the notice', 'the menu entry']],
    ['2027-01-01T12:00', ['the new price', 'the notice', 'the question', 'the menu entry']],
    ['2027-01-02', ['the new price', 'the question']],
  ])('is shown on its days: %s', async (now, expected) => {
    expect(await listShown(now)).toEqual(expected)
  })

  it('leaves no trace in the output', async () => {
    for (const [path, content] of await buildAt('2027-01-01'))
      if (!path.startsWith('/.hosts/'))
        expect(Buffer.from(content, 'base64').toString(), path).not.toContain('publish"')
  })

  it('may be that of the rows of a set', async () => {
    const list = async (now: string) => {
      const files = await buildAt(now)
      return [...files.keys()].filter((path) => /^\/events\/\w+\/index/.test(path))
    }
    const [ride, race] = ['/events/ride/index.html', '/events/race/index.html']
    expect(await list('2026-12-31')).toEqual([race, ride])
    expect(await read('events/ride/index.html')).not.toContain('Too late')
    await list('2027-01-01')
    expect(await read('events/ride/index.html')).toContain('Too late')
    expect(await list('2027-01-02')).toEqual([race])
    expect(await list('2027-01-03')).toEqual([])
  })

  it('has the same output after any other moment as from scratch', async () => {
    for (const now of ['2026-12-28', '2027-01-02', '2026-12-01', '2027-01-01', '2027-01-01T12:00'])
      expect(await buildAt(now)).toEqual(await buildAt(now, `cold-${now}`))
  })

  it('is brought up to date after an edit of another page, too', async () => {
    await buildAt('2026-12-31T23:00')
    await site.edit('pages/more.yaml', (text) =>
      text.replace('heading: About us', 'heading: All of us'),
    )
    expect(await buildAt('2026-12-31T23:30')).toEqual(
      await buildAt('2026-12-31T23:30', 'cold-edit'),
    )
    await site.edit('pages/more.yaml', (text) =>
      text.replace('heading: All of us', 'heading: About us'),
    )
    expect(await buildAt('2027-01-01')).toEqual(await buildAt('2027-01-01', 'cold-edit'))
  })

  it('is listed as a coming change', async () => {
    await buildAt('2026-12-31')
    const { changes } = JSON.parse(await read('.hosts/next-change.json'))
    expect(
      changes.map(({ local, changes }: { local: string; changes: string[] }) => [
        local,
        ...changes,
      ]),
    ).toEqual([
      [
        '2027-01-01',
        'the block notice of the page /events/race begins',
        'the block notice of the page /events/ride begins',
        'the value 60 of tune-up ends',
        'the value 65 of tune-up begins',
      ],
      ['2027-01-01 12:00', '"When do you open?" in the block faq of the page /prices begins'],
      [
        '2027-01-02',
        '"About us" in navigation ends',
        'the block notice of the page /prices ends',
        'the page /events/ride ends',
      ],
      ['2027-01-03', 'the page /events/race ends'],
    ])
  })

  it('is the same in shards of one moment, and shards of different moments do not merge', async () => {
    const buildShard = (index: number, now: string) =>
      site.build(`shard-${index}`, '--shard', `${index}/2`, '--now', now)
    const merge = () =>
      runInProcess('merge', [
        ...['shard-1', 'shard-2'].map((name) => join(site.folder, name)),
        ...['--site', site.dir, '--out', join(site.folder, 'merged')],
      ])
    await buildShard(1, '2027-01-01')
    await buildShard(2, '2027-01-02')
    expect((await merge()).stderr).toContain('Build all shards with the same ones.')
    await buildShard(2, '2027-01-01')
    expect((await merge()).code).toBe(0)
    expect(await site.list('merged')).toEqual(await buildAt('2027-01-01'))
  })

  it('is compared between two days', async () => {
    const { stdout } = await site.run('changes', '--now', '2026-12-31', '--now', '2027-01-01')
    expect(stdout).toContain('$60')
    expect(stdout).toContain('$65')
    expect(stdout).not.toContain('When do you open?')
    const ended = await site.run('changes', '--now', '2027-01-02', '--now', '2027-01-04')
    expect(ended.stdout).toMatch(/removed \/events\/race: .*\. It is gone: hosts answer 410/)
  })
})

it('what depends on a service changes with the settings alone', async () => {
  const [settings, pages] = [await site.read('pages.yaml'), await site.read('pages/more.yaml')]
  const button = `values: [{ value: Start, publish: { with: booking } }, { value: Ask, publish: { without: booking, until: 2027-12-31 } }]`
  await site.write(
    'pages.yaml',
    settings.replace(
      'facts:',
      `facts:\n  way-in: { label: The button, unit: text, source: ours, ${button} }`,
    ),
  )
  await site.write(
    'pages/more.yaml',
    pages.replace(
      '      - type: faq',
      `      - { type: notice, tone: info, text: 'The calendar: \${way-in}', publish: { with: booking } }
      - { type: notice, tone: info, text: 'The form: \${way-in}', publish: { without: booking } }
      - type: faq`,
    ),
  )
  const withBooking = (more: string) =>
    site.edit('pages.yaml', (text) =>
      text.replace(
        '  language:',
        `  booking: { script: 'https://booking.example.com/w.js'${more} }\n  language:`,
      ),
    )
  const list = async () => {
    await buildAt('2027-01-02')
    return (await read('prices/index.html')).match(/The (calendar|form): \w+/g)
  }
  expect(await list()).toEqual(['The form: Ask'])
  await withBooking(', placeholder: true')
  expect(await list()).toEqual(['The form: Ask'])
  const { stdout } = await site.run('check', '--launch', '--now', '2027-01-02')
  expect(stdout).toContain(
    `Without site.booking, visitors see the value "Ask" of way-in, the block notice of the page /prices.
Once it is set, they see the value "Start" of way-in, the block notice of the page /prices.`,
  )
  await site.edit('pages.yaml', (text) => text.replace(', placeholder: true', ''))
  expect(await list()).toEqual(['The calendar: Start'])
  await site.write('pages.yaml', settings)
  await site.write('pages/more.yaml', pages)
})

it('what depends on a decision changes with the answer alone', async () => {
  const [settings, pages] = [await site.read('pages.yaml'), await site.read('pages/more.yaml')]
  const per = `values: [{ value: a signature, source: ours, publish: { unsettled: wash.new } }, { value: a page, source: ours, publish: { settled: wash.new } }]`
  const withAnswer = (answer: string) =>
    site.write(
      'pages.yaml',
      settings.replace(
        'facts:',
        `facts:
  wash: { label: A wash, unit: USD, ${answer}readings: { new: { value: 12, source: ours }, old: { value: 9, source: ours } } }
  per: { label: What a wash is for, unit: text, ${per} }`,
      ),
    )
  await site.write(
    'pages/more.yaml',
    pages.replace(
      '      - type: faq',
      `      - { type: notice, tone: info, text: 'Open: \${wash.old} \${per}.', publish: { unsettled: wash } }
      - { type: notice, tone: info, text: 'Decided: \${wash.old} \${per}.', publish: { settled: [wash.new, wash.old] } }
      - type: faq`,
    ),
  )
  const list = async (answer: string) => {
    await withAnswer(answer)
    await buildAt('2027-01-02')
    return (await read('prices/index.html')).match(/(Open|Decided): [^.]*\./g)
  }
  expect(await list('')).toEqual(['Open: $9 a signature.'])
  expect((await site.run('facts', '--worksheet')).stdout).toContain(
    'these parts of the site change, too: the value "a signature" of per, the value "a page" of per and the block notice of the page /prices.',
  )
  expect(await list('settled: new, ')).toEqual(['Decided: $12 a page.'])
  expect(await list('settled: old, ')).toEqual(['Decided: $9 a signature.'])
  await site.edit('pages/more.yaml', (text) =>
    text.replace('unsettled: wash }', 'unsettled: wsh }'),
  )
  await site.edit('pages/more.yaml', (text) => text.replace('wash.old]', 'wash.olds]'))
  const { stdout } = await site.run('check', '--now', '2027-01-02')
  expect(stdout).toContain('There is no fact "wsh". Did you mean "wash"?')
  expect(stdout).toContain('The fact "wash" has no reading "olds". Did you mean "old"?')
  await site.write('pages.yaml', settings)
  await site.write('pages/more.yaml', pages)
})

describe('a problem', () => {
  it('is located in the file, although something before it is left out', async () => {
    await site.edit('pages/more.yaml', (text) => text.replace('At five.', '"At ${closing}."'))
    const { stdout } = await site.run('check', '--now', '2026-12-01')
    expect(stdout).toMatch(/more\.yaml:(\d+):\d+ error UNKNOWN_FACT\n.*\n +\1 \| .*closing/)
    await site.edit('pages/more.yaml', (text) => text.replace('"At ${closing}."', 'At five.'))
  })

  it('is reported if too little is left', async () => {
    const all = await site.read('pages/more.yaml')
    await site.write('pages/more.yaml', all.replace(/ +- \{ question: When do you close.*\n/, ''))
    const { stdout } = await site.run('check', '--now', '2027-01-01')
    expect(stdout).toContain('(On 2027-01-01, counting only what is shown then.)')
    expect((await site.run('check', '--now', '2027-01-02')).stdout).not.toContain('without what')
    expect((await site.run('check', '--now', '2027-01-02')).code).toBe(0)
    await site.write('pages/more.yaml', all)
  })
})

describe('a site without days', () => {
  it('mentions no moment, and writes no list of changes', async () => {
    const plain = await SmallSite.create(`pages:${pageText('/about', 'About us')}`)
    const { stdout } = await plain.build('out')
    expect(stdout).not.toContain('as of')
    expect((await plain.list('out')).has('/.hosts/next-change.json')).toBe(false)
    await plain.remove()
  })
})

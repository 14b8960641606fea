/** What `npm run changes` reports: the right words, the right pages, and nothing else. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EditComparison } from '../../scripts/report/changes/compare-edits.ts'
import { formatChanges } from '../../scripts/report/changes/format-text.ts'
import type { ChangeReport } from '../../scripts/report/changes/report-types.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
let site: string
const pages = `pages:
  /repairs:
    kind: service
    title: Bicycle repairs
    description: A tune-up costs \${tune-up}. Call us.
    aliases: [/fix]
    service: { name: Repairs, price: tune-up }
    blocks:
      - { type: hero, heading: 'Repairs from \${tune-up}' }
      - type: prose
        body: |
          A [tune-up](/rental) costs \${tune-up} and is guaranteed for \${guarantee}.

          Bring your bicycle in the morning.
  /rental:
    kind: info
    title: Bicycles to rent
    description: Rent a bicycle for a day.
    blocks:
      - { type: hero, heading: Bicycles to rent }
      - { type: prose, body: 'We also [repair](/repairs) bicycles, from \${tune-up}.' }
`
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: work,
    stdio: 'pipe',
  })
const read = (path: string) => readFileSync(join(site, path), 'utf8')
const write = (path: string, text: string) => writeFileSync(join(site, path), text)

/** Replaces text in a file of the site; it must be there. */
function edit(path: string, from: string, to: string): void {
  const text = read(path)
  expect(text).toContain(from)
  write(path, text.replaceAll(from, to))
}

async function report(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess('changes', [...args, '--site', site])
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

/** The report without the line that names the versions. */
const reportLines = async (...args: string[]) =>
  (await report(...args)).trimEnd().split('\n').slice(1)

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'signpost-changes-'))
  site = join(work, 'shop')
  cpSync(join(root, 'tests/base-site'), site, { recursive: true })
  mkdirSync(join(site, 'pages'), { recursive: true })
  write('pages/shop.yaml', pages)
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'A shop')
})
afterAll(() => rmSync(work, { recursive: true }))
beforeEach(() => void git('checkout', '-q', '--', '.'))

describe('changes', () => {
  it('are empty for an unchanged site', async () => {
    expect(await reportLines()).toEqual(['Nothing has changed for visitors.'])
  })

  it('in unsaved edits are found by comparing them with the files', async () => {
    const saved = read('pages.yaml')
    edit('pages.yaml', 'value: 60', 'value: 62')
    const before = read('pages.yaml')
    const compare = (price: number) => {
      const after = saved.replace('value: 60', `value: ${price}`)
      return [{ file: 'pages.yaml', before, after }]
    }
    const print = async (report: Promise<ChangeReport>) => formatChanges(await report).split('\n')
    const comparison = new EditComparison(site)
    const lines = await print(comparison.compare(compare(65)))
    expect(lines).toContain(
      '  A tune-up (tune-up) $62 → $65: printed on 2 pages, in structured data on 1',
    )
    // What is read of unsaved edits is not mistaken for the saved files.
    expect(await print(comparison.compare(compare(65)))).toEqual(lines)
    // An edit that is tried is compared with the unsaved ones.
    expect(await print(comparison.compareTried(compare(65), compare(70)))).toContain(
      '  A tune-up (tune-up) $65 → $70: printed on 2 pages, in structured data on 1',
    )
    expect(await print(comparison.compare([]))).toContain('Nothing has changed for visitors.')
    // A saved file is read again.
    edit('pages.yaml', 'value: 62', 'value: 63')
    comparison.forget()
    expect((await print(comparison.compare(compare(65)))).join('\n')).toContain('$63 → $65')
  })

  it('of the web address to a real one say that placeholders are left out', async () => {
    edit('pages.yaml', 'tune-up: { ', 'tune-up: { placeholder: true, ')
    git('commit', '-qam', 'Mark the price')
    const note = 'Note: With a real web address, what is marked as a placeholder is left out'
    edit('pages.yaml', 'bikes.example.com', 'cornerbikes.com')
    expect(await report()).toContain(note)
    edit('pages.yaml', 'cornerbikes.com', 'otherbikes.com')
    git('commit', '-qam', 'Publish')
    edit('pages.yaml', 'otherbikes.com', 'cornerbikes.com')
    expect(await report()).not.toContain(note)
    git('reset', '-q', '--hard', 'HEAD~2')
  })

  it('of a price are reported once, with the pages that print it', async () => {
    edit('pages.yaml', 'value: 60', 'value: 65')
    expect(await reportLines()).toEqual([
      '2 pages changed; 1 fact changed.',
      '',
      'Facts',
      '  A tune-up (tune-up) $60 → $65: printed on 2 pages, in structured data on 1',
      '      /repairs and /rental',
    ])
  })

  it('of a table of prices name its new row, and the price of its new cell', async () => {
    const copy = join(work, 'copy')
    mkdirSync(join(site, 'data'))
    write('data/prices.csv', 'Repair,City bike\nBrakes,40\n')
    write(
      'pages/prices.yaml',
      `facts:
  repairs: { label: A repair, unit: USD, table: data/prices.csv }
pages:
  /prices:
    kind: info
    title: Prices
    description: What repairs cost.
    blocks: [{ type: hero, heading: Prices }, { type: fee-table, heading: Repairs, rows: repairs }]
`,
    )
    cpSync(site, copy, { recursive: true })
    write('data/prices.csv', 'Repair,City bike\nBrakes,40\nChain,25\n')
    const said = await report(copy)
    rmSync(copy, { recursive: true })
    for (const file of ['data/prices.csv', 'pages/prices.yaml']) rmSync(join(site, file))
    expect(said).toContain('Brakes → Brakes, Chain')
    expect(said).toContain('$25')
    expect(said).not.toContain('[object')
  })

  it('of a text beside a changed price are shown with both', async () => {
    edit('pages.yaml', 'value: 60', 'value: 65')
    edit('pages/shop.yaml', 'We also', 'We gladly')
    expect((await reportLines()).slice(-3)).toEqual([
      'Text',
      '  changed: We [-also-]{+gladly+} repair bicycles, from [-$60-]{+$65+}.',
      '      /rental',
    ])
  })

  it('of the hours of visits say what differs on holidays, and on each day', async () => {
    const tariff = (day: string, holiday: string) =>
      `  tariff:
    services: [{ name: repair, label: A repair, base: tune-up }]
    hours: [{ times: '${day}' }, { days: [public holidays], times: '${holiday}' }]
navigation:
`
    const saved = read('pages.yaml')
    edit('pages.yaml', 'navigation:\n', tariff('08:00-18:00', '10:00-12:00'))
    const change = {
      file: 'pages.yaml',
      before: read('pages.yaml'),
      after: saved.replace('navigation:\n', tariff('08:00-17:00', '10:00-11:00')),
    }
    const lines = formatChanges(await new EditComparison(site).compare([change])).split('\n')
    expect(lines.filter((line) => line.includes('site.tariff.hours'))).toEqual([
      '  changed site.tariff.hours.times: [-08:00-18:00-]{+08:00-17:00+}',
      '  changed site.tariff.hours.times: [-10:00-12:00-]{+10:00-11:00+}',
    ])
  })

  it('of hours and of texts with facts are shown as visitors read them', async () => {
    edit('pages.yaml', 'days: [Monday]', 'days: [Monday, Tuesday, Friday]')
    edit('pages.yaml', "closes: '17:00'", "closes: '16:30'")
    edit('pages.yaml', 'priceRange: $$', 'priceRange: "from ${tune-up}"')
    expect((await reportLines()).slice(2)).toEqual([
      'Structured data, for search engines',
      '  changed BikeStore.priceRange: [-$$-]{+from $60+}',
      '      /',
      '',
      'Other differences',
      '  changed site.business.hours: Monday {+and Tuesday +}9 [-AM–5-]{+AM–4:30+} PM; [-Tuesday to-]{+Wednesday and Thursday Closed; Friday 9 AM–4:30 PM; Saturday and+} Sunday Closed',
    ])
  })

  it('of a settled fact name what pages print instead', async () => {
    edit('pages.yaml', 'unit: months', 'unit: months\n    settled: flyer')
    expect(await reportLines()).toContain(
      '  How long a repair is guaranteed (guarantee) settled: flyer; 6 months → 12 months: printed on 1 page',
    )
  })

  it('of texts, links, order and addresses are each said in one line, and nothing else is', async () => {
    for (const [from, to] of [
      ['Bicycles to rent\n    desc', 'Bicycles for rent\n    desc'],
      ['heading: Bicycles to rent', 'heading: Rent a bicycle'],
      ['](/rental)', '](/)'],
      ['kind: info', 'kind: info\n    noindex: true'],
      ['    aliases: [/fix]\n', ''],
      ['in the morning', 'at noon'],
    ] as const)
      edit('pages/shop.yaml', from, to)
    expect(await reportLines()).toEqual([
      '2 pages changed; 1 redirect changed.',
      '',
      'Redirects',
      '  /fix no longer redirects to /repairs: its visitors get an error 404',
      '',
      'Search engines',
      '  search engines no longer list it: noindex',
      '      /rental',
      '',
      'Titles',
      '  changed: Bicycles [-to-]{+for+} rent',
      '      /rental',
      '',
      'Headings',
      '  changed: [-Bicycles to rent-]{+Rent a bicycle+}',
      '      /rental',
      '',
      'Text',
      '  changed: Bring your bicycle [-in the morning-]{+at noon+}.',
      '      /repairs',
      '',
      'Links',
      '  the link “tune-up” leads to / instead of /rental',
      '      /repairs',
    ])
  })

  const [hero, prose] = pages.split('\n').slice(-3)
  it.each([
    ['blocks', `${hero}\n${prose}`, `${prose}\n${hero}`],
    [
      'properties',
      '{ type: hero, heading: Bicycles to rent }',
      '{ heading: Bicycles to rent, type: hero }',
    ],
  ])('of the order of %s are said in one line, and nothing else is', async (what, from, to) => {
    edit('pages/shop.yaml', from, to)
    expect((await reportLines()).slice(2)).toEqual([
      'Order',
      `  ${what} in another order`,
      '      /rental',
    ])
  })

  it('of an address follow the page, its links and its structured data', async () => {
    edit('pages/shop.yaml', '/rental', '/rent-a-bicycle')
    edit('pages/shop.yaml', '    kind: info', '    kind: info\n    aliases: [/rental]')
    expect(await reportLines()).toEqual([
      '1 page moved.',
      '',
      'Pages',
      '  moved /rental to /rent-a-bicycle, with a redirect; 1 page now links to the new address',
    ])
  })

  it('of an address follow a redirect with a wildcard', async () => {
    edit('pages/shop.yaml', '/rental', '/hire/bicycles')
    git('commit', '-qam', 'Move')
    edit('pages/shop.yaml', '/hire/bicycles', '/rent-a-bicycle')
    edit('pages/shop.yaml', '    kind: info', '    kind: info\n    aliases: [/hire/*]')
    const lines = await reportLines()
    git('reset', '-q', '--hard', 'HEAD~1')
    expect(lines).toContainEqual(
      expect.stringMatching(/moved \/hire\/bicycles to \/rent-a-bicycle, with a redirect/),
    )
    expect(lines.join('\n')).not.toContain('404')
  })

  it('of an address without a redirect say what to add', async () => {
    edit('pages/shop.yaml', '/rental', '/rent-a-bicycle')
    expect((await reportLines())[3]).toContain(
      'WITHOUT a redirect, so visitors of /rental get an error 404. Add to the page: aliases: [/rental]',
    )
  })

  it('of the phone number are a setting, with all its links', async () => {
    edit('pages.yaml', '555-0100', '555-0199')
    const lines = await reportLines()
    expect(lines.slice(2, 4)).toEqual([
      'Facts',
      expect.stringMatching(/^ {2}Phone \(site.phone\) \(432\) 555-0100 → \(432\) 555-0199: /),
    ])
    expect(lines).toHaveLength(5)
  })

  it('of coming days are named, although nobody sees them today', async () => {
    edit('pages.yaml', 'site:\n', 'site:\n  timeZone: America/Chicago\n')
    const days = 'publish: { from: 2098-12-24, until: 2098-12-26 }'
    edit(
      'pages/shop.yaml',
      '    blocks:\n',
      `    blocks:\n      - { type: notice, tone: info, text: Closed, ${days} }\n`,
    )
    const lines = await reportLines()
    expect(lines[0]).toBe('1 setting changed; 4 changes on a coming day.')
    expect(lines).toContain('  2098-12-24: the block notice of the page /rental begins')
    expect(lines).toContain('  2098-12-27: the block notice of the page /rental ends')
  })

  it('of a service say what visitors send, and to whom', async () => {
    edit('pages.yaml', 'site:\n', "site:\n  form: { endpoint: 'https://forms.example/a' }\n")
    git('commit', '-qam', 'A service')
    edit('pages.yaml', 'forms.example/a', 'forms.example/b')
    const lines = await reportLines()
    git('reset', '-q', '--hard', 'HEAD~1')
    expect(lines).toEqual([
      '1 setting changed.',
      '',
      'What visitors send, and to whom',
      '  what forms send goes to https://forms.example/b instead of https://forms.example/a',
    ])
  })

  it('of settings, options of blocks and files are listed, too', async () => {
    edit('pages.yaml', 'site:\n', 'site:\n  contentPolicy: false\n')
    edit('pages/shop.yaml', "hero, heading: 'Repairs", "hero, layout: plain, heading: 'Repairs")
    mkdirSync(join(site, 'public'), { recursive: true })
    write('public/prices.txt', 'one')
    const lines = await reportLines()
    rmSync(join(site, 'public'), { recursive: true })
    expect(lines).toEqual([
      '1 page changed; 1 setting changed; 1 file changed.',
      '',
      'What visitors send, and to whom',
      '  added site.contentPolicy: {+false+}',
      '',
      'Other differences',
      '  added public/prices.txt: {+3 bytes+}',
      '  added layout of the block hero: {+plain+}',
      '      /repairs',
    ])
  })

  it('are claims without evidence, as of a day', async () => {
    edit(
      'pages.yaml',
      'unit: USD, value: 60',
      'unit: USD, value: 60, claim: true, evidence: { source: a survey, checked: 2026-01-01, until: 2026-06-30 }',
    )
    expect((await report('--now', '2026-06-30')).includes('expired')).toBe(false)
    expect(await report('--now', '2026-07-01')).toContain(
      '  A tune-up (tune-up), $60: the evidence expired on 2026-06-30\n      /repairs and /rental',
    )
  })
})

describe('a comment for a pull request', () => {
  it('is short at the top, folds the rest, and escapes what GitHub would format', async () => {
    edit('pages/shop.yaml', 'in the morning', 'at 5_pm @example & later')
    const text = await report('--format', 'markdown')
    expect(text.split('\n')[0]).toBe('<!-- signpost changes -->')
    expect(text).toContain('**1 page changed.**')
    expect(text).toContain('<details><summary>Text (1)</summary>')
    expect(text).toContain(
      '<del>in the morning</del><ins>at 5\\_pm @&#8203;example &amp; later</ins>',
    )
  })

  it('has at most 60,000 characters, and says what was left out', async () => {
    const texts = Array.from({ length: 900 }, (_, index) => {
      const words = Array.from(
        { length: 3 },
        (_, word) => `word-${index}-${word}-${'x'.repeat(20)}`,
      )
      return `      - { type: prose, body: '${words.join(' ')}' }\n      - { type: prose, heading: 'About the bicycle ${index}${'x'.repeat(60)}', body: '${index}' }`
    })
    write('pages/shop.yaml', `${pages}${texts.join('\n')}\n`)
    const text = await report('--format', 'markdown')
    expect(text.length).toBeLessThanOrEqual(60_000)
    expect(text).toMatch(/Left out, as a comment has limits: \d+ of 900 under “Headings”/)
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length)
  })
})

describe('a version to compare with', () => {
  const fail = async (...args: string[]) => {
    const { code, stdout, stderr } = await runInProcess('changes', [...args, '--site', site])
    expect([code, stdout]).toEqual([1, ''])
    return stderr
  }

  it('may be another copy of the site, but not an output', async () => {
    const copy = join(work, 'copy')
    cpSync(site, copy, { recursive: true })
    edit('pages.yaml', 'value: 60', 'value: 65')
    expect(await report(copy)).toContain('A tune-up (tune-up) $60 → $65')
    rmSync(join(copy, 'pages.yaml'))
    expect(await fail(copy)).toContain('The output of a build cannot be compared.')
    rmSync(copy, { recursive: true })
  })

  it('that is unknown is reported with the nearest name', async () => {
    expect(await fail('mian')).toContain('Did you mean main?')
  })

  it('may be missing from a shallow clone', async () => {
    const clone = join(work, 'clone')
    git('clone', '-q', '--depth', '1', `file://${work}`, clone)
    const { stderr } = await runInProcess('changes', ['v1', '--site', join(clone, 'shop')])
    expect(stderr).toContain('fetch-depth: 0')
    rmSync(clone, { recursive: true, force: true })
  })

  it('may be from before the site', async () => {
    git('checkout', '-q', '--orphan', 'empty')
    git('reset', '-q')
    git('commit', '-q', '--allow-empty', '-m', 'Nothing')
    git('checkout', '-qf', 'main')
    expect(await fail('empty')).toContain('empty has no shop/pages.yaml')
  })

  it('may be compared with another one, whatever is in the folder', async () => {
    edit('pages/shop.yaml', 'heading: Bicycles to rent', 'heading: Rent a bicycle')
    git('commit', '-qam', 'Reword')
    edit('pages/shop.yaml', 'heading: Rent a bicycle', 'heading: Not committed')
    const stdout = await report('HEAD~1..HEAD')
    git('reset', '-q', '--hard', 'HEAD^')
    expect(stdout).toContain('[-Bicycles to rent-]{+Rent a bicycle+}')
    expect(stdout).not.toContain('Not committed')
  })

  it('may not match the current schema, which is reported', async () => {
    edit('pages/shop.yaml', 'heading: Bicycles to rent', 'headline: Bicycles to rent')
    git('commit', '-qam', 'Broken')
    git('checkout', '-q', 'HEAD^', '--', '.')
    const stderr = await fail('HEAD')
    git('reset', '-q', '--hard', 'HEAD^')
    expect(stderr).toContain('cannot be read: the current version of Signpost finds')
    expect(stderr).toContain('pages/shop.yaml:')
  })

  it('must be a folder where there is no Git repository', async () => {
    const alone = mkdtempSync(join(tmpdir(), 'signpost-no-git-'))
    cpSync(join(root, 'tests/base-site'), alone, { recursive: true })
    const { code, stderr } = await runInProcess('changes', ['main', '--site', alone])
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not in a Git repository')])
    rmSync(alone, { recursive: true })
  })
})

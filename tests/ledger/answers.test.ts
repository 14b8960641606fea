/** What a worksheet offers can be answered, alone and together, and is answered then. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { hasErrors } from '../../schema/problems/problem.ts'
import { SiteEdits } from '../../scripts/edit/site-edits.ts'
import { readChanged } from '../../scripts/edit/text-edits.ts'
import { Session } from '../../scripts/prerender/read/session.ts'
import { run } from '../../scripts/prerender/run/run.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { readYaml, writeYaml } from '../helpers/site-yaml.ts'

type Answer = Record<string, unknown>
/** The answers that a worksheet offers to each question, each under its subject. */
type Offered = [subject: string, answer: Answer][][]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signpost-answers-'))
})
afterAll(() => rm(folder, { recursive: true }))

const runCommand = (site: string, command: string, ...args: string[]) =>
  runInProcess(command, ['--site', site, '--now', '2026-11-28', ...args])

async function readWorksheet(site: string): Promise<Offered> {
  const { stdout } = await runCommand(site, 'facts', '--worksheet')
  return [...stdout.matchAll(/```yaml\n(.*?)\n```/gs)].map(([, lines]) =>
    lines!.split('\n').map((line) => Object.entries(parse(line) as Record<string, Answer>)[0]!),
  )
}

const real: Record<string, string> = {
  number: '+1 (432) 555-0199',
  address: 'office@midland-notary.com',
  script: 'https://calendar.com/widget.js',
  origin: 'https://midland-notary.com',
  name: 'Jo Baker',
  title: 'Ward 3',
}

/** Does with an answer what an owner does: replaces the words in capitals, and what is a sample. */
function fillIn(answer: Answer, isEntry: boolean): Answer {
  const entries = Object.entries(answer).map(([key, value]): [string, unknown] => {
    if (typeof value === 'object' && value) return [key, fillIn(value as Answer, false)]
    if (isEntry && key in real) return [key, real[key]]
    return [key, /^[A-Z' ]{9,}$/.test(String(value)) ? 'the public register' : value]
  })
  return Object.fromEntries(entries)
}

/** Joins the answers about one subject, such as which reading is right and what the price includes. */
function collect(chosen: Offered[number]): Record<string, Answer> {
  const answers: Record<string, Answer> = {}
  for (const [subject, answer] of chosen)
    answers[subject] = { ...answers[subject], ...fillIn(answer, subject.includes('#')) }
  return answers
}

/** @returns what the site says to the answers; empty if it takes them */
async function give(site: string, answers: Record<string, Answer>): Promise<string> {
  const file = join(folder, 'answers.yaml')
  await writeFile(file, stringify(answers))
  const { code, stdout, stderr } = await runCommand(site, 'facts', '--answers', file)
  return code === 0 ? '' : `${JSON.stringify(answers)}\n${stdout}${stderr}`
}

/** The same numbers on each run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Deals all answers in random order into sets of about a size, each with one answer to a question. */
function deal(offered: Offered, size: number, random: (below: number) => number): Offered {
  const count = Math.ceil(offered.flat().length / size)
  const sets: Offered = Array.from({ length: count }, () => [])
  for (const answers of offered) {
    const start = random(count)
    for (const [index, answer] of answers.entries()) sets[(start + index) % count]!.push(answer)
  }
  return sets
}

/** A question of each kind. Its first service is hidden once a range is settled. */
const order = `
facts:
  cake:
    label: A cake
    unit: GBP
    readings:
      card: { value: 30, source: the card }
      flyer: { value: 35, source: the flyer }
      site: { value: { min: 30, max: 40 }, source: the old website }
  pie:
    label: A pie
    unit: GBP
    readings:
      card: { value: 8, source: the card }
      flyer: { value: { min: 8, max: 9 }, source: the flyer }
  party: { label: A cake for a party, unit: GBP, value: 50 }
  awards: { label: Awards, unit: count, value: 3, claim: true }
  limit: { label: The most for a slice, unit: GBP, value: 4 }
  slice: { label: A slice, unit: GBP, value: 5, cap: limit }
  opens: { label: When we open, unit: text, value: at five, translations: { fr: à cinq heures } }
  baker: { label: The baker, unit: text, value: to be added, source: the old site, placeholder: true }
pages:
  /order:
    kind: info
    title: What a cake costs in Leeds
    description: The price of a cake at your door, with everything in it.
    action: { label: Ask us, href: /, choice: { service: cake } }
    blocks:
      - type: hero
        heading: What a cake costs
        lead: \${cake}, a party \${party}, a pie \${pie}, a slice \${slice}. By \${baker}, with \${awards} awards.
        actions: [{ label: The shop, href: / }]
      - { type: quote, heading: What yours costs, start: { service: cake } }
      - type: testimonials
        heading: What people say
        items:
          - { quote: Somebody will say here what is good., name: Sample, rating: 5, placeholder: true }
          - { quote: Somebody will say here what is better., name: Sample, rating: 5, placeholder: true }
`
const tariff = {
  services: [
    { name: 'cake', label: 'A cake', base: 'cake', publish: { unsettled: 'cake.site' } },
    { name: 'pie', label: 'A pie', base: 'pie' },
  ],
  discounts: [{ name: 'pick-up', label: 'Pick up', amount: 'party', only: { services: ['cake'] } }],
  examples: [{ label: 'A cake', choice: { service: 'cake' }, promised: ['party'] }],
}

describe('a bakery', () => {
  it('takes each answer that is offered alone, and offers none that the tariff cannot add up', async () => {
    const copy = async () => {
      const site = await mkdtemp(join(folder, 'bakery-'))
      await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
      const settings = await readYaml(join(site, 'pages.yaml'))
      settings.site.tariff = tariff
      await writeYaml(join(site, 'pages.yaml'), settings)
      await writeFile(join(site, 'pages/order.yaml'), order)
      return site
    }
    const all = (await readWorksheet(await copy())).flat()
    const given = (name: string) => all.filter(([subject]) => subject === name)
    expect(given('cake').map(([, { settled }]) => settled)).toEqual(['card', 'flyer', 'site'])
    expect(given('pie').map(([, { settled }]) => settled)).toEqual(['card'])
    expect(all.length).toBeGreaterThan(10)
    const refused: string[] = []
    for (const answer of all) refused.push(await give(await copy(), collect([answer])))
    expect(refused.filter(Boolean)).toEqual([])
  })

  it('takes no answer that is none, or that is about something else', async () => {
    const site = await mkdtemp(join(folder, 'bakery-'))
    await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
    await writeFile(
      join(site, 'pages/order.yaml'),
      order.replace(/ {6}- \{ type: quote.*\n/, '').replace(/ {4}action:.*\n/, ''),
    )
    const samples = (await readWorksheet(site)).flat().filter(([subject]) => subject.includes('#'))
    const [subject, sample] = samples[0]!
    expect(await give(site, { [subject]: sample })).toContain('is still what it was')
    expect(await give(site, { baker: { value: 'THE REAL ONE' } })).toContain(
      'still says THE REAL ONE',
    )
    expect(await give(site, { cake: { settled: 'card', asked: '00000000' } })).toContain(
      '"cake" is £30, £35, £30–£40 now, which is not what whoever answered has seen.',
    )
    expect(await give(site, { baker: { leaveOut: true } })).toContain(
      '"baker" is cited by pages, so it cannot be left out',
    )
    expect(await give(site, { opens: { value: 'at six' } })).toContain(
      '"opens" has another text in fr: add translations: { fr: … } beside the value.',
    )
    expect(await give(site, { opens: { value: 'at six', translations: { fr: 'à six' } } })).toBe('')
    expect(await give(site, { baker: { value: 'Jo' } })).toBe('')
    const { facts } = await readYaml(join(site, 'pages/order.yaml'))
    expect(facts.baker).toMatchObject({ value: 'Jo', source: 'answered on 2026-11-28' })
  })

  it('joins the lines about one fact, and publishes a fact that was left out once it has a value', async () => {
    const site = await mkdtemp(join(folder, 'bakery-'))
    await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
    const omitted = order.replace('placeholder: true }', 'placeholder: true, unproven: omit }')
    const file = join(site, 'pages/order.yaml')
    await writeFile(
      file,
      omitted.replace(/ {6}- \{ type: quote.*\n/, '').replace(/ {4}action:.*\n/, ''),
    )
    const answers = join(folder, 'lines.yaml')
    const answer = async (...lines: string[]) => {
      await writeFile(answers, lines.join('\n'))
      const { stdout, stderr } = await runCommand(site, 'facts', '--answers', answers)
      return stdout + stderr
    }
    const both = ['cake: { settled: card }', 'cake: { includes: the box }']
    expect(await answer(...both, 'cake: { settled: flyer }')).toContain(
      'there are two answers to "cake", with different settled.',
    )
    expect(await answer(...both, 'baker: { leaveOut: true }')).toContain('2 answers added')
    const { facts } = await readYaml(file)
    expect(facts.cake).toMatchObject({ settled: 'card', includes: 'the box' })
    expect(facts.baker).not.toHaveProperty('placeholder')
    const out = join(folder, 'published')
    const publish = async () => {
      await runCommand(site, 'build', '--launch', '--out', out)
      return readFile(join(out, 'order/index.html'), 'utf8')
    }
    const html = await publish()
    expect(html).toContain('What a cake costs')
    expect(html).not.toContain('to be added')
    expect(await answer('baker: { value: Jo }')).toContain('1 answer added')
    expect(await publish()).toContain('By Jo')
  })
})

describe('this site', () => {
  const copy = async () => {
    const site = await mkdtemp(join(folder, 'site-'))
    for (const part of ['pages.yaml', 'pages', 'public', 'dates.gen.json', 'addresses.gen.json'])
      await cp(join(root, part), join(site, part), { recursive: true })
    return site
  }
  let offered: Offered
  beforeAll(async () => {
    offered = await readWorksheet(await copy())
  })

  it('asks for what shows that a real person will come', () => {
    const asked = JSON.stringify(offered)
    for (const wanted of ['/people/portrait.svg', 'business-street', 'https://example.com/reviews'])
      expect(asked).toContain(wanted)
    // Nobody can prove how free every day is, so it is a sample.
    for (const sample of ['availability-low', 'slot-taken']) expect(asked).not.toContain(sample)
  })

  it('asks once about each subject', () => {
    const subjects = offered.map((answers) => answers[0]![0])
    expect(subjects.filter((each, index) => subjects.indexOf(each) !== index)).toEqual([])
    const walkIn = offered.flat().filter(([subject]) => subject === 'walk-in-price')
    expect(walkIn.map(([, { settled, includes }]) => [settled, includes])).toEqual([
      ['standard', 'WHAT ELSE THE PRICE INCLUDES'],
      ['vehicle', undefined],
    ])
  })

  it('has no question left once every one is answered', async () => {
    const site = await copy()
    expect(offered.length).toBeGreaterThan(70)
    expect(await give(site, collect(offered.map(([first]) => first!)))).toBe('')
    const { stdout: worksheet } = await runCommand(site, 'facts', '--worksheet')
    expect(worksheet).toContain('There is no open question.')
    const { stdout: checked } = await runCommand(site, 'check', '--launch')
    expect(checked).toContain('Ready to publish')
    expect(checked).not.toContain('OUTDATED_TRANSLATION')
  })

  it('takes the last answer that is offered to each', async () => {
    const site = await copy()
    expect(await give(site, collect(offered.map((answers) => answers.at(-1)!)))).toBe('')
  })

  it('has no error with some answers, nor with most of them', async () => {
    const site = await copy()
    const readings = offered
      .map((answers) => answers.filter(([, { settled }]) => settled !== undefined))
      .filter(({ length }) => length > 0)
    const { facts: ledger } = await readYaml(join(site, 'pages/facts.yaml'))
    const random = createRandom(49)
    const most = Array.from({ length: 4 }, () =>
      readings.flatMap((answers) => (random(4) ? [answers[random(answers.length)]!] : [])),
    )
    // Each answer while most other questions are open.
    const few = deal(readings, 8, random)
    expect(few.flat().length).toBe(readings.flat().length)
    const all = [...few, ...most]
    // One session makes only the pages that an answer changes.
    const session = new Session({ site })
    await run(session)
    const errors: string[] = []
    for (const answers of all) {
      const edits = new SiteEdits(site)
      for (const [name, { settled }] of answers) {
        const file = name in ledger ? 'pages/facts.yaml' : 'pages/spanish.yaml'
        const path = ['facts', name, 'settled']
        await edits.apply(file, [{ kind: 'set', path, value: settled as string }])
      }
      const result = await readChanged(site, edits.list(), () => run(session))
      const problems = 'problems' in result ? result.problems : []
      if (result.status !== 'done' || hasErrors(problems))
        errors.push(`${JSON.stringify(answers)}: ${formatProblems(problems)}`)
    }
    expect(errors).toEqual([])
  })
})

/** What a worksheet offers can be answered, alone and together, and is answered then. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { hasErrors } from '../../schema/problems/problem.ts'
import { isRecord } from '../../schema/util/records.ts'
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

const printWorksheet = async (site: string): Promise<string> =>
  (await runCommand(site, 'facts', '--worksheet')).stdout

const readWorksheet = async (site: string) => listOffered(await printWorksheet(site))

function listOffered(worksheet: string): Offered {
  const blocks = [...worksheet.matchAll(/```yaml\n(.*?)\n```/gs)].map(([, lines]) =>
    lines!
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => Object.entries(parse(line) as Record<string, Answer>)[0]!),
  )
  return blocks.filter(({ length }) => length > 0)
}

const real: Record<string, string> = {
  number: '+1 (432) 555-0199',
  address: 'office@midland-notary.com',
  script: 'https://calendar.com/widget.js',
  origin: 'https://midland-notary.com',
  name: 'Jo Baker',
  title: 'Ward 3',
  body: 'I carried the stamp to a hospital for a neighbor, and kept it.',
}

/** Does with an answer what an owner does: replaces the words in capitals, and what is a sample. */
function fillIn(answer: Answer, isEntry: boolean): Answer {
  const entries = Object.entries(answer).map(([key, value]): [string, unknown] => {
    if (isRecord(value)) return [key, fillIn(value, false)]
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
  day: { label: The day, unit: text, values: [{ value: on 5 May, publish: { unsettled: party }, source: the old site }, { value: on 6 May, publish: { settled: party }, source: the old site }] }
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

  it('takes an amount of your own with the texts of the reading that works like it', async () => {
    const site = await mkdtemp(join(folder, 'bakery-'))
    await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
    await writeFile(
      join(site, 'pages/order.yaml'),
      order
        .replace(
          / {6}- \{ type: quote.*\n/,
          `      - type: card-grid\n        heading: Prices\n        items:\n          - { title: Flat, text: One price for every cake., publish: { settled: cake.card } }\n          - { title: Boxes, text: The box is extra. }\n`,
        )
        .replace(/ {4}action:.*\n/, ''),
    )
    const own = (like?: string) => ({
      cake: { settled: 'own', readings: { own: { value: 32, like } } },
    })
    expect(await give(site, own())).toContain(
      'which of the others works the same way: like: card or like: flyer',
    )
    expect(await give(site, own('card'))).toBe('')
    const out = join(folder, 'own')
    await runCommand(site, 'build', '--out', out)
    const html = await readFile(join(out, 'order/index.html'), 'utf8')
    expect(html).toContain('One price for every cake.')
    expect(html).toContain('£32')
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
    expect(await give(site, { day: { value: 'in May' } })).toContain(
      '"day" has several values, of which other answers or the day choose one',
    )
    expect(await give(site, { opens: { value: 'at six' } })).toContain(
      '"opens" has another text in fr: add translations: { fr: … } beside the value.',
    )
    expect(await give(site, { opens: { value: 'at six', translations: { fr: 'à six' } } })).toBe('')
    expect(await give(site, { baker: { value: 'Jo' } })).toBe('')
    const { facts } = await readYaml(join(site, 'pages/order.yaml'))
    expect(facts.baker).toMatchObject({ value: 'Jo', source: 'answered on 2026-11-28' })
  })

  it('names the answers that are the reason for errors, all at once', async () => {
    const site = await mkdtemp(join(folder, 'bakery-'))
    await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
    await mkdir(join(site, 'public/people'), { recursive: true })
    await cp(join(root, 'public/people/portrait.svg'), join(site, 'public/people/sample.svg'))
    await writeFile(
      join(site, 'pages/team.yaml'),
      `
facts:
  slogan: { label: Our slogan, unit: text, value: to be added, placeholder: true }
  baker: { label: The baker, unit: text, value: to be added, placeholder: true }
statements: { forbid: [{ pattern: cheapest, because: Nobody has compared, source: house style }] }
pages:
  /team:
    kind: info
    title: Who bakes the bread in Leeds
    description: The people of a bakery in Leeds, and what they say.
    blocks:
      - { type: hero, heading: Our team, lead: '\${slogan}, by \${baker}.' }
      - { type: profile, heading: The baker, name: Sample, photo: /people/sample.svg, text: A sample., placeholder: true }
`,
    )
    const [subject] = (await readWorksheet(site)).flat().find(([name]) => name.includes('team'))!
    const said = await give(site, {
      baker: { value: 'Jo' },
      slogan: { value: 'The cheapest bread' },
      [subject]: { name: 'Jo', photo: '/people/jo.jpg' },
    })
    expect(said).toContain('FORBIDDEN_STATEMENT')
    expect(said).toContain('PICTURE_NOT_FOUND')
    expect(said).toMatch(
      /The reason is what is answered to "slogan" and "pages\/team\.yaml.*"\. Correct that/,
    )
    expect(await give(site, { baker: { value: 'Jo' } })).toBe('')
  })

  it('leaves nothing out that a page needs where placeholders are not published', async () => {
    const site = await mkdtemp(join(folder, 'bakery-'))
    await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
    const settings = await readYaml(join(site, 'pages.yaml'))
    settings.site.origin = 'https://mill-lane.com'
    await writeYaml(join(site, 'pages.yaml'), settings)
    await writeFile(
      join(site, 'pages/awards.yaml'),
      `
facts:
  awards: { label: Awards, unit: count, value: 3, claim: true, unproven: omit }
pages:
  /awards:
    kind: info
    title: Awards for the bread of Leeds
    description: What a bakery in Leeds has won for its bread.
    blocks: [{ type: hero, heading: 'We have \${awards} awards' }]
`,
    )
    const said = await give(site, { awards: { leaveOut: true } })
    expect(said).toContain('/awards is not complete without it')
    expect(said).toContain('The reason is what is answered to "awards".')
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
    expect(await answer('pie: { settled: own, readings: { own: { value: 9.5 } } }')).toContain(
      '1 answer added',
    )
    const { pie } = (await readYaml(file)).facts
    expect(pie.readings.own).toEqual({ source: 'answered on 2026-11-28', value: 9.5 })
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

  it('leaves out for good what nobody can prove', async () => {
    const site = await mkdtemp(join(folder, 'bakery-'))
    await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
    await writeFile(
      join(site, 'pages/prize.yaml'),
      `
facts:
  prize: { label: A prize, unit: count, value: 3, claim: true, unproven: omit }
  medal:
    label: A medal
    unit: count
    claim: true
    unproven: omit
    readings: { shop: { value: 1, source: the shop }, press: { value: 2, source: the press } }
pages:
  /prize:
    kind: info
    title: What our bread has won
    description: The bread of a bakery in Leeds, and what judges say.
    blocks:
      - { type: hero, heading: Our bread }
      - { type: checklist, heading: News, lists: [{ items: [Baked today, '\${prize} prizes for rye', '\${medal} medals for wheat'] }] }
`,
    )
    const ask = async () => {
      const offered = await readWorksheet(site)
      return offered.flat().filter(([subject]) => subject === 'prize' || subject === 'medal')
    }
    const left = (await ask()).filter(([, { leaveOut }]) => leaveOut === true)
    expect(left.map(([subject]) => subject).sort()).toEqual(['medal', 'prize'])
    expect(await give(site, collect(left))).toBe('')
    expect(await ask()).toEqual([])
    const out = join(folder, 'without-prize')
    const { code, stderr } = await runCommand(site, 'build', '--launch', '--out', out)
    expect(code, stderr).toBe(0)
    const html = await readFile(join(out, 'prize/index.html'), 'utf8')
    expect(html).toContain('Baked today')
    expect(html).not.toMatch(/prizes|medals/)
  })

  it('says which answers go together, and takes no others', async () => {
    const site = await mkdtemp(join(folder, 'bakery-'))
    await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
    await writeFile(
      join(site, 'pages/delivery.yaml'),
      `
facts:
  arrival:
    label: Delivery
    unit: text
    readings:
      shop: { value: 2–3 hours, source: the shop }
      flyer: { value: 45–60 minutes, source: the flyer }
  express:
    label: Express delivery
    unit: text
    lessThan: arrival
    readings:
      shop: { value: 2 hours, source: the shop }
      phone: { value: 1 hour, source: the telephone }
      flyer: { value: 30 minutes, source: the flyer }
pages:
  /delivery:
    kind: info
    title: How soon bread comes to you in Leeds
    description: The way of our bread to your door, and how long it takes.
    blocks:
      - { type: hero, heading: Our bread comes to you, lead: 'In \${arrival}, or in \${express}.' }
`,
    )
    expect(await printWorksheet(site)).toMatch(
      /arrival: \{ settled: flyer, .*; only with 30 minutes as "Express delivery" \(express\)/,
    )
    expect(await give(site, { arrival: { settled: 'flyer' } })).toBe('')
    const next = await printWorksheet(site)
    expect(next).toContain('2 hours and 1 hour cannot stand beside "Delivery".')
    expect(next.match(/^express: \{ settled: \S+/gm)).toEqual(['express: { settled: flyer,'])
    expect(await give(site, { express: { settled: 'phone' } })).toContain(
      '"Express delivery" is 1 hour, so it must be less than "Delivery" (arrival), which is 45–60 minutes.',
    )
  })
})

describe('this site', () => {
  const copy = async () => {
    const site = await mkdtemp(join(folder, 'site-'))
    for (const part of ['pages.yaml', 'pages', 'public', 'dates.gen.json', 'addresses.gen.json'])
      await cp(join(root, part), join(site, part), { recursive: true })
    return site
  }
  let worksheet: string
  let offered: Offered
  beforeAll(async () => {
    worksheet = await printWorksheet(root)
    offered = listOffered(worksheet)
  })

  it('asks for what shows that a real person will come', () => {
    const asked = JSON.stringify(offered)
    const people = ['/people/portrait.svg', 'business-street', 'https://example.com/reviews']
    for (const wanted of [...people, 'Our story', 'Rooms and family visits'])
      expect(asked).toContain(wanted)
    expect(worksheet).toMatch(/What did customers say\?\n\n.* into pages\/reviews\.csv, a row/)
    // Nobody can prove how free every day is, so it is a sample.
    for (const sample of ['availability-low', 'slot-taken']) expect(asked).not.toContain(sample)
  })

  it('asks the owner to prove no statute, and about no figure that no page prints', () => {
    expect(worksheet).toMatch(/^background-check: /m)
    expect(worksheet).not.toMatch(
      /^(witness-age|wills-witnesses|odometer-age|notary-(age|exam|bond|application|penalty)|expired-\w+|notice-english|posts-[\w-]+): /m,
    )
  })

  it('asks for no fee of a town that follows from a question that is asked', () => {
    expect(worksheet).toMatch(/^travel-included: /m)
    expect(worksheet).not.toMatch(/^area-/m)
  })

  it('says which answer makes a question pointless', () => {
    expect(worksheet).toMatch(
      /Stanton and Garden City, each signature\n\n.*Once "Mobile visit, first notarization" \(mobile-base\) is answered, no page prints this any more/,
    )
    expect(worksheet).not.toMatch(
      /Errors-and-omissions insurance\n\n.*no page prints this any more/,
    )
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

  it('offers no arrival that is shorter than the drive to a town that pages promise it to', () => {
    expect(worksheet).toContain('30–45 minutes cannot stand beside "The drive to Big Spring".')
    expect(worksheet).not.toMatch(/^mobile-arrival: \{ settled: stanton/m)
  })

  it('has no question left once every one is answered, and shows the portrait wherever the sample was', async () => {
    const site = await copy()
    expect(offered.length).toBeGreaterThan(50)
    const portraits = offered.filter(([first]) => first![1].photo === '/people/portrait.svg')
    expect(portraits).toHaveLength(1)
    await cp(join(site, 'public/people/portrait.svg'), join(site, 'public/people/jo.svg'))
    const answers = collect(offered.map(([first]) => first!))
    // For all places, under the address of any of them.
    delete answers[portraits[0]![0]![0]]
    const place = 'pages/landing.yaml#/pages/~1notary~1permian-basin/blocks/5'
    answers[place] = { photo: '/people/jo.svg' }
    expect(await give(site, answers)).toBe('')
    const { navigation } = await readYaml(join(site, 'pages.yaml'))
    expect(navigation.footer.profile).toMatchObject({ photo: '/people/jo.svg' })
    expect(navigation.footer.profile).not.toHaveProperty('placeholder')
    const portrait = /portrait\.svg/
    for (const file of [
      'pages.yaml',
      ...(await readdir(join(site, 'pages'))).map((name) => `pages/${name}`),
    ])
      expect(await readFile(join(site, file), 'utf8'), file).not.toMatch(portrait)
    expect(await printWorksheet(site)).toContain('There is no open question.')
    const { stdout: checked } = await runCommand(site, 'check', '--launch')
    expect(checked).toContain('Ready to publish')
    // Nobody has sent a photograph yet.
    expect(checked.match(/note DRAWN_PORTRAIT/g)).toHaveLength(6)
    expect(checked).not.toContain('OUTDATED_TRANSLATION')
  })

  it('takes no package that costs less than one visit', async () => {
    const site = await copy()
    const low = await give(site, {
      'mobile-base': { settled: 'standard' },
      'package-estate': { settled: 'own', readings: { own: { value: 50, like: 'cost' } } },
    })
    expect(low).toContain('or the prices: less than the first service')
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
    const most = Array.from({ length: 2 }, () =>
      readings.flatMap((answers) => (random(4) ? [answers[random(answers.length)]!] : [])),
    )
    // Each answer while most other questions are open.
    const few = deal(readings, 24, random)
    expect(few.flat().length).toBe(readings.flat().length)
    // An emergency visit that comes no sooner than another one is refused.
    const sooner: Record<string, string[]> = {
      'garden-city': ['schedule'],
      'same-day': ['schedule', 'hospital', 'facility'],
      'around-the-clock': ['schedule', 'hospital', 'facility'],
    }
    const fits = (answers: Offered[number]) => {
      const chosen = Object.fromEntries(answers.map(([name, { settled }]) => [name, settled]))
      const allowed = sooner[String(chosen['mobile-arrival'])]
      const window = chosen['emergency-window']
      return !allowed || window === undefined || allowed.includes(String(window))
    }
    const all = [...few, ...most].map((answers) =>
      fits(answers) ? answers : answers.filter(([name]) => name !== 'emergency-window'),
    )
    // One session makes only the pages that an answer changes.
    const session = new Session({ site })
    await run(session)
    const errors: string[] = []
    for (const answers of all) {
      const edits = new SiteEdits(site)
      await edits.applyAll(
        answers.map(([name, { settled }]) => ({
          file: name in ledger ? 'pages/facts.yaml' : 'pages/spanish.yaml',
          kind: 'set',
          path: ['facts', name, 'settled'],
          value: settled as string,
        })),
      )
      const result = await readChanged(site, edits.list(), () => run(session))
      const problems = 'problems' in result ? result.problems : []
      if (result.status !== 'done' || hasErrors(problems))
        errors.push(`${JSON.stringify(answers)}: ${formatProblems(problems)}`)
    }
    expect(errors).toEqual([])
  })
})

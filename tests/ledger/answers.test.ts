/** What a worksheet offers can be answered, alone and together, and is answered then. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

type Answer = Record<string, unknown>
/** The answers that a worksheet offers to each question, each under its subject. */
type Offered = [subject: string, answer: Answer][][]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signpost-answers-'))
})
afterAll(() => rm(folder, { recursive: true }))

const run = (site: string, command: string, ...args: string[]) =>
  runInProcess(command, ['--site', site, '--now', '2026-11-28', ...args])

async function readWorksheet(site: string): Promise<Offered> {
  const { stdout } = await run(site, 'facts', '--worksheet')
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
  const { code, stdout, stderr } = await run(site, 'facts', '--answers', file)
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

const written = ['pages.yaml', 'pages']

async function copySite(from: string, others: string[]): Promise<string> {
  const site = await mkdtemp(join(folder, 'site-'))
  for (const part of [...written, ...others])
    await cp(join(from, part), join(site, part), { recursive: true })
  return site
}

describe('this site', () => {
  const copy = () => copySite(root, ['public', 'dates.gen.json', 'addresses.gen.json'])

  it('has no question left once every one is answered', async () => {
    const site = await copy()
    const offered = await readWorksheet(site)
    expect(offered.length).toBeGreaterThan(100)
    expect(await give(site, collect(offered.map(([first]) => first!)))).toBe('')
    const { stdout: worksheet } = await run(site, 'facts', '--worksheet')
    expect(worksheet).toContain('There is no open question.')
    expect((await run(site, 'check', '--launch')).stdout).toContain('Ready to publish')
  })

  it('takes each answer that is offered, together with others', async () => {
    const site = await copy()
    const offered = await readWorksheet(site)
    const random = createRandom(49)
    const rounds = Math.max(...offered.map(({ length }) => length))
    const refused: string[] = []
    for (let round = 0; round < rounds + 3; round++) {
      const chosen = offered.flatMap((answers) => {
        if (round < rounds) return [answers[round] ?? answers[0]!]
        return random(2) ? [answers[random(answers.length)]!] : []
      })
      refused.push(await give(site, collect(chosen)))
      for (const part of written) await cp(join(root, part), join(site, part), { recursive: true })
    }
    expect(refused.filter(Boolean)).toEqual([])
  })
})

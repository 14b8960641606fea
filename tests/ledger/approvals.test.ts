/** Approvals: what is asked, what comes back, and what an answer is worth. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

const ledger = `facts:
  hourly:
    label: Our hourly <rate>
    unit: USD
    value: 50 # since spring
    approval: owner
    evidence: { source: our price list, url: 'https://bikes.example.com/list', checked: 2026-11-01 }
  drive: { label: The drive, unit: minutes, value: 20, approval: owner }
statements:
  forbid:
    - { pattern: cheapest, because: Nobody compares all prices., source: Our counsel, approval: counsel }
pages:
  /rates:
    kind: info
    title: What we charge
    description: \${hourly} an hour, \${drive} away.
    noindex: true
    blocks:
      - { type: hero, heading: What we charge }
`
let site: string
const run = (command: string, ...args: string[]) =>
  runInProcess(command, ['--site', site, '--now', '2026-11-22', ...args])
const read = () => readFile(join(site, 'pages/rates.yaml'), 'utf8')
const write = (text: string) => writeFile(join(site, 'pages/rates.yaml'), text)
const launch = async () => (await run('check', '--launch')).stdout

const ask = async () => (await run('facts', '--worksheet')).stdout

/** Answers with the line of the worksheet. */
async function answer(name: string, given: 'accepted' | 'rejected', comment = '') {
  const lines = (await ask()).split('\n')
  const line = lines.find((each) => each.startsWith(`${name}:`) && each.includes(given))!
  const signed = line.replace('YOUR NAME', 'Jo Baker').replace(/on: [\d-]+/, 'on: 2026-11-20')
  await writeFile(join(site, 'answer.yaml'), signed.replace('YOUR REASON', comment))
}
const take = () => run('facts', '--answers', join(site, 'answer.yaml'))

beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-approvals-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await write(ledger)
})
afterEach(() => rm(site, { recursive: true }))

it('the worksheet says what is open, with its evidence and pages', async () => {
  const asked = await ask()
  expect(asked).toContain('Our hourly')
  expect(asked).toContain('Nobody has approved $50. owner is asked.')
  expect(asked).toMatch(/\$50 .*our price list.*checked 2026-11-01.*\/rates \(/)
  expect(asked).toContain(
    'Nobody has approved that no page says cheapest. It holds for every page. Evidence: Our counsel. counsel is asked.',
  )
})

it('an accepted value is approved until it changes', async () => {
  expect(await launch()).toContain('"hourly" ($50) is not approved by owner.')
  expect(await launch()).toContain('3 values to approve')
  await answer('hourly', 'accepted')
  expect((await take()).stdout).toContain('pages/rates.yaml: 1 answer added, 0 known already.')
  const approved = await read()
  expect(approved.startsWith(ledger)).toBe(true)
  expect(approved).toContain('by: Jo Baker')
  expect(await launch()).not.toContain('"hourly"')
  expect(await ask()).not.toContain('Our hourly')
  expect((await take()).stdout).toContain('0 answers added, 1 known already.')
  expect(await read()).toBe(approved)

  await write(approved.replace('value: 50', 'value: 55'))
  expect(await launch()).toContain(
    '"hourly" ($55) has changed since Jo Baker accepted $50 on 2026-11-20.',
  )
  expect(await ask()).toContain(
    'It was $50 when Jo Baker answered on 2026-11-20, and is $55 now. owner is asked.',
  )
  await answer('hourly', 'rejected', 'too much')
  expect((await take()).stdout).toContain('rejected by Jo Baker: hourly (too much)')
  // The first answer stays.
  expect((await read()).startsWith(approved.replace('value: 50', 'value: 55'))).toBe(true)
  expect((await run('check')).stdout).toContain(
    '"hourly" ($55) was rejected by Jo Baker on 2026-11-20: too much.',
  )
  expect(await launch()).toContain('1 rejected value')
})

it('an answer about a value that has changed meanwhile does not count', async () => {
  await answer('drive', 'accepted')
  const changed = ledger.replace('value: 20', 'value: 25')
  await write(changed)
  const { stdout, code } = await take()
  expect(code).toBe(1)
  expect(stdout).toContain('"drive" is 25 minutes now, which is not what Jo Baker has seen.')
  expect(await read()).toBe(changed)
})

it('a statement is approved by whom it names', async () => {
  await answer('cheapest', 'accepted')
  await take()
  expect(await launch()).not.toContain('cheapest')
  await write((await read()).replace('because: Nobody', 'because: No one'))
  expect(await launch()).toContain('The statement "cheapest" has changed since Jo Baker accepted')
})

it('a file without answers is refused', async () => {
  await writeFile(join(site, 'answer.yaml'), '{}')
  expect((await take()).stderr).toContain('answer.yaml must have a line for each answer')
})

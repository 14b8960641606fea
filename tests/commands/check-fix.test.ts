/** `check --fix` corrects what can mean only one thing, and touches nothing else. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replaceInPosition } from '../../schema/problems/correct-value.ts'
import { problemInFile, type Problem } from '../../schema/problems/problem.ts'
import { fixProblems } from '../../scripts/check/fix-problems.ts'
import { readSiteText } from '../../scripts/edit/text-edits.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

/** Each wrong part of the page, and what it becomes. */
const corrections: [wrong: string, right: string][] = [
  // Syntax
  ['titel: "Repairs', 'title: "Repairs"'],
  ['description: Every repair: what it costs', "description: 'Every repair: what it costs'"],
  ['aliases:[/fix]', 'aliases: [/fix]'],
  ['        type: prose', '      - type: prose'],
  // Names
  ["type: 'heroo' # not quoted elsewhere", "type: 'hero' # not quoted elsewhere"],
  ['${tune-upp}', '${tune-up}'],
  ['stile: secondary', 'style: secondary'],
  // Values
  ['noindex: no', 'noindex: false'],
  ['eyebrow: 2026', "eyebrow: '2026'"],
  ['heading: Bells &amp; whistles', 'heading: Bells & whistles'],
  ['label:Write to us', 'label: Write to us'],
  ['note: Our cafÃ© â€“ open', 'note: Our café – open'],
  ['item: Brakes, gears and bearings,', "item: 'Brakes, gears and bearings',"],
  // Citations and links
  ['label: Only $tune-up', "label: 'Only ${tune-up}'"],
  ['href: tel:+14325550100', "href: 'tel:'"],
  ['href: /fix }', 'href: /repairs }'],
  ['[repairs](/fix), [the same](/fix)', '[repairs](/repairs), [the same](/repairs)'],
  ['[the shop] (/)', '[the shop](/)'],
  ['(/repairs/)', '(/repairs)'],
  ['(https://bikes.example.com/)', '(/)'],
]
const page = `# Repairs.
pages:
  /repairs:
    kind: info
    titel: "Repairs
    description: Every repair: what it costs
    label:   Repairs   # three spaces
    aliases:[/fix]
    noindex: no
    blocks:
      - type: 'heroo' # not quoted elsewhere
        heading: Repairs
        eyebrow: 2026
        lead: A tune-up is \${tune-upp}.
        actions:
          - { label: Home, href: /, stile: secondary }
          - { label: Only $tune-up, href: tel:+14325550100 }
          - { label:Write to us, href: 'mailto:' }
          - { label: Again, href: /fix }
        type: prose
        body: |
          See [repairs](/fix), [the same](/fix) and [the shop] (/).
          Or [all of it](/repairs/), or [the start](https://bikes.example.com/).
          Then read [the prices](/prices).
      - type: fee-table
        heading: Bells &amp; whistles
        rows:
          - { item: Brakes, gears and bearings, price: '\${tune-up}' }
        note: Our cafÃ© â€“ open
`.replaceAll('\n', '\r\n')
const corrected = corrections.reduce(
  (text, [wrong, right]) => text.replace(wrong, () => right),
  page,
)

let site: string
const file = () => join(site, 'pages/repairs.yaml')
beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-fix-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
})
afterEach(() => rm(site, { recursive: true }))

it('writes the phone number of a business with the code of its country', async () => {
  const path = join(site, 'pages.yaml')
  const settings = await readFile(path, 'utf8')
  await writeFile(path, settings.replace('+1 (432) 555-0100', '(432) 555-0100'))
  const { code } = await runInProcess('check', ['--site', site, '--fix'])
  expect(code).toBe(0)
  expect(await readFile(path, 'utf8')).toBe(settings)
})

describe('a page with many mistakes', () => {
  beforeEach(() => writeFile(file(), `\uFEFF${page}`))

  it('is corrected byte for byte, and other mistakes are reported', async () => {
    const { code, stdout } = await runInProcess('check', ['--site', site, '--fix'])
    expect(await readFile(file(), 'utf8')).toBe(`\uFEFF${corrected}`)
    expect(stdout).toMatch(/^Fixed 22 mistakes:$/m)
    expect(stdout).toContain(
      `${file()}:14 UNKNOWN_FACT There is no fact "tune-upp".\n     14 |         lead: A tune-up is \${tune-up}.`,
    )
    expect(stdout).toMatch(/^\S+repairs\.yaml:24:34 error BROKEN_LINK$/m)
    expect(stdout).toMatch(/^2 pages: 1 error$/m)
    expect(stdout).toMatch(/\nNext: correct the error in \S+:24:34, and run this again\.\n$/)
    expect(code).toBe(1)
  })

  it('is only shown as a diff with --dry-run', async () => {
    const { code, stdout } = await runInProcess('check', ['--site', site, '--fix', '--dry-run'])
    expect(stdout).toContain(
      "@@ -11,1 +11,1 @@\n-      - type: 'heroo' # not quoted elsewhere\n+      - type: 'hero' #",
    )
    // This is only found once the syntax is right.
    expect(stdout).toContain('\n+        note: Our café – open\n')
    expect(stdout).toMatch(/^Nothing was written\. .* fixes 22 mistakes:$/m)
    expect(await readFile(file(), 'utf8')).toBe(`\uFEFF${page}`)
    expect(code).toBe(1)
  })

  it('is reported as fixable', async () => {
    const { stdout } = await runInProcess('check', ['--site', site])
    expect(stdout).toContain(
      `\nNext: correct all 3 errors automatically: npm run check -- --site ${site} --fix\n`,
    )
  })
})

it('corrections and what was fixed are part of the JSON', async () => {
  await writeFile(file(), page)
  const before = await runInProcess('check', ['--site', site, '--format', 'json'])
  const { problems } = JSON.parse(before.stdout)
  expect(problems[0].correction).toEqual({
    edits: [{ line: 5, column: 12, endLine: 5, endColumn: 20, text: '"Repairs"' }],
    isSure: true,
    lines: [{ line: 5, text: '    titel: "Repairs"' }],
  })
  const after = await runInProcess('check', ['--site', site, '--format', 'json', '--fix'])
  const { fixed, unfixed, problems: left } = JSON.parse(after.stdout)
  expect(fixed[0]).toMatchObject({ code: 'YAML_SYNTAX', file: file(), line: 5 })
  expect([fixed.length, unfixed.length, left.length]).toEqual([22, 0, 1])
})

it('a mistake with two possible corrections is left alone', async () => {
  const text = page.replace('titel: "Repairs', 'titel: Repairs\r\n    title: Repair')
  await writeFile(file(), text)
  await runInProcess('check', ['--site', site, '--fix'])
  expect(await readFile(file(), 'utf8')).toContain('titel: Repairs\r\n    title: Repair\r\n')
})

it('commands in a fix name the site', async () => {
  await writeFile(join(site, 'addresses.gen.json'), '{ "/gone": [] }')
  const { stdout } = await runInProcess('check', ['--site', site])
  expect(stdout).toContain(`npm run check -- --site ${site} --accept-gone /gone`)
})

it('--dry-run needs --fix', async () => {
  const { code, stderr } = await runInProcess('check', ['--site', site, '--dry-run'])
  expect([code, stderr.split('\n')[0]]).toEqual([2, '--dry-run needs --fix'])
})

describe('a correction that does not help', () => {
  const text = 'one: 1\ntwo: 2\n'
  const describeMistake = (line: number, name: string, to: string): Problem => {
    const position = { line, column: 1, endColumn: 4, excerpt: `${name}: ${line}` }
    const correction = replaceInPosition(position, { from: name, to })
    return { ...problemInFile('a.yaml', 'UNKNOWN_PROPERTY', name), ...position, correction }
  }
  beforeEach(() => writeFile(join(site, 'a.yaml'), text))

  it('is not made but reported, and the others are made', async () => {
    const check = async () => {
      const now = await readSiteText(site, 'a.yaml')
      const stubborn = describeMistake(1, now.startsWith('one') ? 'one' : 'uno', 'uno')
      const other = now.includes('two') ? [describeMistake(2, 'two', 'dos')] : []
      return { problems: [{ ...stubborn, message: 'Stubborn' }, ...other] }
    }
    const { fixed, unfixed, after: last } = await fixProblems(site, check)
    expect(await readFile(join(site, 'a.yaml'), 'utf8')).toBe('one: 1\ndos: 2\n')
    expect(fixed.map(({ problem }) => problem.line)).toEqual([2])
    expect(unfixed.map(({ line }) => line)).toEqual([1])
    expect(last.problems).toHaveLength(1)
  })

  it('is not made if it breaks the file', async () => {
    const check = async () => {
      const now = await readSiteText(site, 'a.yaml')
      const broken = problemInFile('a.yaml', 'YAML_SYNTAX', 'Broken')
      return { problems: now === text ? [describeMistake(1, 'one', '"')] : [broken] }
    }
    const { unfixed } = await fixProblems(site, check)
    expect(unfixed).toHaveLength(1)
    expect(await readFile(join(site, 'a.yaml'), 'utf8')).toBe(text)
  })

  it('is not made if the check fails', async () => {
    let checks = 0
    const check = async () => {
      if (checks++ > 0) throw new Error('no disk')
      return { problems: [describeMistake(1, 'one', 'uno')] }
    }
    await expect(fixProblems(site, check)).rejects.toThrow('no disk')
    expect(await readFile(join(site, 'a.yaml'), 'utf8')).toBe(text)
  })
})

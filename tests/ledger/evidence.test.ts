/** Evidence of facts, as `check` and `facts` report it for a given day. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

const pages = `pages:
  /licenses:
    kind: info
    title: Licenses
    description: 'License \${license}, the fee \${fee}, at most \${maximum}.'
    noindex: true
    blocks:
      - { type: hero, heading: 'Licenses for \${reviews} riders' }
`
const facts = `facts:
  license:
    label: Our license
    unit: text
    value: TX-1
    evidence: { source: the register, checked: 2026-01-02, until: 2026-12-22 }
  reviews: { label: Riders who praise us, unit: count, value: 500, plus: true, claim: true }
  maximum:
    label: What the law allows
    unit: USD
    readings:
      flyer: { value: 6, source: an old flyer }
      act-7: { value: 10, source: the law, evidence: { source: Act 7, url: 'https://law.example.com/7', checked: 2026-03-04 } }
  fee: { label: The fee, unit: USD, value: 8, cap: maximum, source: the old website }
`

let site: string
const write = (text: string) => writeFile(join(site, 'pages/licenses.yaml'), text)
const run = async (command: string, ...args: string[]) => {
  const { stdout, code } = await runInProcess(command, ['--site', site, ...args])
  return { lines: stdout.replaceAll(`${site}/`, '').split('\n'), stdout, code }
}

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-evidence-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await write(facts + pages)
})
afterAll(() => rm(site, { recursive: true }))

describe('npm run check', () => {
  it.each([
    ['2026-11-21', undefined],
    ['2026-11-22', 'expires in 30 days'],
    ['2026-12-21', 'expires tomorrow'],
    ['2026-12-22', 'expires today'],
    ['2026-12-23', 'expired on 2026-12-22'],
  ])('compares evidence with %s', async (today, said) => {
    const { stdout, code } = await run('check', '--now', today)
    expect(code).toBe(0)
    if (said === undefined) expect(stdout).not.toContain('EVIDENCE_')
    else
      expect(stdout).toContain(`The evidence for "license" (TX-1) ${said}. Printed on /licenses.`)
  })

  it('takes the day from the clock if none is given', async () => {
    const clockOffset = Date.parse('2027-01-05') - Date.now()
    const { stdout } = await runInProcess('check', ['--site', site], { clockOffset })
    expect(stdout).toContain('EVIDENCE_EXPIRED')
  })

  it('fails before publishing for a claim without evidence, and for expired evidence', async () => {
    const { stdout, code } = await run('check', '--launch', '--now', '2026-12-23')
    expect(code).toBe(1)
    expect(stdout).toContain('The claim "reviews" (500+) has no evidence. Printed on /licenses.')
    expect(stdout).toContain(
      'Not ready to publish: 1 printed fact in conflict, 1 reading of a claim without evidence, 1 expired piece of evidence.',
    )
    await write(
      (facts + pages)
        .replace('claim: true', 'claim: true, evidence: { source: x, checked: 2026-11-22 }')
        .replace('    readings:', '    settled: act-7\n    readings:'),
    )
    expect((await run('check', '--launch', '--now', '2026-11-22')).code).toBe(0)
    await write(facts + pages)
  })

  it('fails before publishing for a printed fact in conflict, until the owner has settled it', async () => {
    const proven = (facts + pages).replace(
      'claim: true',
      'claim: true, evidence: { source: x, checked: 2026-11-22 }',
    )
    await write(proven)
    const { stdout, code } = await run('check', '--launch', '--now', '2026-11-22')
    expect(code).toBe(1)
    expect(stdout).toContain(
      'Which is right for "What the law allows": $6 (flyer) or $10 (act-7)? Printed on /licenses.',
    )
    expect(stdout).toMatch(
      /Not ready to publish: 1 printed fact in conflict\. .*npm run facts .*worksheet/,
    )
    const early = await run('check', '--now', '2026-11-22')
    expect(early.stdout).not.toContain('Which is right')
    expect(early.stdout).toContain('Before publishing: 1 printed fact in conflict')
    await write(proven.replace('    readings:', '    settled: act-7\n    readings:'))
    expect((await run('check', '--launch', '--now', '2026-11-22')).code).toBe(0)
    await write(facts + pages)
  })

  it('refuses a day that does not exist', async () => {
    expect((await run('check', '--now', '2026-02-30')).code).toBe(2)
  })
})

describe('npm run facts', () => {
  it('counts what has expired, what has no evidence, and the pages that print it', async () => {
    const { lines } = await run('facts', '--now', '2027-01-01')
    expect(lines).toEqual(
      expect.arrayContaining([
        '  expired               1  their evidence is too old; that of 0 more expires within 30 days',
        '  without evidence      1  claims that a page prints, in 1 reading',
        '  pages affected        1  pages that print one in conflict, expired or without evidence',
        '    evidence: the register, checked 2026-01-02, counts until 2026-12-22  EXPIRED',
      ]),
    )
  })

  it('compares prices with current law, or with what is settled, and says which', async () => {
    const findCap = async () => {
      const { lines } = await run('facts', '--now', '2026-11-22')
      const at = lines.findIndex((line) => line.startsWith('  At most'))
      return lines.slice(at, at + 2)
    }
    expect(await findCap()).toEqual([
      '  At most $10 (maximum, act-7, current law: Act 7):',
      '    fee: $8',
    ])
    await write(
      (facts + pages).replace(
        'unit: USD\n    readings',
        'unit: USD\n    settled: flyer\n    readings',
      ),
    )
    expect(await findCap()).toEqual([
      '  At most $6 (maximum, settled: flyer):',
      '    fee: $8  NOTE: above the cap, without a note of what else it includes',
    ])
    await write(facts + pages)
  })

  it('writes a worksheet with the line that settles each question', async () => {
    const { stdout } = await run('facts', '--worksheet', '--now', '2026-11-22')
    expect(stdout.slice(stdout.indexOf('#'))).toMatchInlineSnapshot(`
      "## Questions for the owner

      - 3 open questions on 2026-11-22. A line answers each: collect one for each question in a file, with what is in capitals replaced and quotes around a text with a comma or a colon, and run npm run facts -- --answers FILE. What follows “asked” tells whether something has changed meanwhile.

      \`\`\`yaml
      # If no reading of a fact is right, add yours, and which of the others works the same way:
      # NAME: { settled: own, readings: { own: { value: 30, like: standard } } }
      \`\`\`

      ## 1. Which one is right? How long a repair is guaranteed

      - Its readings say 6 months, 12 months. pages.yaml:31

      | reading | value | source | evidence | printed on |
      |---|---|---|---|---|
      | website | 6 months | the old website | none | no page |
      | flyer | 12 months | the spring flyer | none | no page |

      \`\`\`yaml
      guarantee: { settled: website, asked: e076d250 } # 6 months everywhere, which changes 0 pages
      guarantee: { settled: flyer, asked: e076d250 } # 12 months everywhere, which changes 0 pages
      \`\`\`

      ## 2. Which one is right? What the law allows

      - Its readings say $6, $10. pages/licenses.yaml:8

      | reading | value | source | evidence | printed on |
      |---|---|---|---|---|
      | flyer | $6 | an old flyer | none | /licenses (pages/licenses.yaml:19) |
      | act-7 | $10 | the law | Act 7, https://law.example.com/7, checked 2026-03-04 | no page |

      \`\`\`yaml
      maximum: { settled: flyer, asked: 7d57ca99 } # $6 everywhere, which changes 0 pages
      maximum: { settled: act-7, asked: 7d57ca99 } # $10 everywhere, which changes 1 page
      \`\`\`

      ## 3. What proves it? Riders who praise us

      - Pages claim it without evidence. pages/licenses.yaml:7

      | reading | value | source | evidence | printed on |
      |---|---|---|---|---|
      |  | 500+ |  | none | /licenses (pages/licenses.yaml:22) |

      \`\`\`yaml
      reviews: { evidence: { source: WHAT PROVES IT, checked: 2026-11-22 }, asked: 38688c7a }
      \`\`\`

      ## Nobody is asked about these: are they right?

      - Pages print them as they are. If one is wrong, answer it, too.

      | name | what it is | value | source | printed on |
      |---|---|---|---|---|
      | fee | The fee | $8 | the old website | 1 page |

      \`\`\`yaml
      # NAME: { value: 30 }
      \`\`\`
      "
    `)
  })

  it('does not say that pages print what a published site leaves out', async () => {
    const omitted = facts.replace('source: the old website', '$&, unproven: omit')
    await write(omitted + pages)
    const { stdout } = await run('facts', '--worksheet', '--now', '2026-11-22')
    expect(stdout).toContain('## 3. What proves it?')
    expect(stdout).not.toContain('Nobody is asked')
    await write(facts + pages)
  })

  it('has a worksheet for the whole ledger only', async () => {
    expect((await run('facts', 'license', '--worksheet')).code).toBe(2)
  })
})

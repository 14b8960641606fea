/** What `npm run changes` says of a change: the right words, the right pages, and nothing else. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
  it('are none in an unchanged site', async () => {
    expect(await reportLines()).toEqual(['Nothing has changed for visitors.'])
  })

  it('of a price are said once, with the pages that print it', async () => {
    edit('pages.yaml', 'value: 60', 'value: 65')
    expect(await reportLines()).toEqual([
      '2 pages changed; 1 fact changed.',
      '',
      'Facts',
      '  A tune-up (tune-up) $60 → $65: printed on 2 pages, in structured data on 1',
      '      /repairs, /rental',
    ])
  })
})

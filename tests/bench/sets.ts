/**
 * `npm run bench:sets`: what a set of many pages costs. `-- --rows 1000` takes fewer; `-- --same` has rows without a text of their own,
 * so that every page is like every other.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadSite, type LoadResult } from '../../schema/load-site.ts'
import { parseFile } from '../../schema/parse-file.ts'
import { summarizeProblems } from '../../schema/format-problems.ts'
import { summarizePage } from '../../schema/page-summary.ts'
import { measureLikeness } from '../../schema/rules/likeness.ts'
import { compileSet } from '../../schema/sets/compile-set.ts'
import { expandSet } from '../../schema/sets/expand-set.ts'
import { listSets } from '../../schema/sets/list-sets.ts'
import { readCsv } from '../../schema/sets/read-csv.ts'
import { createValidator } from '../../schema/validate-file.ts'
import { makeChance, makeSentences } from './random-text.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    same: { type: 'boolean', default: false },
  },
})
const count = Number(values.rows)

const chance = makeChance(1)
const sentence = makeSentences(chance)

function writeRows(): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const own = values.same ? ['The same.', 'Nothing.'] : [sentence(150), sentence(40)]
    return [
      `Town ${index}`,
      `County ${index % 250}`,
      (index % 400) + 1,
      `${(index % 9) + 1}-${(index % 9) + 10}`,
      30 + (index % 1000) / 100,
      ...own,
    ].join(',')
  })
  return `Town,County,Miles,Hours,Lat,About,Tip\n${rows.join('\n')}\n`
}

const pages = `sets:
  /towns/{town}:
    rows: data/towns.csv
    facts:
      miles: { label: 'Distance to {{town}}', unit: miles }
      hours: { label: 'Wait in {{town}}', unit: hours }
    page:
      kind: location
      title: Bike repair in {{town}}
      description: 'We come to {{town}}: it is \${miles}.'
      city: { name: '{{town}}', county: '{{county}}', region: TX, latitude: '{{lat}}', longitude: -102.1 }
      blocks:
        - type: breadcrumbs
        - type: hero
          heading: Bikes mended in {{town}}
          lead: 'We drive \${miles} to {{town}} within \${hours}, from \${tune-up}.'
          actions: [{ label: Call, href: 'tel:' }, { label: Home, href: / }]
        - { type: prose, body: '{{about}}' }
        - { type: prose, heading: How it works, body: '${sentence(120)}' }
        - type: checklist
          heading: What to bring
          lists: [{ items: ['The bike with both wheels on it in {{town}}', A little time, '{{tip}}'] }]
`

async function measure<T>(what: string, task: () => T | Promise<T>): Promise<T> {
  const [started, before] = [performance.now(), process.cpuUsage()]
  const result = await task()
  const { user, system } = process.cpuUsage(before)
  const figures = [
    performance.now() - started,
    (user + system) / 1000,
    process.memoryUsage().rss / 1e6,
  ].map((figure) => figure.toFixed(0).padStart(6))
  console.log(
    `${what.padEnd(34)} ${figures[0]} ms  ${figures[1]} ms of processor  ${figures[2]} MB`,
  )
  return result
}

const site = await mkdtemp(join(tmpdir(), 'signpost-sets-'))
try {
  await cp(join(import.meta.dirname, '../base-site'), site, { recursive: true })
  await mkdir(join(site, 'data'))
  const csv = writeRows()
  await writeFile(join(site, 'data/towns.csv'), csv)
  await writeFile(join(site, 'pages/towns.yaml'), pages)
  console.log(`${count} rows, ${(csv.length / 1e6).toFixed(1)} MB of CSV`)

  const schema = JSON.parse(
    await readFile(join(import.meta.dirname, '../../schema/site.gen.json'), 'utf8'),
  )
  const validate = await measure('compiling the schema', () => {
    const validator = createValidator(schema)
    validator.part('page', {}, { source: parseFile('x', Buffer.from('x: 1')), path: [] })
    return validator
  })
  const rows = await measure('reading the rows', () => readCsv('data/towns.csv', Buffer.from(csv)))
  const [set] = listSets([parseFile('pages/towns.yaml', Buffer.from(pages))])
  const compiled = compileSet(set!, new Map([['data/towns.csv', rows]]), schema, [])!
  const made = await measure('expanding', () => [...expandSet(compiled)])
  await measure('validating', () =>
    made.forEach(({ page, source }) =>
      validate.part('page', page.raw, { source, path: page.place.path }),
    ),
  )
  const loaded: LoadResult = await measure('loading the whole site, all of it', () =>
    loadSite(site),
  )
  const { resolved } = loaded
  const summaries = await measure('of that, signatures', () =>
    resolved!.pages.map((page) =>
      summarizePage(page, resolved!.placeNames, resolved!.merged.pages.get(page.route)?.names),
    ),
  )
  const detail = (route: string) => resolved!.pages.find((page) => page.route === route)!
  await measure('of that, likeness', () =>
    measureLikeness({ ...resolved!, pages: summaries, detail }, 60),
  )
  console.log(`${loaded.pages.length} pages: ${summarizeProblems(loaded.problems)}`)
} finally {
  await rm(site, { recursive: true })
}

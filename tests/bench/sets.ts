/**
 * `npm run bench:sets`: the time and memory of each stage for a set of many pages. `-- --rows 1000`
 * sets the number of rows. `-- --same` gives all rows the same text, so that all pages are
 * near-duplicates.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWholeSite, type WholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { parseFile } from '../../schema/source/parse-file.ts'
import { summarizeProblems } from '../../schema/problems/format-problems.ts'
import { summarizePage } from '../../schema/resolve/page-summary.ts'
import { measureSimilarity } from '../../schema/rules/similarity.ts'
import { compileSet } from '../../schema/sets/compile-set.ts'
import { expandSet } from '../../schema/sets/add-sets.ts'
import { listSets } from '../../schema/sets/list-sets.ts'
import { parseCsv } from '../../schema/tables/parse-csv.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { getValidator } from '../../schema/validate/validate-file.ts'
import { readOptions } from './read-options.ts'
import { createRandom, createSentenceGenerator } from './random-text.ts'

const values = await readOptions(
  'bench:sets',
  {
    rows: { value: 'N', help: 'The number of rows.', default: '10000' },
    same: 'Give all rows the same texts.',
  },
  { '--rows 10000': 'Time each stage of a set with 10,000 rows.' },
)
const count = Number(values.rows)

const random = createRandom(1)
const sentence = createSentenceGenerator(random)

function generateRowsCsv(): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const texts = values.same ? ['The same.', 'Nothing.'] : [sentence(150), sentence(40)]
    return [
      `Town ${index}`,
      `County ${index % 250}`,
      (index % 400) + 1,
      `${(index % 9) + 1}-${(index % 9) + 10}`,
      30 + (index % 1000) / 100,
      ...texts,
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
          heading: Bikes repaired in {{town}}
          lead: 'We drive \${miles} to {{town}} within \${hours}, from \${tune-up}.'
          actions: [{ label: Call, href: 'tel:' }, { label: Home, href: / }]
        - { type: prose, body: '{{about}}' }
        - { type: prose, heading: How it works, body: '${sentence(120)}' }
        - type: checklist
          heading: What to bring
          lists: [{ items: ['The bike with both wheels on it in {{town}}', A little time, '{{tip}}'] }]
`

async function measureStage<T>(label: string, task: () => T | Promise<T>): Promise<T> {
  const [started, before] = [performance.now(), process.cpuUsage()]
  const result = await task()
  const { user, system } = process.cpuUsage(before)
  const figures = [
    performance.now() - started,
    (user + system) / 1000,
    process.memoryUsage().rss / 1e6,
  ].map((figure) => figure.toFixed(0).padStart(6))
  console.log(
    `${label.padEnd(34)} ${figures[0]} ms  ${figures[1]} ms of CPU time  ${figures[2]} MB`,
  )
  return result
}

const site = await mkdtemp(join(tmpdir(), 'signpost-sets-'))
try {
  await cp(join(import.meta.dirname, '../base-site'), site, { recursive: true })
  await mkdir(join(site, 'data'))
  const csv = generateRowsCsv()
  await writeFile(join(site, 'data/towns.csv'), csv)
  await writeFile(join(site, 'pages/towns.yaml'), pages)
  console.log(`${count} rows, ${(csv.length / 1e6).toFixed(1)} MB of CSV`)

  const schema = loadSchema()
  const validate = await measureStage('compiling the schema', () => {
    const validator = getValidator(schema)
    validator.definition('page', {}, { source: parseFile('x', Buffer.from('x: 1')), path: [] })
    return validator
  })
  const rows = await measureStage('reading the rows', () =>
    parseCsv('data/towns.csv', Buffer.from(csv)),
  )
  const [set] = listSets([parseFile('pages/towns.yaml', Buffer.from(pages))])
  const compiled = compileSet(set!, new Map([['data/towns.csv', rows]]), {
    schema,
    problems: [],
    ledger: new Map(),
    language: 'en-US',
  })!
  const expanded = await measureStage('expanding', () => [...expandSet(compiled)])
  await measureStage('validating', () =>
    expanded.forEach(({ page, source }) =>
      validate.definition('page', page.raw, { source, path: page.location.path }),
    ),
  )
  const loaded: WholeSite = await measureStage('loading the whole site', () => readWholeSite(site))
  const summaries = await measureStage('of that, signatures', () =>
    loaded.pages.map((page) =>
      summarizePage(page, loaded.placeNames, loaded.site.pages.get(page.route)?.routeValues),
    ),
  )
  const getResolvedPage = (route: string) => loaded.pages.find((page) => page.route === route)!
  await measureStage('of that, similarity', () =>
    measureSimilarity({ ...loaded, pages: summaries, getResolvedPage }),
  )
  console.log(`${loaded.pages.length} pages: ${summarizeProblems(loaded.problems)}`)
} finally {
  await rm(site, { recursive: true })
}

/** Page sets: a template with rows gives the same pages as entries written by hand. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { collectAddresses } from '../../schema/resolve/site-addresses.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { formatText } from '../../scripts/report/print-text.ts'
import { readWholeSite, type WholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { parseFile } from '../../schema/source/parse-file.ts'
import { compileSet } from '../../schema/sets/compile-set.ts'
import { expandSet } from '../../schema/sets/add-sets.ts'
import { listSets } from '../../schema/sets/list-sets.ts'
import { parseRowFile } from '../../schema/tables/parse-row-file.ts'
import { listLedger } from '../../scripts/report/list-ledger.ts'
import { formatLedger } from '../../scripts/report/facts-report.ts'
import { root } from '../helpers/run-npm-script.ts'
import { ignoreUnlinked } from '../helpers/ignore-unlinked.ts'

const testsDir = join(root, 'tests')
const windowCleaning = join(testsDir, 'sites/window-cleaning')
let work: string

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-sets-'))
})
afterAll(() => rm(work, { recursive: true }))

/** Loads the base site with these files added or replaced. */
async function loadBaseSiteWith(files: Record<string, string>): Promise<WholeSite> {
  const site = await mkdtemp(join(work, 'site-'))
  await cp(join(testsDir, 'base-site'), site, { recursive: true })
  await mkdir(join(site, 'data'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(site, name), text)
  return readWholeSite(site)
}
const listPagesWithoutHome = ({ pages }: WholeSite) =>
  pages
    .filter(({ data }) => data.route !== '/')
    // Where they are written differs.
    .map(({ data, meta }) => ({ data, meta }))

const simplePage = {
  kind: 'info',
  title: 'Bikes in {{town}}',
  description: 'Bikes repaired in {{town}}.',
  blocks: [{ type: 'hero', heading: 'Bikes repaired in {{town}}' }],
}
const createSimpleSet = (rows: unknown, rest: object = {}) =>
  stringify({ sets: { '/towns/{town}': { rows, page: simplePage, ...rest } } })

describe('a site with sets', () => {
  let loaded: WholeSite
  const find = (route: string) => loaded.pages.find(({ data }) => data.route === route)!
  beforeAll(async () => {
    loaded = await readWholeSite(windowCleaning)
  })

  it('has a page for each row that passes the filters, and for each combination', () => {
    expect(loaded.problems).toEqual([])
    expect(loaded.pages.map(({ data }) => data.route)).toEqual([
      '/',
      '/oranmore',
      '/bearna',
      '/an-cheathru-rua',
      '/oranmore/gutters',
      '/bearna/gutters',
      '/bearna/conservatories',
      '/an-cheathru-rua/gutters',
      '/an-cheathru-rua/conservatories',
      '/stories/the-lighthouse',
      '/stories/a-shop',
    ])
  })

  it('prints the facts of the row, with their units', () => {
    expect(find('/bearna').data.head.description).toBe(
      'Clean windows in Bearna, 8 kilometres from our yard, from €35.',
    )
    expect(find('/an-cheathru-rua').data.blocks[1]).toMatchObject({
      lead: [{ t: 'p', c: ['We are with you in 50 minutes.'] }],
    })
  })

  it('converts cells to the types of their properties', () => {
    expect(find('/bearna').meta.city).toMatchObject({ name: 'Bearna', latitude: 53.2513 })
    expect(find('/stories/a-shop').meta.indexed).toBe(false)
    expect(find('/stories/the-lighthouse').meta.indexed).toBe(true)
  })

  it('omits properties with an empty cell, and inserts lists', () => {
    const types = (route: string) => find(route).data.blocks.map(({ type }) => type)
    expect(types('/bearna')).toEqual(['breadcrumbs', 'hero', 'prose', 'definitions'])
    expect(types('/an-cheathru-rua')).toEqual(['breadcrumbs', 'hero', 'definitions'])
    expect(types('/stories/the-lighthouse')).toEqual(['hero', 'prose'])
    const questions = (route: string) =>
      (find(route).data.blocks.at(-1) as unknown as { items: { question: string }[] }).items.map(
        ({ question }) => question,
      )
    expect(questions('/bearna/conservatories')).toEqual([
      'Is the roof walked on?',
      'How long does it take?',
      'Do you come to Bearna on Saturdays?',
    ])
    expect(questions('/bearna/gutters')).toEqual(['Do you come to Bearna on Saturdays?'])
  })

  it('applies the overrides of a page to the template', () => {
    const { head, blocks } = find('/oranmore').data
    expect(head.title).toBe('Window cleaning in Oranmore, where we began')
    expect(blocks[1]).toMatchObject({
      heading: 'Clean windows in Oranmore',
      lead: [{ t: 'p', c: ['Our first window was in Oranmore.'] }],
    })
    expect(blocks.at(-1)).toMatchObject({ heading: 'What it costs at home' })
  })

  it('gives its pages aliases, breadcrumbs and labels like other pages', () => {
    const addresses = collectAddresses(loaded)
    expect(addresses.get('/old/gutters-an-cheathru-rua.html')?.to).toBe('/an-cheathru-rua/gutters')
    expect(find('/bearna/gutters').data.breadcrumbs).toEqual([
      { label: 'Home', href: '/' },
      { label: 'Window cleaning in Bearna', href: '/bearna' },
      { label: 'Gutter cleaning in Bearna' },
    ])
  })

  it('reports the facts of its rows, with their computed distances', async () => {
    const site = join(work, 'without-name')
    await cp(windowCleaning, site, { recursive: true })
    const strip = async (file: string, text: RegExp) =>
      writeFile(join(site, file), (await readFile(join(site, file), 'utf8')).replace(text, ''))
    await strip('pages/sets.yaml', / *name: towns\n/)
    await strip('pages/home.yaml', / *- type: city-table[\s\S]*/)
    const report = listLedger(await readWholeSite(site), '2026-11-22')
    const distances = report.facts.filter(({ name }) => name === 'distance')
    expect(distances.map(({ own, distance }) => [own, distance])).toEqual([
      [
        { route: '/oranmore', file: 'data/towns.csv', line: 2 },
        { stated: 9, computed: 5, differs: true },
      ],
      [
        { route: '/bearna', file: 'data/towns.csv', line: 3 },
        { stated: 8, computed: 4, differs: true },
      ],
      [
        { route: '/an-cheathru-rua', file: 'data/towns.csv', line: 5 },
        { stated: 42, computed: 22, differs: true },
      ],
    ])
    expect(distances[1]!.readings[0]!.printed).toEqual([
      { route: '/bearna', file: 'pages/sets.yaml', line: 12 },
    ])
    expect(formatText(formatLedger(report, []))).toContain(
      'drive: a fact of each of 3 pages, minutes  pages/sets.yaml:7\n  15–20 minutes  /oranmore  data/towns.csv:2',
    )
  })
})

describe('rows', () => {
  const rows = [
    { town: 'Fort Worth', tip: 'Ring, then "wait"; twice.' },
    { town: 'Odessa', tip: 'Park behind\nthe shop.' },
  ]
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const toCsv = (separator: string, end: string) =>
    [`Town${separator}Tip`, ...rows.map(({ town, tip }) => [town, cell(tip)].join(separator))].join(
      end,
    ) + end
  const page = { ...simplePage, blocks: [...simplePage.blocks, { type: 'prose', body: '{{tip}}' }] }
  const set = (from: unknown) => stringify({ sets: { '/towns/{town}': { rows: from, page } } })

  it.each([
    ['data/rows.csv', toCsv(',', '\n')],
    ['data/rows.csv', `\uFEFF${toCsv(';', '\r\n').replace('Park behind\n', 'Park behind\n')}`],
    ['data/rows.tsv', toCsv('\t', '\n')],
    ['data/rows.json', JSON.stringify(rows)],
    ['data/rows.json', `[${rows.map((row) => `${JSON.stringify(row)}, `).join('')}]`],
    ['data/rows.yaml', stringify(rows)],
  ])('%s gives the same pages as a list', async (file, text) => {
    const ofList = await loadBaseSiteWith({ 'pages/set.yaml': set(rows) })
    const ofFile = await loadBaseSiteWith({ 'pages/set.yaml': set(file), [file]: text })
    expect(ignoreUnlinked(ofFile.problems)).toEqual([])
    expect(listPagesWithoutHome(ofFile)).toEqual(listPagesWithoutHome(ofList))
    expect(listPagesWithoutHome(ofFile)).toHaveLength(2)
  })

  const numbers = { A: '01001', B: '1.10', C: '1e3', D: '-0', E: '12345678901234567890', F: '7' }
  const asYaml = Object.entries(numbers)
    .map(([town, size]) => `- { town: ${town}, size: ${size} }`)
    .join('\n')
  const asJson = Object.entries(numbers)
    .map(([town, size]) => `{ "town": "${town}", "size": ${size}, "note": "1.10 \\"2.0\\"" }`)
    .join(', ')

  it.each([
    ['a YAML file', 'data/rows.yaml', asYaml],
    // JSON has no number 01001.
    ['a JSON file', 'data/rows.json', `[${asJson.replace('01001', '"01001"')}]`],
    ['a JSON file with a YAML number', 'data/rows.json', `[${asJson}]`],
    ['the set itself', undefined, asYaml],
  ])('keep the spelling of numbers in %s', async (_, file, text) => {
    const load = async (set: string) =>
      listPagesWithoutHome(
        await loadBaseSiteWith({
          'pages/set.yaml': `sets:\n  /{town}:\n    rows: ${file ?? `\n${text.replaceAll(/^/gm, '      ')}`}\n${set}`,
          ...(file && { [file]: text }),
        }),
      )
    const page =
      "    page: { kind: info, title: 'T {{town}}', description: D, blocks: [{ type: hero, heading: '{{size}}', lead: 'Size {{size}}' }] }"
    const pages = await load(page)
    expect(pages.map(({ data }) => data.blocks[0])).toMatchObject(
      Object.values(numbers).map((size) => ({
        heading: size,
        lead: [{ t: 'p', c: [`Size ${size}`] }],
      })),
    )
    const choose = async (where: string) =>
      (await load(`${page}\n    where: ${where}`)).map(({ data }) => data.route)
    expect(await choose('{ size: 01001 }')).toEqual(['/a'])
    expect(await choose('{ size: 1001 }')).toEqual([])
    expect(await choose('{ size: [1.10, "1e3"] }')).toEqual(['/b', '/c'])
    expect(await choose('{ size: { min: 1000, max: 1001 } }')).toEqual(['/a', '/c'])
  })

  it('give a fact the number that a cell spells', async () => {
    const set = `sets:
  /{town}:
    rows: [{ town: A, size: 1e3 }, { town: B, size: 010.50 }]
    facts: { size: { label: 'Size of {{town}}', unit: miles }, code: { label: 'Code of {{town}}', unit: text, value: '{{size}}' } }
    page: { kind: info, title: 'T {{town}}', description: D, blocks: [{ type: hero, heading: '\${size}, \${code}' }] }`
    const pages = listPagesWithoutHome(await loadBaseSiteWith({ 'pages/set.yaml': set }))
    expect(pages.map(({ data }) => data.blocks[0])).toMatchObject([
      { heading: '1,000 miles, 1e3' },
      { heading: '10.5 miles, 010.50' },
    ])
  })

  it('are filtered by values, lists, ranges and empty cells', async () => {
    const list = [
      { town: 'A', people: 900, served: 'yes', tags: ['sea', 'north'] },
      { town: 'B', people: '1000', served: true, note: ' ' },
      { town: 'C', people: 5000, served: 'no', note: 'x' },
      { town: 'D', served: 'TRUE', note: 'y' },
    ]
    const choose = async (filters: object) =>
      listPagesWithoutHome(
        await loadBaseSiteWith({ 'pages/set.yaml': createSimpleSet(list, filters) }),
      ).map(({ data }) => data.route.at(-1))
    expect(await choose({ where: { served: true } })).toEqual(['a', 'b', 'd'])
    expect(await choose({ where: { served: true, town: ['B', 'd', 'C'] } })).toEqual(['b', 'd'])
    expect(await choose({ where: { people: { min: 1000 } } })).toEqual(['b', 'c'])
    expect(await choose({ except: { people: { max: 999 } } })).toEqual(['b', 'c', 'd'])
    expect(await choose({ where: { note: '' } })).toEqual(['a', 'b'])
    expect(await choose({ except: [{ note: '' }, { served: false, note: 'x' }] })).toEqual(['d'])
    expect(await choose({ where: { tags: 'sea' } })).toEqual(['a'])
  })

  it('have a source location for each cell, whatever its content', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '7', ' ', ',', ';', '"', '\n', '\r\n', '\t'),
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('\n', '\r\n'),
        (cells, end) => {
          const file = [['one', 'two', 'three'], ...cells]
            .map((row) => row.map(cell).join(','))
            .join(end)
          const { table, problems } = parseRowFile('rows.csv', Buffer.from(file))
          expect(problems).toEqual([])
          const written = cells.filter((row) => row.some((value) => value.trim() !== ''))
          expect(table!.rows).toEqual(written.map((row) => row.map((value) => value.trim())))
          written.forEach((row, index) =>
            row.forEach((value, column) => {
              const { line, column: at } = table!.locate(index, column)
              const start =
                file
                  .split('\n')
                  .slice(0, line - 1)
                  .join('\n').length +
                (line > 1 ? 1 : 0) +
                at -
                1
              expect(file.slice(start, start + cell(value).length)).toBe(cell(value))
            }),
          )
        },
      ),
    )
  })
})

describe('expansion', () => {
  /**
   * Contents of cells and of the template texts around them, with YAML, CSV and Markdown
   * characters.
   */
  const words = fc
    .string({
      unit: fc.constantFrom(
        'a',
        'ü',
        'Z',
        ' ',
        "'",
        '"',
        ',',
        ':',
        '#',
        '*',
        '-',
        '$',
        '&',
        '\n',
        '|',
      ),
      minLength: 1,
      maxLength: 12,
    })
    .map((text) => `x${text}x`)
  const piece = fc.oneof(
    words,
    fc.constantFrom('${tune-up}', '${guarantee.flyer}', '[home](/)', '**so**'),
    fc.constantFrom({ column: 'one' }, { column: 'two' }),
  )
  const text = fc.array(piece, { minLength: 1, maxLength: 5 })
  type Text = (string | { column: string })[]
  const rows = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 999 }), one: words, two: words }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 5 },
  )

  const build = (print: (text: Text) => string, [title, lead, body, item]: Text[]) => ({
    kind: 'info',
    title: print(title!),
    description: print([...title!, ' about ', ...lead!]),
    blocks: [
      { type: 'hero', heading: print(title!), lead: print(lead!) },
      { type: 'prose', body: print(body!) },
      { type: 'checklist', lists: [{ items: ['first', print(item!)] }] },
    ],
  })

  it('equals the pages written by hand', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.tuple(text, text, text, text),
        fc.constantFrom('csv', 'json', 'yaml', 'list'),
        async (list, texts, format) => {
          const template = build(
            (parts) =>
              parts
                .map((part) => (typeof part === 'string' ? part : `{{${part.column}}}`))
                .join(''),
            texts,
          )
          const handwritten = (row: Record<string, unknown>) =>
            build(
              (parts) =>
                parts
                  .map((part) => (typeof part === 'string' ? part : String(row[part.column])))
                  .join(''),
              texts,
            )
          const table = {
            csv: `id,one,two\n${list
              .map((row) =>
                Object.values(row)
                  .map((value) => `"${String(value).replaceAll('"', '""')}"`)
                  .join(','),
              )
              .join('\n')}`,
            json: JSON.stringify(list),
            yaml: stringify(list),
            list: '',
          }[format]
          const made = await loadBaseSiteWith({
            'pages/all.yaml': stringify({
              sets: {
                '/n{id}': {
                  rows: format === 'list' ? list : `data/rows.${format}`,
                  page: template,
                },
              },
            }),
            ...(format !== 'list' && { [`data/rows.${format}`]: table }),
          })
          const written = await loadBaseSiteWith({
            'pages/all.yaml': stringify({
              pages: Object.fromEntries(list.map((row) => [`/n${row.id}`, handwritten(row)])),
            }),
          })
          const byRoute = (result: WholeSite) =>
            listPagesWithoutHome(result).sort((a, b) => (a.data.route < b.data.route ? -1 : 1))
          expect(byRoute(made)).toEqual(byRoute(written))
          const codes = ({ problems }: WholeSite) =>
            [...new Set(problems.map(({ code }) => code))].sort()
          expect(codes(made)).toEqual(codes(written))
        },
      ),
      { numRuns: 12 },
    )
  })

  it('of two columns has a page for each combination', async () => {
    const schema = loadSchema()
    const source = parseFile(
      'set.yaml',
      Buffer.from(
        createSimpleSet({ town: ['A', 'B', 'C'], time: ['x', 'y'] })
          .replaceAll('{town}', '{town}-{time}')
          .replaceAll('{{town}-{time}}', '{{town}} {{time}}'),
      ),
    )
    const set = compileSet(listSets([source])[0]!, new Map(), {
      schema,
      problems: [],
      ledger: new Map(),
      language: 'en-US',
    })!
    expect([...expandSet(set)].map(({ page }) => page.route)).toEqual(
      ['a-x', 'a-y', 'b-x', 'b-y', 'c-x', 'c-y'].map((name) => `/towns/${name}`),
    )
  })

  it('of a changed row changes only its page', async () => {
    const hashes = async (tips: string[]) => {
      const page = {
        ...simplePage,
        blocks: [...simplePage.blocks, { type: 'prose', body: '{{tip}}' }],
      }
      const text = stringify({
        sets: {
          '/towns/{town}': {
            rows: tips.map((tip, index) => ({ town: `Town ${index}`, tip })),
            page,
          },
        },
      })
      return new Map(
        listPagesWithoutHome(await loadBaseSiteWith({ 'pages/set.yaml': text })).map(
          ({ data, meta }) => [data.route, meta.contentHash],
        ),
      )
    }
    const [before, after] = [await hashes(['a', 'b', 'c']), await hashes(['a', 'B', 'c', 'd'])]
    expect(
      [...before].filter(([route, hash]) => after.get(route) !== hash).map(([route]) => route),
    ).toEqual(['/towns/town-1'])
  })
})

describe('problems', () => {
  const many = Array.from({ length: 100 }, (_, index) => ({
    town: `Town ${index}`,
    size: index % 10 === 5 ? 'large' : index,
  }))

  it('of a template are reported once, with the number of rows', async () => {
    const { problems } = await loadBaseSiteWith({
      'pages/set.yaml': createSimpleSet(many).replace('heading', 'haeding'),
    })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({
      code: 'UNKNOWN_PROPERTY',
      file: 'pages/set.yaml',
      setOrigin: { route: '/towns/town-0', otherRowCount: 99, inRow: false },
    })
  })

  it('of cells are reported one by one', async () => {
    const { problems } = await loadBaseSiteWith({
      'pages/set.yaml': createSimpleSet(many, {
        facts: { size: { label: 'Size', unit: 'count' } },
      }),
    })
    expect(problems.map(({ code, found }) => `${code} ${found}`)).toEqual(
      Array(10).fill('INVALID_CELL large'),
    )
    expect(new Set(problems.map(({ line }) => line)).size).toBe(10)
    expect(problems.some(({ setOrigin }) => setOrigin?.otherRowCount)).toBe(false)
  })

  it('of too many cells are summarized with a count', async () => {
    const { problems } = await loadBaseSiteWith({
      'pages/set.yaml': createSimpleSet(
        many.map((row) => ({ ...row, size: 'x' })),
        { facts: { size: { label: 'Size', unit: 'count' } } },
      ),
    })
    expect(problems).toHaveLength(10)
    expect(problems.at(-1)!.setOrigin!.otherRowCount).toBe(90)
  })
})

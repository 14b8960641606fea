import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { globSync } from 'tinyglobby'
import { expect } from 'vitest'
import { fastScanOutline } from '../../../schema/fast/fast-outline.ts'
import { parseFile } from '../../../schema/source/parse-file.ts'
import {
  addPageHashes,
  readSourceOutline,
  readUnvalidatedSource,
} from '../../../schema/source/source-outline.ts'
import { PageEntries } from '../../../schema/source/page-entries.ts'
import { readSourceSummary, type SourceSummary } from '../../../schema/source/source-summary.ts'
import { isRecord } from '../../../schema/util/records.ts'
import type { Validator } from '../../../schema/validate/validate-file.ts'
import { root } from '../../helpers/run-npm-script.ts'
import type { FastPathTest } from '../harness.ts'

const acceptAll = Object.assign(() => [], { definition: () => [] }) as Validator
const pictures = ['/shop.png', '/ann.jpg']
/** Keeps the last result, because a fast path and its reference read the same text in turn. */
function memoizeLast<Result>(read: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | undefined
  return (text) => (last?.text === text ? last : (last = { text, result: read(text) })).result
}

const readWholeFile = memoizeLast((text) =>
  readSourceSummary('/x.yaml', 'x.yaml', Buffer.from(text), acceptAll, pictures),
)
const parseWholeFile = memoizeLast((text) => parseFile('x.yaml', Buffer.from(text)))
const readOutline = (text: string) =>
  readSourceOutline('/x.yaml', 'x.yaml', Buffer.from(text), pictures)
const readUnvalidated = (text: string) =>
  readUnvalidatedSource('/x.yaml', 'x.yaml', Buffer.from(text), pictures)

/** Mistakes in the parts that a scan omits stay undetected, so invalid files are not compared. */
const isReadable = (text: string) => readWholeFile(text).problems.length === 0

/** Compared as JSON, so that the order of the pages matters. */
const toJson = (summary: SourceSummary) => JSON.stringify(summary, null, 1)

const outlines = {
  fast: (text: string) =>
    isReadable(text) && fastScanOutline(Buffer.from(text))
      ? toJson(readOutline(text).summary)
      : undefined,
  reference: (text: string) => toJson({ ...readWholeFile(text), pages: [] }),
}

/** @property entries each page, and each sequence of pages parsed from its own bytes. */
type PageEntriesResult = { summary: string; entries: unknown }

const parseWholePages = (text: string) =>
  (parseWholeFile(text).value as { pages: Record<string, unknown> }).pages

/** Entries may depend on each other, for example through an anchor. Some cannot be parsed then. */
const hasOwnEntries = (text: string) => parseWholeFile(text).entryBytes !== undefined

/** Without entries of its own, a file is hashed in another way. */
const withComparableHashes = (text: string, summary: SourceSummary) => ({
  ...summary,
  pages: summary.pages.map(([route, hash]): [string, string] => [
    route,
    hasOwnEntries(text) ? hash : '',
  ]),
})

/** Lists all sequences of adjacent pages, as indexes of the first one and after the last one. */
const listRuns = (count: number) =>
  Array.from({ length: count }, (_, from) =>
    Array.from({ length: count - from }, (_, length) => [from, from + length + 1] as const),
  ).flat()

const pageEntries = {
  fast: (text: string): PageEntriesResult | undefined => {
    if (!isReadable(text)) return undefined
    const bytes = Buffer.from(text)
    const found = readUnvalidated(text)
    expect(addPageHashes(readOutline(text), bytes)).toEqual(found)
    if (!found) return undefined
    const { summary, entryOffsets } = found
    const pages = parseWholePages(text)
    const routes = Object.keys(pages)
    const isOptional = !hasOwnEntries(text)
    const pick = (from: number, to: number) => ({
      pages: Object.fromEntries(routes.slice(from, to).map((route) => [route, pages[route]])),
    })
    const entries = new PageEntries('x.yaml', bytes)
    const single = routes.map((route) => entries.read(route))
    const runs = listRuns(routes.length).map(
      ([from, to]) =>
        entries.parseRange(entryOffsets[from]!, entryOffsets[to]!)?.value ??
        (isOptional ? pick(from, to) : `${from} to ${to} cannot be parsed`),
    )
    return {
      summary: toJson(withComparableHashes(text, summary)),
      entries: [single, runs],
    }
  },
  reference: (text: string): PageEntriesResult => {
    const whole = readWholeFile(text)
    const pages = parseWholePages(text)
    const routes = Object.keys(pages)
    const pick = (from: number, to: number) => ({
      pages: Object.fromEntries(routes.slice(from, to).map((route) => [route, pages[route]])),
    })
    return {
      summary: toJson(withComparableHashes(text, whole)),
      entries: [
        routes.map((route) => (isRecord(pages[route]) ? pages[route] : {})),
        listRuns(routes.length).map(([from, to]) => pick(from, to)),
      ],
    }
  },
}

const sample = `site: { name: Bakery }
pages:
  # The first one.
  /bread:
    kind: info
    title: "Bread \\"& more\\""
    description: "Warm: # and more"
    service:
      name: 'It''s bread'
      notes: |
        title: none
    blocks:
      - type: hero
        heading: Bread
# A comment at the margin.
        lead: |
          blocks:
            none: of these
      - type: prose

        body: >-
          Long
          text.
    label: Bread
  /news:
    kind: info
    blocks:
    - type: hero
    - { type: prose, body: '/shop.png' }
    title: News
facts:
  dozen: { label: A dozen, unit: count, value: 12 }
`

const variants: [what: string, text: string][] = [
  [
    'articles',
    'pages:\n  /a:\n    blocks:\n      - { type: prose, body: Words }\n    kind: article\n',
  ],
  [
    'lists of articles',
    'pages:\n  /a:\n    kind: info\n    blocks:\n      - type: posts\n      - type: hero\n',
  ],
  ['names in escapes', 'pages:\n  /a:\n    kind: info\n    blocks:\n      - type: "p\\u006fsts"\n'],
  [
    'names cut by a break',
    'pages:\n  /a:\n    kind: info\n    blocks:\n      - type: "po\\\n          sts"\n',
  ],
  [
    'a page that is a text with a colon',
    'pages:\n  /a:\n    words:more\n  /b:\n    description: Words\n',
  ],
  [
    'values over several lines',
    'pages:\n  /a:\n    description: "One\n      two"\n    service:\n      name: One\n    lead: >-\n      Words\n\n      title: none\n    title: A\n',
  ],
  ['blocks in a text', 'pages:\n  /a: |\n    blocks:\n      - type: hero\n'],
  [
    'blocks in a description',
    'pages:\n  /a:\n    description: >-\n      one\n\n      blocks:\n        two\n    blocks:\n      - type: hero\n',
  ],
  [
    'blocks elsewhere',
    'site:\n  notFound:\n    blocks:\n      - type: hero\nsets:\n  /{a}:\n    page:\n      blocks:\n        - type: hero\n',
  ],
  [
    'blocks on one line',
    'pages:\n  /a:\n    blocks: [{ type: hero }]\n  /b:\n    blocks:\n      - type: hero',
  ],
  ['no blocks', 'pages:\n  /a:\n    blocks:\n  /b:\n    title: B\n'],
  [
    'an anchor',
    'pages:\n  /a:\n    blocks:\n      - type: hero\n        heading: &name Text\n  /b:\n    title: *name\n',
  ],
  [
    'an anchor for blocks',
    'pages:\n  /a:\n    blocks: &all\n      - type: hero\n  /b:\n    blocks: *all\n',
  ],
  [
    'line breaks of Windows',
    'pages:\r\n  /a:\r\n    title: A\r\n    blocks:\r\n      - type: hero\r\n',
  ],
  ['pages in a list', 'pages:\n  - /a\n  - blocks:\n      - type: hero\n'],
  ['nothing', ''],
  [
    'a text with the mark',
    'pages:\n  /a:\n    blocks: \u00a6\n  /b:\n    blocks:\n      - type: hero\n',
  ],
]

const piece = fc.constantFrom(
  '\n',
  'description: ',
  '    lead:',
  'a:b',
  '\n    words',
  '\r\n',
  '\r',
  ' ',
  '  ',
  '    ',
  '- ',
  'blocks:',
  'blocks:\n',
  'pages:\n',
  '"',
  "'",
  '#',
  ' # ',
  '|',
  '\n      ',
  '\n    ',
  '\n  /new:\n',
  'kind: article\n',
  'posts',
  '{',
  '}',
  '[',
  ']',
  ':',
  '&a ',
  '*a',
)
const edit = fc.record({ at: fc.nat(sample.length), drop: fc.nat(12), piece })

const editedSamples = fc
  .array(edit, { minLength: 1, maxLength: 3 })
  .map((edits) =>
    edits.reduce(
      (all, { at, drop, piece: added }) => all.slice(0, at) + added + all.slice(at + drop),
      sample,
    ),
  )

const files = globSync(['pages.yaml', 'pages/*.yaml', 'tests/{base-site,sites,cases}/**/*.yaml'], {
  cwd: root,
}).map((file) => readFileSync(join(root, file), 'utf8'))
const inputs = [sample, ...variants.map(([, text]) => text), ...files]

export const outlineTests: FastPathTest<string, any>[] = [
  {
    ...outlines,
    title: 'Outline',
    arbitrary: editedSamples,
    runs: 300,
    minimumCoverage: 1 / 20,
    covered: [sample],
    samples: { inputs, minimumCovered: Math.floor(files.length / 2) },
  },
  {
    ...pageEntries,
    title: 'Outline: the entries of the pages',
    arbitrary: editedSamples,
    runs: 300,
    minimumCoverage: 1 / 20,
    covered: [sample],
    samples: { inputs, minimumCovered: Math.floor(files.length / 4) },
  },
]

/** Loads the examples of a block, blocks/<type>/examples.yaml, and resolves each like a page. */
import { createMoment } from '../../schema/days/moment.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Document, isCollection, isMap, isSeq, parseDocument, visit, type YAMLMap } from 'yaml'
import { ContentDates } from '../../schema/days/content-dates.ts'
import { mergeSources } from '../../schema/merge/merge-sources.ts'
import type { PageData, PictureFile } from '../../schema/page-data.ts'
import { parseFile } from '../../schema/source/parse-file.ts'
import type { ParsedFile, Problem } from '../../schema/problems/problem.ts'
import { sortProblems } from '../../schema/problems/arrange-problems.ts'
import { summarizePage } from '../../schema/resolve/page-summary.ts'
import type { ResolvedPage } from '../../schema/resolve/page/page-types.ts'
import { resolveAllPages, resolveSite } from '../../schema/resolve/resolve-site.ts'
import { runSiteRules } from '../../schema/rules/index.ts'
import { checkPage } from '../prerender/make/make-pages.ts'
import { createPageInputs } from '../prerender/make/page-types.ts'
import { resolveRoute } from '../prerender/read/resolve-pages.ts'
import type { BlockFolder } from '../../schema/block-types/find-blocks.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { getValidator } from '../../schema/validate/validate-file.ts'

export type Example = {
  name: string
  /** The expected problem code of an invalid example. */
  error?: string
  /** The block as an item of a page's `blocks:`. */
  yaml: string
  /** A page with only this block. Unspecified for an invalid example. */
  page: PageData
  /** The pictures in the block that need resized copies. */
  pictures: PictureFile[]
  problems: Problem[]
}

const sampleSitePath = join(import.meta.dirname, 'sample-site.yaml')

/** The files that examples may show. The pictures are in catalogue/public/. */
const samplePictures = {
  files: new Set(['/workshop.jpg', '/town.svg', '/prices.pdf']),
  infos: new Map([
    ['/workshop.jpg', { width: 1600, height: 900, hash: '0a1b2c3d', blur: '#a08060' }],
    ['/town.svg', { width: 1120, height: 280 }],
  ]),
}

/**
 * Loads the examples of a block in source order.
 * @param schema That of a site with the block.
 * @throws Error if the file is not a list.
 */
export async function loadExamples(
  { type, examples }: Pick<BlockFolder, 'type' | 'examples'>,
  schema = loadSchema(),
): Promise<Example[]> {
  const sample = parseFile('pages.yaml', await readFile(sampleSitePath))
  return parseExampleItems(type, examples).map((item) => {
    const { name, error } = item.toJSON() as { name: string; error?: string }
    const yaml = new Document([item.get('block', true)]).toString({ lineWidth: 110 })
    return { name, error, yaml, ...checkExample(yaml, sample, schema) }
  })
}

/**
 * Parses the examples, keeping their YAML style. Replaces aliases, so that each is self-contained.
 */
function parseExampleItems(type: string, text: string): YAMLMap[] {
  const document = parseDocument(text)
  visit(document, { Alias: (_, alias) => alias.resolve(document)?.clone() as YAMLMap })
  visit(document, { Node: (_, node) => void (isCollection(node) && delete node.anchor) })
  const items = isSeq(document.contents) ? (document.contents.items as unknown[]) : []
  if (items.length === 0 || !items.every((item) => isMap(item)))
    throw new Error(`blocks/${type}/examples.yaml is not a list of examples.`)
  return items
}

/**
 * Most blocks have no main heading, examples contain placeholders, and the page around them
 * describes no business.
 */
const ignoredCodes = new Set(['MAIN_HEADING_COUNT', 'PLACEHOLDER', 'DESCRIPTION_WITHOUT_BUSINESS'])

function checkExample(
  yaml: string,
  sample: ParsedFile,
  schema: Schema,
): Pick<Example, 'page' | 'pictures' | 'problems'> {
  // A file of its own, so that line numbers in messages are small.
  const page = `pages:\n  /:\n    kind: home\n    title: Example\n    description: An example.\n    blocks:\n${yaml.replace(/^(?=.)/gm, '      ')}`
  const source = parseFile('pages/example.yaml', new TextEncoder().encode(page))
  const site = mergeSources([sample, source], createMoment({}, {}))
  const resolved = resolveSite(site, schema, { pictures: samplePictures })
  const { pages, notFound } = resolveAllPages(resolved)
  const example = pages[0]!
  const summarize = (page: ResolvedPage) =>
    summarizePage(page, resolved.placeNames, undefined, true)
  const siteProblems = runSiteRules({
    ...resolved,
    pages: [summarize(example)],
    notFound: notFound && summarize(notFound),
    getResolvedPage: (route) => resolveRoute(resolved, route)!,
    publicFiles: samplePictures.files,
    dates: new ContentDates({}),
  })
  const problems = sortProblems([
    ...source.problems,
    ...getValidator(schema)(source),
    ...site.problems,
    ...checkPage(example, site.pages.get('/')!, createPageInputs(resolved, true)),
    ...[...siteProblems].flat(),
  ])
  return {
    page: example.data,
    pictures: example.findings.pictures,
    problems: problems.filter(({ code }) => !ignoredCodes.has(code)),
  }
}

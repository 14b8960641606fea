import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { mergeSources } from '../schema/merge-sources.ts'
import { parseFile } from '../schema/parse-file.ts'
import { resolveSite } from '../schema/resolve-site.ts'
import { checkRules } from '../schema/rules/index.ts'
import { ContentDates } from '../schema/content-dates.ts'
import type { Schema } from '../schema/schema-walk.ts'
import type { Block } from '../schema/types.gen.ts'
import { createValidator } from '../schema/validate-file.ts'

/** An example of a block: resolved, with the codes of the errors it gives. */
export type Example = { name: string; error?: string; resolved: Block; problems: string[] }

const here = import.meta.dirname
export const examplesFile = (type: string) => join(here, '../blocks', type, 'examples.yaml')

const schema = JSON.parse(await readFile(join(here, '../schema/site.gen.json'), 'utf8')) as Schema
const validate = createValidator(schema)
const base = parse(await readFile(join(here, 'base-site/pages.yaml'), 'utf8'))

/** What examples may cite. */
const facts = {
  price: { label: 'A price', unit: 'USD', value: 35 },
  'price-from': { label: 'Another price', unit: 'USD', value: 60 },
  minutes: { label: 'A time', unit: 'minutes', value: 12 },
  miles: { label: 'A distance', unit: 'miles', value: 60 },
  rating: { label: 'A rating', unit: 'rating', value: 4.9 },
}

/** The files that they may show. */
const pictures = {
  files: new Set(['/workshop.jpg', '/town.svg', '/prices.pdf']),
  infos: new Map([
    ['/workshop.jpg', { width: 1600, height: 900, hash: '0a1b2c3d', blur: '#a08060' }],
    ['/town.svg', { width: 1120, height: 280 }],
  ]),
}

/** Each example on a page of its own, taken through the stages as a real page is. */
export async function loadExamples(type: string): Promise<Example[]> {
  const written = parse(await readFile(examplesFile(type), 'utf8')) as { name: string; error?: string; block: object }[]
  return written.map(({ name, error, block }) => {
    const page = { kind: 'home', title: 'Example', description: 'An example.', blocks: [block] }
    const site = { ...base, include: undefined, facts, pages: { '/': page } }
    const source = parseFile('example.yaml', new TextEncoder().encode(stringify(site, { aliasDuplicateObjects: false })))
    const merged = mergeSources([source])
    const resolved = resolveSite(merged, schema, { pictures })
    const rules = checkRules({ ...resolved, publicFiles: pictures.files, dates: new ContentDates({}) })
    // A block alone has no main heading unless it is the hero, and its samples are samples.
    const problems = [...source.problems, ...validate(source), ...merged.problems, ...rules].filter(({ code }) => !['H1_COUNT', 'PLACEHOLDER'].includes(code))
    return { name, error, resolved: resolved.pages[0]!.data.blocks[0]!, problems: [...new Set(problems.map(({ code }) => code))] }
  })
}

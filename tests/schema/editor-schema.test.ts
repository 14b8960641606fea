/**
 * What the language server of editors does with the schema that `npm run check` writes for them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isScalar, parse, parseDocument, stringify, visit } from 'yaml'
import { buildEditorSchema } from '../../schema/editor/build-editor-schema.ts'
import { collectSiteValues } from '../../schema/editor/collect-site-values.ts'
import { isDerived, listRequired } from '../../schema/editor/read-schema.ts'
import { parseFile } from '../../schema/source/parse-file.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { followReference } from '../../schema/validate/walk-schema.ts'
import { getValidator } from '../../schema/validate/validate-file.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import { formatSchemaLine, writeEditorSchema } from '../../scripts/shared/editor-schema.ts'
import { root } from '../helpers/run-npm-script.ts'
import { startLanguageService } from '../helpers/yaml-language-service.ts'

type Service = ReturnType<typeof startLanguageService>

async function startForSite(dir: string): Promise<Service> {
  const { checked } = await checkSite(dir)
  return startLanguageService(buildEditorSchema(schema, collectSiteValues(checked!)))
}

const schema = loadSchema()
const resolve = (each: Schema) => followReference(schema, each)
const blocks = schema.$defs!.block!.oneOf!.map((branch) => {
  const block = resolve(branch)
  return { type: block.properties!.type!.const as string, block }
})
const types = blocks.map(({ type }) => type)

/** A page with these blocks, whose text has no indentation. */
const writePage = (list: string) => `pages:
  /a-page:
    kind: landing
    title: A page
    description: A description.
    service: { name: A service }
    blocks:
${list.replace(/^(?=.)/gm, '      ')}`

/** An example of a value with every property that authors write. */
function createExample(written: Schema): unknown {
  const value = resolve(written)
  if (value.const !== undefined) return value.const
  if (value.enum) return value.enum[0]
  if (value.items) return [createExample(value.items)]
  if (value.properties)
    return Object.fromEntries(
      listOwnProperties(value).map(([name, property]) => [name, createExample(property)]),
    )
  return value.type === 'boolean' ? true : value.type === 'number' ? 1 : 'a'
}

const listOwnProperties = ({ properties = {} }: Schema) =>
  Object.entries(properties).filter(([, property]) => !isDerived(property))

/** A schema that knows nothing about a site. */
const generic = startLanguageService(buildEditorSchema(schema))
let service: Service
beforeAll(async () => void (service = await startForSite(root)))

const listLabels = async (marked: string, from = service) =>
  (await from.complete(marked)).map(({ label }) => label)

describe('diagnostics', () => {
  // A quarter of the files of this site, because validation with its many values is slow.
  it.each([
    ['.', 4],
    ['tests/sites/bakery', 1],
    ['tests/sites/window-cleaning', 1],
  ])('the files of %s have none', async (site, every) => {
    const dir = join(root, site)
    const own = site === '.' ? service : await startForSite(dir)
    const files = readdirSync(join(dir, 'pages'))
      .filter((_, index) => index % every === 0)
      .map((file) => `pages/${file}`)
    expect(files.length).toBeGreaterThan(1)
    for (const file of ['pages.yaml', ...files])
      expect(await own.validate(readFileSync(join(dir, file), 'utf8')), file).toEqual([])
  })

  it('are in the lines in which the validator finds a mistake', async () => {
    const wrong: string[] = []
    const count = { valid: 0, invalid: 0 }
    for (const { name, text } of [...listExamples(), ...listCases()]) {
      const file = name.replace(/^[^/]*\//, '')
      const source = parseFile(file, Buffer.from(text))
      // The editor stops at a mistake in the YAML, or says more about it.
      if (source.problems.length > 0 || knownDifferences.includes(name.split('/')[0]!)) continue
      const expected = getValidator(schema)(source).map(({ line }) => line!)
      const found = (await generic.validate(text)).map(({ line }) => line)
      const isNear = (lines: number[]) => (line: number) =>
        lines.some((each) => Math.abs(each - line) <= 1)
      const missed = expected.filter((line) => !isNear(found)(line))
      // The validator checks the page of a set only when its columns are filled in.
      const extra = text.includes('sets:') ? [] : found.filter((line) => !isNear(expected)(line))
      wrong.push(...missed.map((line) => `${name}:${line} has none`))
      wrong.push(...extra.map((line) => `${name}:${line} has one`))
      count[expected.length > 0 ? 'invalid' : 'valid']++
    }
    expect(wrong).toEqual([])
    expect(count.valid).toBeGreaterThan(200)
    expect(count.invalid).toBeGreaterThan(50)
  })

  it('say in plain words what to write', async () => {
    const messages = await service.validate(
      writePage(`- type: heroo
- type: hero
  heading: 35
  actions: { label: Call }
- type: notice
  tone: bad
  text: From \${onlin-price}.
- type: hero
  heading: A heading
  cards:
    - { title: A card, price: onlin-price, action: { label: Go, href: /pricng } }
- type: picture
  picture: { src: /towns/midlnd.svg, alt: A town }
`).replace('/a-page', '/A page'),
    )
    expect(messages.map(({ message }) => message.split(/[:.,]/)[0])).toEqual([
      'Write the type of a block',
      'Write text',
      'Write a list',
      'Write info',
      'This text cites a fact that does not exist',
      'No fact has this name',
      'No page',
      'There is no picture with this path in public/',
      'Write a path such as /services/same-day',
    ])
  })
})

/** A page for each example of a block, and each file of a case. */
function listExamples() {
  return blocks.flatMap(({ type }) => {
    const text = readFileSync(join(root, 'blocks', type, 'examples.yaml'), 'utf8')
    return (parse(text) as { name: string; block: object }[]).map(({ name, block }) => ({
      name: `${type}: ${name}`,
      text: writePage(stringify([block])),
    }))
  })
}

function listCases() {
  const files = globSync('*/{pages.yaml,pages/*.yaml}', { cwd: join(root, 'tests/cases') })
  return files.sort().map((name) => ({
    name,
    text: readFileSync(join(root, 'tests/cases', name), 'utf8'),
  }))
}

/** Cases about what a schema cannot say, or where the validator reports the cause alone. */
const knownDifferences = [
  'misplaced-properties',
  'misplaced-settings',
  'page-under-facts',
  'property-without-name',
  'row-cell-count-mismatch',
  'unquoted-comma',
  'wrong-unit',
]

describe('completion', () => {
  it('offers every type of block, each with an explanation', async () => {
    const items = await service.complete(writePage('- type: |\n'))
    expect(items.map(({ label }) => label)).toEqual(types)
    for (const { documentation } of items) expect(documentation).toMatchObject({ value: /./ })
  })

  it('offers a new block with what it requires', async () => {
    const items = await service.complete(writePage('- type: breadcrumbs\n- |\n'))
    expect(items.map(({ label }) => label).sort()).toEqual(['type', ...types].sort())
    for (const { type, block } of blocks) {
      const text = items.find(({ label }) => label === type)!.insertText!
      const [written] = parse(`- ${text.replace(/\$\d+/g, 'a')}`) as object[]
      expect(Object.keys(written!).sort(), type).toEqual(listRequired(block).sort())
    }
  })

  it('offers a new page of each kind, and facts', async () => {
    const kinds = resolve({ $ref: '#/$defs/page' }).properties!.kind!.enum!
    expect(await listLabels('pages:\n  |\n')).toEqual(kinds.map((kind) => `a page of kind ${kind}`))
    expect(await listLabels('facts:\n  |\n')).toEqual(['a fact', 'a fact with readings'])
  })

  it.each(blocks)('offers every property of $type, with its values', async ({ type, block }) => {
    const missing: string[] = []
    // One place for each kind of value of the site: a schema without them answers much faster.
    const asked = new Set<string>()
    const visitGroup = async (group: Schema, path: string, before: string, indent: string) => {
      const own = listOwnProperties(group).filter(([name]) => name !== 'type')
      const labels = await listLabels(writePage(`${before}|\n`), generic)
      for (const [name, property] of own) {
        const value = resolve(property)
        if (!labels.includes(name)) missing.push(`${path}${name}`)
        const item = value.items && resolve(value.items)
        const nested = item ?? value
        const key = `${before}${name}:`
        const entry = item ? `${key}\n${indent}  - ` : `${key} `
        if (nested.properties) {
          const inside = item ? `${indent}    ` : `${indent}  `
          const start = item ? entry : `${key}\n${inside}`
          await visitGroup(nested, `${path}${name}.`, start, inside)
          continue
        }
        const wanted = listWantedValues(nested)
        if (wanted.length === 0) continue
        const ofSite = !nested.enum && nested.type !== 'boolean'
        if (ofSite && asked.has(wanted.join())) continue
        if (ofSite) asked.add(wanted.join())
        const offered = await listLabels(writePage(`${entry}|\n`), ofSite ? service : generic)
        for (const each of wanted)
          if (!offered.includes(each)) missing.push(`${path}${name}: ${each}`)
      }
    }
    await visitGroup(block, '', `- type: ${type}\n  `, '  ')
    expect(missing).toEqual([])
  })

  it('offers names that the site defines, in the settings of a page', async () => {
    const page = writePage('- type: breadcrumbs\n')
    const at = (text: string) => listLabels(page.replace('    blocks', `    ${text}\n    blocks`))
    expect(await at('readings:\n      insurance: |')).toEqual(['standard', 'near-me'])
    expect(await at('article:\n      category: |')).toContain('How-To')
    expect(await at('trail:\n      - label: a\n        href: |')).toContain('/pricing#fees')
    expect(await listLabels(writePage('- type: area-map\n  only:\n    - |\n'))).toContain('Odessa')
    const quote = (choice: string) => writePage(`- type: quote\n  start:\n    ${choice}\n`)
    expect(await listLabels(quote('time: |'))).toContain('evening')
    expect(await listLabels(quote('town: |'))).toContain('Odessa')
    expect(await at('language: |')).toEqual(['es-US'])
    expect(await at('translates: |')).toContain('/pricing')
    expect(await at('noindex: |')).toEqual(['true', 'false'])
  })

  it('offers nothing that is derived', async () => {
    const labels = await listLabels(writePage('- type: area-map\n  |\n'))
    expect(labels).toContain('towns')
    expect(labels).not.toContain('drawing')
  })

  it('offers the properties of a page in a set', async () => {
    const set = 'sets:\n  /{town}:\n    rows: data/towns.csv\n    page:\n      '
    expect(await listLabels(`${set}|\n`)).toContain('blocks')
    expect(await listLabels(`${set}blocks:\n        - type: |\n`)).toEqual(types)
  })
})

/** Some of the values that completion must offer. */
function listWantedValues({ enum: values, type, format, pattern, suggest }: Schema): string[] {
  if (values) return values.map(String)
  if (type === 'boolean') return ['true', 'false']
  if (suggest === 'citations') return ['${online-price}', '${insurance.near-me}']
  if (format === 'fact') return ['online-price', 'insurance.near-me']
  // A link with a pattern leads to something else than a page.
  if (format === 'link' && pattern === undefined)
    return ['/pricing', '/pricing#fees', '"#fees"', '"tel:"']
  if (format === 'picture') return ['/towns/midland.svg']
  return []
}

describe('hover', () => {
  it.each(blocks)('explains every property of $type', async ({ type, block }) => {
    // Without the values of a site, each of the many questions is answered much faster.
    const text = writePage(stringify([createExample(block)]))
    const document = generic.open(text)
    const descriptions = new Set<string>()
    const collect = (group: Schema) => {
      for (const [, property] of listOwnProperties(group)) {
        const value = resolve(property)
        if (value.description !== undefined) descriptions.add(value.description)
        collect(value.items ? resolve(value.items) : value)
      }
    }
    collect(block)
    const offsets: number[] = []
    visit(parseDocument(text), {
      Pair: (_, { key }) => void (isScalar(key) && offsets.push(key.range![0])),
    })
    const seen = await Promise.all(offsets.map((offset) => generic.hover(document, offset)))
    const all = seen.join('\n').replaceAll('\\', '')
    expect([...descriptions].filter((each) => !all.includes(each))).toEqual([])
    expect(await generic.hover(document, text.indexOf(`type: ${type}`) + 6)).toContain(
      `**${type}** ${block.description}`,
    )
  })

  it('tells the value of a fact, and what a page is called', async () => {
    const text = writePage(`- type: hero
  heading: A heading
  cards:
    - { title: A card, price: online-price, action: { label: Go, href: /pricing } }
- type: fee-table
  heading: Fees
  rows: [{ item: A thing, price: '\${mobile-base}' }]
`)
    const document = service.open(text)
    const hover = (word: string) => service.hover(document, text.indexOf(word) + 3)
    expect(await hover('online-price')).toContain('`online-price`: **$35** Online session')
    expect(await hover('/pricing')).toContain('`/pricing`: **Prices**')
    expect(await hover('${mobile-base}')).toContain('`${mobile-base}`: **$60**')
    expect(await hover('landing')).toContain('`landing`: For visitors with one need')
  })
})

describe('the file in the folder of the site', () => {
  let site: string
  beforeAll(async () => {
    site = await mkdtemp(join(tmpdir(), 'signpost-editor-'))
    await cp(join(root, 'tests/base-site'), site, { recursive: true })
    // Checking the base site in place may have left this file.
    await rm(join(site, '.signpost'), { recursive: true, force: true })
  })
  afterAll(() => rm(site, { recursive: true }))

  const write = async () => writeEditorSchema(site, (await checkSite(site)).checked)
  const read = () => readFile(join(site, '.signpost/editor.json'), 'utf8')

  it('knows the site as of the last check, and git ignores it', async () => {
    await writeEditorSchema(site)
    expect(JSON.parse(await read()).$defs).not.toHaveProperty('citations')
    await write()
    expect(await read()).not.toContain('a-new-fact')
    const facts = 'facts:\n  a-new-fact: { label: A new fact, unit: miles, value: 7 }\n'
    await writeFile(join(site, 'pages/facts.yaml'), facts)
    await write()
    expect(await read()).toContain('**7 miles** A new fact')
    expect(await readdir(join(site, '.signpost'))).toEqual(['.gitignore', 'editor.json'])
    expect(await readFile(join(site, '.signpost/.gitignore'), 'utf8')).toBe('*\n')
  })

  it('keeps what it knows while pages.yaml or a file cannot be parsed', async () => {
    await writeFile(join(site, 'pages/facts.yaml'), 'facts:\n  a-new-fact: { label: "\n')
    await write()
    const service = startLanguageService(JSON.parse(await read()))
    const text = writePage('- { type: hero, heading: "In ${a-new-fact}, ${a-newer-fact}" }\n')
    expect(await service.validate(text.replace(', ${a-newer-fact}', ''))).toEqual([])
    expect(await service.validate(text)).toHaveLength(1)
    const before = await read()
    await writeFile(join(site, 'pages.yaml'), 'site: "\n')
    await write()
    expect(await read()).toBe(before)
  })

  it('is at the path in the first line of each file', () => {
    const files = globSync('pages/*.yaml', { cwd: root })
    for (const file of ['pages.yaml', ...files])
      expect(readFileSync(join(root, file), 'utf8')).toContain(`${formatSchemaLine(file)}\n`)
    expect(formatSchemaLine('pages/a.yaml')).toBe(
      '# yaml-language-server: $schema=../.signpost/editor.json',
    )
  })
})

/**
 * Checks README.md, CONTRIBUTING.md and docs/: examples are valid, quoted messages are real, and
 * commands, options, links, paths and codes exist.
 */
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, normalize } from 'node:path'
import { globSync } from 'tinyglobby'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { blockGroupNames } from '../../schema/block-types/block-groups.ts'
import { readWholeSite, type WholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { problemCodes } from '../../schema/problems/problem-codes.ts'
import { createBlockFiles } from '../../scripts/new/block-template.ts'
import { listTests, selectTests } from '../../scripts/test.ts'
import { ignoreUnlinked } from '../helpers/ignore-unlinked.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { createInfoPage, readYaml, writeYaml, type YamlMap } from '../helpers/site-yaml.ts'

const files = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root }).sort()]
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
/** Lists files and folders. */
const glob = (pattern: string | string[]) =>
  globSync(pattern, { cwd: root, onlyFiles: false, dot: true, ignore: '**/node_modules/**' })
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

type Fence = { file: string; language: string; content: string }
const fences: Fence[] = files.flatMap((file) =>
  [...texts.get(file)!.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, content]) => ({
    file,
    language: language!,
    content: content!,
  })),
)
const removeFences = (text: string) => text.replace(/^```\w*\n.*?^```$/gms, '')

const yamlFences = fences.filter(({ language }) => language === 'yaml')
/** Settings, statements, and properties of a page. */
const partPattern = /^(?:site|statements|aliases|publish):/
const isWholeFile = ({ content }: Fence) => content.startsWith('# yaml-language-server')
const startsWith =
  (prefix: string) =>
  ({ content }: Fence) =>
    content.startsWith(prefix)

/** The table in CSV of a document. */
function getTable(file: string): string {
  const tables = fences.filter((fence) => fence.language === 'csv' && fence.file === file)
  expect(tables).toHaveLength(1)
  return tables[0]!.content
}

it('there are documents with examples', () => {
  expect(files.length).toBeGreaterThan(30)
  expect(yamlFences.length).toBeGreaterThan(8)
})

describe('examples', () => {
  let folder: string
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'signpost-documents-'))))
  afterAll(() => rm(folder, { recursive: true }))

  /** Loads a copy of this repository's site, with all examples added to it. */
  async function loadWithExamples(name: string, edit = (text: string) => text) {
    const site = join(folder, name)
    await mkdir(join(site, 'data'), { recursive: true })
    for (const path of ['pages.yaml', 'pages', 'public'])
      await cp(join(root, path), join(site, path), { recursive: true })
    const write = (path: string, text: string) => writeFile(join(site, path), edit(text))
    await write('data/towns.csv', getTable('docs/authoring/sets.md'))
    for (const [index, fence] of yamlFences.entries()) {
      const { content, file } = fence
      if (isWholeFile(fence)) await write(getExamplePath(fence), content)
      else if (startsWith('planned:')(fence)) await write(`pages/planned-${index}.yaml`, content)
      else if (startsWith('- type:')(fence))
        await write(`pages/blocks-${index}.yaml`, wrapBlocks(content, `${file} ${index}`, index))
    }
    return readWholeSite(site)
  }

  it('pages, sets, blocks and planned routes are valid on the site of this repository', async () => {
    expect(yamlFences.filter(isWholeFile).length).toBeGreaterThan(3)
    const { pages, problems } = await loadWithExamples('valid')
    expect(formatReportedProblems(problems)).toBe('')
    const byRoute = new Map(pages.map(({ data }) => [data.route, data.head]))
    expect(byRoute.get('/notary/courthouse')?.description).toBe(
      'We meet you at the courthouse steps. A visit starts at $60.',
    )
    expect([...byRoute.keys()].filter((route) => route.startsWith('/visits/'))).toEqual([
      '/visits/crane',
      '/visits/lamesa',
    ])
    expect(byRoute.get('/visits/crane')?.description).toBe(
      'We drive 50 miles to Crane in Crane County.',
    )
    expect(byRoute.get('/visits/lamesa')?.title).toBe('A notary comes up to Lamesa')
  })

  it('facts are valid', async () => {
    const site = join(folder, 'facts')
    await cp(join(root, 'tests/base-site'), site, { recursive: true })
    const examples = yamlFences.filter(startsWith('facts:'))
    expect(examples.length).toBeGreaterThan(0)
    await mkdir(join(site, 'data'))
    await writeFile(join(site, 'data/prices.csv'), getTable('docs/authoring/facts.md'))
    for (const [index, { content }] of examples.entries())
      await writeFile(join(site, `pages/facts-${index}.yaml`), content)
    expect(formatReportedProblems((await readWholeSite(site)).problems)).toBe('')
  })

  it('parts of files are valid where they belong', async () => {
    const parts = yamlFences.filter(({ content }) => partPattern.test(content))
    expect(parts.length).toBeGreaterThan(8)
    for (const [index, { content, file }] of parts.entries()) {
      const site = join(folder, `part-${index}`)
      await cp(join(root, 'tests/base-site'), site, { recursive: true })
      const { site: settings, pages, ...others } = parse(content) as YamlMap
      const main = await readYaml(join(site, 'pages.yaml'))
      const business = { ...main.site.business, ...settings?.business }
      Object.assign(main.site, { timeZone: 'America/Chicago' }, settings, { business })
      await mkdir(join(site, 'data'))
      await writeFile(join(site, 'data/reviews.csv'), getTable('docs/authoring/reviews.md'))
      // What is at neither level is a property of a page.
      const isInFile = 'statements' in others
      if (isInFile) Object.assign(main, others)
      await writeYaml(join(site, 'pages.yaml'), main)
      // Pages of the rest of the site, which an example names.
      const rest = { '/pricing': {}, '/services': {} }
      const whole = { ...rest, ...(pages ?? { '/example': isInFile ? {} : others }) }
      await writeYaml(join(site, 'pages/part.yaml'), {
        pages: Object.fromEntries(
          Object.entries(whole as YamlMap).map(([route, page]) => [
            route,
            { ...createInfoPage(`Example ${route}`, 'A text.'), ...page },
          ]),
        ),
      })
      const { problems } = await readWholeSite(site)
      // It names facts, pages and packages that the rest of its site would have.
      const known = problems.filter(
        ({ code }) => !/^(?:UNKNOWN_FACT|BROKEN_LINK|BLOCK_PACKAGE_NOT_FOUND)$/.test(code),
      )
      const errors = known.filter(({ severity }) => severity === 'error')
      expect(formatProblems(errors), `${file}:\n${content}`).toBe('')
    }
  })

  it('messages are those of the program', async () => {
    const { problems } = await loadWithExamples('broken', (text) =>
      text
        .replace('County,60,', 'County,sixty,')
        .replace("description: 'Bring your driver''s", "description: 'Bring your driver's")
        .replace('hero\n        heading: Notary near', 'heroo\n        heading: Notary near'),
    )
    const messages = fences.filter(({ content }) => /^\S+:\d+:\d+ \w+ [A-Z_]+\n/.test(content))
    expect(messages.length).toBeGreaterThan(1)
    for (const { content } of messages) {
      const code = / ([A-Z_]+)\n/.exec(content)![1]
      expect(content).toBe(`${formatProblems(problems.filter((each) => each.code === code))}\n`)
    }
  })

  it('other YAML can be parsed', () => {
    for (const { content, file } of yamlFences)
      for (const document of parseAllDocuments(content)) expect(document.errors, file).toEqual([])
  })
})

/** The file that the text before an example names. By default it's named after the route. */
function getExamplePath({ file, content }: Fence): string {
  const before = texts.get(file)!.split(content)[0]!
  const sinceLastFence = before.slice(0, before.lastIndexOf('```')).split('```').at(-1)!
  const [path] = [...sinceLastFence.matchAll(/`(pages\/[\w-]+\.yaml)`/g)].at(-1)?.slice(1) ?? []
  return path ?? `pages/${/\/([\w-]+):/.exec(content)![1]}.yaml`
}

const wrapBlocks = (blocks: string, title: string, index: number) => `pages:
  /example-${index}:
    kind: info
    title: ${title}
    description: An example from ${title}.
    blocks:
      - { type: hero, heading: An example from ${title} }
${blocks.replace(/^/gm, '      ').trimEnd()}
`

const formatReportedProblems = (problems: WholeSite['problems']) =>
  formatProblems(
    ignoreUnlinked(problems).filter(
      ({ severity, code }) => severity !== 'note' && code !== 'UNDATED_CHANGE',
    ),
  )

/** A command in a document, with the options that it names. */
type Command = { file: string; name: string; options: string[] }

const commands: Command[] = [...texts].flatMap(([file, text]) => {
  const joined = text.replace(/\\\n/g, ' ')
  const named = [...joined.matchAll(/npm (?:run ([\w:-]+)|(test|start))([^`\n|#]*)/g)].map(
    ([, script, short, rest]) => ({ name: (script ?? short)!, text: rest! }),
  )
  const tables = [...joined.matchAll(/^\| option of `npm run ([\w:-]+)`.*\n((?:\|.*\n)+)/gm)].map(
    ([, name, rows]) => ({
      name: name!,
      text: [...rows!.matchAll(/^\| `([^`]*)`/gm)].map(([, option]) => option).join(' '),
    }),
  )
  return [...named, ...tables].map(({ name, text: rest }) => ({
    file,
    name,
    options: [...rest.matchAll(/(?<=\s|^)--([a-z][\w-]*)/g)].map(([, option]) => option!),
  }))
})

/** Options that `bench:peers` passes on to the benchmark. */
const benchmarkOptions = ['rounds', 'hugo']

describe('commands', () => {
  it('exist', () => {
    const names = [...new Set(commands.map(({ name }) => name))]
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => !(name in manifest.scripts))).toEqual([])
  })

  it('are all documented', () => {
    const names = new Set(commands.map(({ name }) => name))
    // npm runs these by itself.
    const listed = Object.keys(manifest.scripts).filter((name) => !/^(pre|post)pack$/.test(name))
    expect(listed.filter((name) => !names.has(name))).toEqual([])
  })

  it('have the options that the documents name', async () => {
    const options = new Map<string, Set<string>>()
    for (const { name, options: named } of commands)
      options.set(name, new Set([...(options.get(name) ?? []), ...named]))
    expect([...options.values()].flatMap((names) => [...names]).length).toBeGreaterThan(15)
    for (const [name, named] of options) {
      if (named.size === 0) continue
      const help = name.startsWith('bench')
        ? await readFile(join(root, manifest.scripts[name].split(' ')[1]), 'utf8')
        : (await runInProcess(name, ['--help'])).stdout
      const missing = [...named].filter(
        (option) =>
          !help.includes(`--${option}`) &&
          !help.includes(`${option}: { type:`) &&
          !(name === 'bench:peers' && benchmarkOptions.includes(option)),
      )
      expect(missing, name).toEqual([])
    }
  })

  it('select tests that exist', () => {
    const named = [...texts.values()].flatMap((text) =>
      [...text.matchAll(/npm test -- ([^`\n]*)|npx vitest run --config \S+ ([^`\n]*)/g)].flatMap(
        ([, first, second]) => (first ?? second)!.split(' '),
      ),
    )
    const names = named.filter((name) => !name.startsWith('--') && !/^[A-Z]+$/.test(name))
    expect(names.length).toBeGreaterThan(2)
    expect(selectTests(listTests(root), names).unmatched).toEqual([])
  })

  it('read the environment variables that the documents name', () => {
    const sources = glob(['scripts/**/*.{ts,mjs}', 'schema/**/*.ts', 'tests/**/*.ts'])
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n')
    const names = [...texts.values()].flatMap((text) =>
      [...text.matchAll(/\b([A-Z][A-Z_]+)(?==\w)/g)].map(([, name]) => name!),
    )
    expect(names.length).toBeGreaterThan(1)
    expect(names.filter((name) => !sources.includes(`env.${name}`))).toEqual([])
  })
})

const packages = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))

/** The anchors that GitHub gives to the headings of a document. */
const listAnchors = (text: string) =>
  [...removeFences(text).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe('references', () => {
  it('every link leads to a file and to a heading in it', () => {
    const broken: string[] = []
    let count = 0
    for (const [file, text] of texts) {
      const prose = removeFences(text).replace(/`[^`]*`/g, 'code')
      for (const [, target] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^\w+:/.test(target!)) continue
        count++
        const [path, anchor] = target!.split('#')
        const linked = path ? normalize(join(dirname(file), path)) : file
        const isThere =
          existsSync(join(root, linked)) &&
          (!anchor || listAnchors(readFileSync(join(root, linked), 'utf8')).includes(anchor))
        if (!isThere) broken.push(`${file}: ${target}`)
      }
    }
    expect(count).toBeGreaterThan(80)
    expect(broken).toEqual([])
  })

  it('every path exists', () => {
    const missing: string[] = []
    let count = 0
    for (const [file, text] of texts) {
      // A linked path is checked as a link.
      for (const [, path] of removeFences(text).matchAll(/`([\w.@*-]+\/[\w.@*/-]*)`(?!\]\()/g)) {
        if (/^(dist|node_modules)\//.test(path!) || packages.has(path!)) continue
        if (examplePaths.some((example) => path!.startsWith(example))) continue
        count++
        if (glob(path!.replace(/\/$/, '')).length === 0) missing.push(`${file}: ${path}`)
      }
    }
    expect(count).toBeGreaterThan(40)
    expect(missing).toEqual([])
  })

  it('every problem code exists', () => {
    const codes = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code]) => `${file}: ${code}`),
    )
    expect(codes.length).toBeGreaterThan(1)
    const isKnown = (code: string) => code in problemCodes || /CHROMIUM_PATH|SIGNPOST_/.test(code)
    expect(codes.filter((code) => !isKnown(code.split(': ')[1]!))).toEqual([])
  })
})

it('docs/blocks.md names the groups of blocks', () => {
  for (const group of blockGroupNames) expect(texts.get('docs/blocks.md')).toContain(`\`${group}\``)
})

it('docs/blocks.md names the custom properties of base.css', () => {
  const listed = [...texts.get('docs/blocks.md')!.matchAll(/^\| (`--.*?) \|/gm)].flatMap(
    ([, cell]) => cell!.replaceAll('`', '').split(', '),
  )
  const css = readFileSync(join(root, 'blocks/shared/base.css'), 'utf8')
  const defined = new Set([...css.matchAll(/^ *(--[\w-]+):/gm)].map(([, name]) => name!))
  expect(listed.sort()).toEqual([...defined].sort())
})

it('a new block imports only existing files', () => {
  const [path, code] = Object.entries(createBlockFiles('team-members')).find(([name]) =>
    name.endsWith('.tsx'),
  )!
  const imported = [...code.matchAll(/from '([^']+)'/g)].map(([, name]) => name!)
  expect(imported.length).toBeGreaterThan(1)
  expect(imported.filter((name) => !existsSync(join(root, dirname(path), name)))).toEqual([])
})

/** Files of examples, and names on a site or a host. */
const examplePaths = [
  '.dist.next/',
  'application/',
  'assets/',
  'blocks/team-members',
  'blocks/van-map',
  'catalogue/',
  'data/',
  'docs/adr',
  'eager/',
  'fast/',
  'pages/courthouse.yaml',
  'pages/mistake.yaml',
  'pages/offer.yaml',
  'pages/parking.yaml',
  'pages/visits.yaml',
  'public/people',
  'shard-',
]

describe('completeness', () => {
  it('every dependency has a line in docs/dependencies.md', () => {
    const names = [...packages]
    const table = texts.get('docs/dependencies.md')!
    const listed = new Set([...table.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
    expect(names.filter((name) => !name.startsWith('@types/') && !listed.has(name))).toEqual([])
    expect([...listed].filter((name) => !names.includes(name))).toEqual([])
  })

  it('every fast path is in docs/performance.md', () => {
    const paths = glob('{schema,renderer}/*/fast-*.ts')
    expect(paths.length).toBeGreaterThan(2)
    const table = texts.get('docs/performance.md')!.split('## Fast paths')[1]!
    expect(paths.filter((path) => !table.includes(`\`${basename(path)}\``))).toEqual([])
  })
})

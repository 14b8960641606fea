/**
 * `npm run new`: writes complete, valid files for a new block, page or set. Never overwrites a
 * file. Exits with 1 if one exists, 2 on wrong usage.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { findListingRoute } from '../schema/resolve/collect-articles.ts'
import { loadSite } from '../schema/load-site.ts'
import type { ResolvedSite } from '../schema/resolve/resolve-site.ts'
import type { PostsBlock } from '../schema/types.gen.ts'
import { writeGeneratedFiles } from './generate.ts'
import { pathExists } from './shared/path-exists.ts'
import { createBlockFiles } from './new/block-template.ts'
import { createPageYaml, newPageKinds, type NewPage } from './new/page-template.ts'
import { createSetRowsCsv, createSetYaml } from './new/set-template.ts'
import {
  assertSiteFolder,
  formatUsage,
  parseOptions,
  runCommand,
  siteOption,
  UsageError,
} from './shared/run-command.ts'

const usage = formatUsage(
  [
    'npm run new -- block NAME',
    'npm run new -- page /ROUTE [--kind KIND] [--site DIR]',
    'npm run new -- set /ROUTE/{COLUMN} [--site DIR]',
  ],
  {
    'block NAME': 'A block type: schema, component, stylesheet and examples.',
    'page /ROUTE': 'A page, in a new file.',
    'set /ROUTE/{COLUMN}': 'A set of pages, and a CSV file with two rows.',
    '--kind KIND': `The kind of the page: ${newPageKinds.join(', ')}. Default: landing.`,
    ...siteOption,
  },
)
const root = dirname(import.meta.dirname)

async function main([type, name = '', ...rest]: string[]): Promise<number> {
  if (type === 'block') return createBlock(name, rest)
  if (type === 'page') return createPage(name, rest)
  if (type === 'set') return createSet(name, rest)
  throw new UsageError('The first argument must be block, page or set', usage)
}

async function createBlock(name: string, rest: string[]): Promise<number> {
  parseOptions(rest, usage, {})
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new UsageError(
      `The name of a block must be lowercase words joined by hyphens, not "${name}"`,
      usage,
    )
  const written = await writeNewFiles(root, createBlockFiles(name))
  if (written) for (const path of await writeGeneratedFiles()) console.log(`wrote ${path}`)
  return written ? 0 : 1
}

async function createPage(route: string, rest: string[]): Promise<number> {
  const { kind, site } = parseOptions(rest, usage, {
    kind: { type: 'string', default: 'landing' },
    site: { type: 'string', default: '.' },
  })
  if (!/^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/.test(route))
    throw new UsageError(`A route must be a path such as /offers/this-week, not "${route}"`, usage)
  if (!newPageKinds.includes(kind as NewPage['kind']))
    throw new UsageError(`--kind must be ${newPageKinds.join(', ')}, not "${kind}"`, usage)
  assertSiteFolder(site)
  const { pages, business, resolvedSite } = await loadSite(site)
  if (pages.some(({ data, meta }) => data.route === route && !meta.planned)) {
    console.error(`${route} already exists.`)
    return 1
  }
  const schema = relative(join(site, 'pages'), join(root, 'schema/site.gen.json'))
  const today = new Date().toISOString().slice(0, 10)
  const category = (resolvedSite && findFirstCategory(resolvedSite, route)) ?? 'News'
  const page = createPageYaml({
    route,
    kind: kind as NewPage['kind'],
    schema,
    region: business?.region ?? 'region',
    today,
    category,
  })
  if (!(await writeNewFiles(site, { [`pages/${route.slice(1).replaceAll('/', '-')}.yaml`]: page })))
    return 1
  if (pages.some(({ data }) => data.route === route))
    console.log(`Now delete the line ${route} under planned:.`)
  console.log(
    'Edit the page, view it with npm run dev, and delete its line placeholder: true when it is done.',
  )
  return 0
}

async function createSet(route: string, rest: string[]): Promise<number> {
  const { site } = parseOptions(rest, usage, { site: { type: 'string', default: '.' } })
  if (!/^(\/([a-z0-9-]|\{[a-z][a-z0-9-]*\})+)+$/.test(route) || !route.includes('{')) {
    throw new UsageError(
      `The route of a set must have columns in braces, such as /towns/{town}, not "${route}"`,
      usage,
    )
  }
  assertSiteFolder(site)
  const name = route.slice(1).replace(/[{}]/g, '').replaceAll('/', '-')
  const set = {
    route,
    schema: relative(join(site, 'pages'), join(root, 'schema/site.gen.json')),
    rows: `data/${name}.csv`,
  }
  if (
    !(await writeNewFiles(site, {
      [`pages/${name}.yaml`]: createSetYaml(set),
      [set.rows]: createSetRowsCsv(set),
    }))
  )
    return 1
  console.log(
    'Fill in the rows, view the pages with npm run dev, and delete the line placeholder: true when they are done.',
  )
  return 0
}

/** Finds the first category of the list that an article at this route belongs to. */
function findFirstCategory({ articles, pages }: ResolvedSite, route: string): string | undefined {
  const listing = findListingRoute(articles, route)
  const list = pages
    .find((page) => page.route === listing)
    ?.data.blocks.find(({ type }) => type === 'posts') as PostsBlock | undefined
  return list?.categories?.[0]?.label
}

/**
 * Writes the files, or none of them if one exists.
 * @returns Whether they were written.
 */
async function writeNewFiles(dir: string, files: Record<string, string>): Promise<boolean> {
  for (const path of Object.keys(files)) {
    if (!(await pathExists(join(dir, path)))) continue
    console.error(`${join(dir, path)} already exists. Nothing was written.`)
    return false
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), content)
    console.log(`wrote ${relative(process.cwd(), join(dir, path))}`)
  }
  return true
}

runCommand(import.meta.url, main)

/** `npm run new`: the files of a new block, page or set, whole and valid, for you to change. Nothing is written over. */
import { access, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { findListing } from '../schema/articles.ts'
import { loadSite } from '../schema/load-site.ts'
import type { ResolvedSite } from '../schema/resolve-site.ts'
import type { PostsBlock } from '../schema/types.gen.ts'
import { generate } from './generate.ts'
import { describeBlock } from './new/describe-block.ts'
import { describePage, newKinds, type NewPage } from './new/describe-page.ts'
import { describeRows, describeSet } from './new/describe-set.ts'
import { assertSite, readOptions, runScript, UsageError } from './options.ts'

const usage = `Usage: npm run new -- block NAME
       npm run new -- page /ROUTE [--kind ${newKinds.join('|')}] [--site DIR]
       npm run new -- set /ROUTE/{COLUMN} [--site DIR]`
const root = dirname(import.meta.dirname)

async function main([what, name = '', ...rest]: string[]): Promise<number> {
  if (what === 'block') return newBlock(name, rest)
  if (what === 'page') return newPage(name, rest)
  if (what === 'set') return newSet(name, rest)
  throw new UsageError('What is new: a block, a page or a set?', usage)
}

async function newBlock(name: string, rest: string[]): Promise<number> {
  readOptions(rest, usage, {})
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new UsageError(`A block is named by lower-case words with hyphens, not "${name}"`, usage)
  const written = await writeFiles(root, describeBlock(name))
  if (written) for (const path of await generate()) console.log(`wrote ${path}`)
  return written ? 0 : 1
}

async function newPage(route: string, rest: string[]): Promise<number> {
  const { kind, site } = readOptions(rest, usage, {
    kind: { type: 'string', default: 'landing' },
    site: { type: 'string', default: '.' },
  })
  if (!/^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/.test(route))
    throw new UsageError(`A route is a path such as /offers/this-week, not "${route}"`, usage)
  if (!newKinds.includes(kind as NewPage['kind']))
    throw new UsageError(`--kind is ${newKinds.join(', ')}, not "${kind}"`, usage)
  assertSite(site)
  const { pages, business, resolved } = await loadSite(site)
  // A planned page is there to be written.
  if (pages.some(({ data, meta }) => data.route === route && !meta.planned)) {
    console.error(`${route} is there already.`)
    return 1
  }
  const schema = relative(join(site, 'pages'), join(root, 'schema/site.gen.json'))
  const today = new Date().toISOString().slice(0, 10)
  const category = (resolved && findCategory(resolved, route)) ?? 'News'
  const page = describePage({
    route,
    kind: kind as NewPage['kind'],
    schema,
    region: business?.region ?? 'region',
    today,
    category,
  })
  if (!(await writeFiles(site, { [`pages/${route.slice(1).replaceAll('/', '-')}.yaml`]: page })))
    return 1
  if (pages.some(({ data }) => data.route === route))
    console.log(`Now delete the line ${route} under planned.`)
  console.log(
    `Write it, look at it with npm run dev, and delete its line placeholder: true when it is right.`,
  )
  return 0
}

async function newSet(route: string, rest: string[]): Promise<number> {
  const { site } = readOptions(rest, usage, { site: { type: 'string', default: '.' } })
  if (!/^(\/([a-z0-9-]|\{[a-z][a-z0-9-]*\})+)+$/.test(route) || !route.includes('{')) {
    throw new UsageError(
      `The route of a set has columns in braces, such as /towns/{town}, not "${route}"`,
      usage,
    )
  }
  assertSite(site)
  const name = route.slice(1).replace(/[{}]/g, '').replaceAll('/', '-')
  const set = {
    route,
    schema: relative(join(site, 'pages'), join(root, 'schema/site.gen.json')),
    rows: `data/${name}.csv`,
  }
  if (
    !(await writeFiles(site, {
      [`pages/${name}.yaml`]: describeSet(set),
      [set.rows]: describeRows(set),
    }))
  )
    return 1
  console.log(
    `Fill in the rows, look at the pages with npm run dev, and delete the line placeholder: true when they are right.`,
  )
  return 0
}

/** The first category of the list that will show an article of this route. */
function findCategory({ articles, pages }: ResolvedSite, route: string): string | undefined {
  const listing = findListing(articles, route)
  const list = pages
    .find((page) => page.route === listing)
    ?.data.blocks.find(({ type }) => type === 'posts') as PostsBlock | undefined
  return list?.categories?.[0]?.label
}

/** Writes the files, or none of them when one is there already. */
async function writeFiles(dir: string, files: Record<string, string>): Promise<boolean> {
  for (const path of Object.keys(files)) {
    if (
      await access(join(dir, path)).then(
        () => false,
        () => true,
      )
    )
      continue
    console.error(`${join(dir, path)} is there already. Nothing was written.`)
    return false
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), content)
    console.log(`wrote ${relative(process.cwd(), join(dir, path))}`)
  }
  return true
}

runScript(import.meta.url, main)

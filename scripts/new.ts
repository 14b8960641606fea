/**
 * `npm run new`: writes complete, valid files for a new site, block, page, set or workflow. Never
 * overwrites a file. Exits with 1 if one exists, 2 on wrong usage.
 */
import { Document } from 'yaml'
import { createWords, listLanguages, listMissingWords } from '../schema/words/create-words.ts'
import { listPluralForms } from '../schema/block-types/read-words.ts'
import { toSiteArgs } from './shared/usage.ts'
import { formatCommand, isPackage } from './launch/commands.mjs'
import { dirname, join, relative } from 'node:path'
import { findLongSegment, maxSegmentLength } from '../schema/util/route-paths.ts'
import { explainMalformed, explainTaken } from '../schema/resolve/site-addresses.ts'
import { loadSchema } from '../schema/validate/load-schema.ts'
import { isProjectBlock, locateSiteBlocks } from '../schema/block-types/site-blocks.ts'
import { writeGeneratedFiles } from './generate.ts'
import { writeSiteBlockTypes } from './generate/site-block-types.ts'
import { pathExists } from './shared/path-exists.ts'
import { createBlockFiles } from './new/block-template.ts'
import { createTypeScriptConfig } from './shared/block-typescript-config.ts'
import { nameNewPage } from './edit/pages/name-new-page.ts'
import { createNewPage, formatNewFile, newPageKinds } from './edit/pages/new-page.ts'
import { readReportedPages, readReportedSite } from './shared/read-site-report.ts'
import { ciHosts } from './new/ci-template.ts'
import { newCi } from './new/new-ci.ts'
import { newSite } from './new/site/new-site.ts'
import { createSetRowsCsv, createSetYaml } from './new/set-template.ts'
import { writeNewFiles } from './edit/write-new-files.ts'
import { defineCommand, runCommand, UsageError, type Values } from './shared/command.ts'
import { siteOptions } from './shared/options.ts'
import { assertSiteFolder } from './shared/site-folders.ts'

const root = dirname(import.meta.dirname)

const options = {
  name: { value: 'NAME', help: 'The name of the business.' },
  trade: { value: 'TRADE', help: 'What it does: plumber, dentist, food truck.' },
  town: {
    value: 'TOWN',
    help: 'Its town and state: Austin, TX. Elsewhere also the country: Leeds, West Yorkshire, GB.',
  },
  phone: { value: 'NUMBER', help: 'Its phone number: (432) 555-0142.' },
  colors: {
    value: 'COLORS',
    help: 'The color of buttons and links, and a light one for the background: navy, ivory. Default: the colors of the trade.',
  },
  nearby: { value: 'TOWNS', help: 'Two towns nearby: Round Rock, Buda.' },
  host: {
    value: 'HOST',
    help: `Where the site will be published: ${ciHosts.join(', ')}. Default: github.`,
  },
  open: 'Show the new site in the browser.',
  kind: {
    value: 'KIND',
    help: `The kind of the page: ${newPageKinds.join(', ')}. Default: landing.`,
    choices: newPageKinds,
  },
  ...siteOptions,
  site: { value: 'DIR', help: siteOptions.site.help },
} as const
type NewOptions = Values<typeof options>

/** What can be created, with the options that belong to it. */
const creators: Record<
  string,
  { create(name: string, options: NewOptions): Promise<number>; options: (keyof NewOptions)[] }
> = {
  site: {
    create: newSite,
    options: ['name', 'trade', 'town', 'phone', 'colors', 'nearby', 'host', 'open'],
  },
  block: { create: createBlock, options: ['site'] },
  page: { create: createPage, options: ['kind', 'site'] },
  set: { create: createSet, options: ['site'] },
  ci: { create: newCi, options: ['site'] },
  words: { create: printWords, options: ['site'] },
}

export const command = defineCommand({
  name: 'new',
  forms: [
    'site DIR',
    'block NAME',
    'page /ROUTE',
    'set /ROUTE/{COLUMN}',
    `ci ${ciHosts.join('|')}`,
    'words',
  ],
  arguments: {
    'site DIR':
      'A whole site, in a new folder. In a terminal, it asks for what the options from --name to --open leave out.',
    'block NAME':
      'A block type: schema, component, stylesheet and examples. With --site, a block of that site alone.',
    'page /ROUTE': 'A page, in a new file.',
    'set /ROUTE/{COLUMN}': 'A set of pages, and a CSV file with two rows.',
    [`ci ${ciHosts.join('|')}`]:
      'What the host needs to check, build and publish the site after every change.',
    words:
      'The words of header, footer and the blocks of pages that Signpost does not have in the language of the site, to translate under site: in pages.yaml. It only prints them.',
  },
  options,
  examples: {
    'site ../plumber --open': 'Ask, write a site to ../plumber, and show it.',
    'page /offers/this-week': 'Write pages/offers-this-week.yaml.',
    'page /ppc/spring --kind ppc': 'Write a page for an ad.',
    "set '/towns/{town}'": 'Write a set with a table of towns.',
    'ci github': 'Write .github/workflows/site.yml.',
    'ci netlify': 'Write netlify.toml.',
    'block team-members': 'Write blocks/team-members/.',
    'block van-map --site ../plumber': 'Write ../plumber/blocks/van-map/.',
    "site ../plumber --name 'Rose Plumbing' --trade plumber --phone '(432) 555-0142'":
      'Answer the questions in advance.',
    "site ../plumber --town 'Austin, TX' --nearby 'Round Rock, Buda' --colors 'navy, ivory'":
      'Answer those about the place and the colors.',
    'site ../plumber --host netlify': 'Write the settings of Netlify, and install Signpost.',
  },
  async run(given, [type = '', name = '', ...more]) {
    const creator = creators[type]
    if (!creator)
      throw new UsageError('The first argument must be site, block, page, set, ci or words')
    if (more.length > 0) throw new UsageError(`Unexpected argument '${more[0]}'`)
    const foreign = Object.entries(given).find(
      ([option, value]) => value && !creator.options.includes(option as keyof NewOptions),
    )
    if (foreign) throw new UsageError(`--${foreign[0]} does not belong to new ${type}`)
    return creator.create(name, given)
  },
})

async function createBlock(
  name: string,
  { site = isPackage ? '.' : undefined }: NewOptions,
): Promise<number> {
  if (name === '') throw new UsageError('A block needs a name: npm run new -- block team-members')
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new UsageError(
      `The name of a block must be lowercase words joined by hyphens, not "${name}"`,
    )
  if (site !== undefined) assertSiteFolder(site)
  if (site !== undefined && locateSiteBlocks(site) !== undefined) return createSiteBlock(name, site)
  const written = await writeNewFiles(root, createBlockFiles(name))
  if (!written) return 1
  for (const path of await writeGeneratedFiles()) console.log(`wrote ${path}`)
  console.log(
    `Edit these files, see the block with npm run catalogue or npm run dev (/__catalogue/${name}), and test it with npm test -- --unit blocks.`,
  )
  return 0
}

/** Creates a block that only one site has. Signpost stays as it is. */
async function createSiteBlock(name: string, site: string): Promise<number> {
  if (isProjectBlock(name)) {
    console.error(`Signpost itself has a block named ${name}. Choose another name.`)
    return 1
  }
  if (!(await writeNewFiles(site, createBlockFiles(name, true)))) return 1
  if (!(await pathExists(join(site, 'tsconfig.json'))))
    await writeNewFiles(site, {
      'tsconfig.json': createTypeScriptConfig(isPackage ? undefined : relative(site, root)),
    })
  for (const path of await writeSiteBlockTypes(site)) console.log(`wrote ${path}`)
  return 0
}

async function createPage(
  route: string,
  { kind = 'landing', site = '.' }: NewOptions,
): Promise<number> {
  if (route === '') throw new UsageError('A page needs an address, such as /offers/this-week')
  const malformed = explainMalformed(loadSchema(), route, 'route')
  if (malformed !== undefined) throw new UsageError(malformed)
  const whole = await readReportedSite(site, { everything: true })
  const reason = explainTaken(whole, route)
  if (reason !== undefined) {
    console.error(reason)
    return 1
  }
  const label = nameNewPage(route, whole.placeNames)
  const page = createNewPage(whole, { route, kind, label })
  const files = { [`pages/${nameFile(route)}.yaml`]: formatNewFile('pages', route, page) }
  if (!(await writeNewFiles(site, files))) return 1
  if (whole.site.planned.has(route)) console.log(`Now delete the line ${route} under planned:.`)
  console.log(
    `Edit the page, view it with ${formatCommand('dev', toSiteArgs(site))}, and delete its line placeholder: true when it is done.`,
  )
  return 0
}

async function createSet(route: string, { site = '.' }: NewOptions): Promise<number> {
  if (route === '') throw new UsageError('A set needs an address with columns: /towns/{town}')
  if (
    !/^(\/([a-z0-9]|\{[a-z][a-z0-9-]*\})(-?([a-z0-9]|\{[a-z][a-z0-9-]*\}))*)+$/.test(route) ||
    !route.includes('{')
  ) {
    throw new UsageError(
      `The route of a set must have columns in braces, such as /towns/{town}, not "${route}"`,
    )
  }
  assertShortSegments(route)
  const whole = await readReportedSite(site, { everything: true })
  const name = nameFile(route.replace(/[{}]/g, ''))
  const set = { route, rows: `data/${name}.csv` }
  if (
    !(await writeNewFiles(site, {
      [`pages/${name}.yaml`]: createSetYaml(whole, set),
      [set.rows]: createSetRowsCsv(set),
    }))
  )
    return 1
  console.log(
    `Fill in the rows, view the pages with ${formatCommand('dev', toSiteArgs(site))}, and delete the line placeholder: true when they are done.`,
  )
  return 0
}

async function printWords(_: string, { site: dir = '.' }: NewOptions): Promise<number> {
  const { resolved, pages, notFound } = await readReportedPages(dir, { everything: true })
  const { site, schema } = resolved
  const shown = notFound ? [...pages, notFound] : pages
  const english = createWords(schema, 'en', {})
  const found = new Document({})
  for (const { language, own, path } of listLanguages(site.settings))
    for (const missing of listMissingWords(schema, language, own, shown)) {
      const [group = '', name = '', ...form] = missing.split('.')
      const word = english.get(group)![name]!
      const forms: Record<string, string> = typeof word === 'string' ? { other: word } : word
      const inForms = listPluralForms(language).map((each) => [each, forms[each] ?? forms.other])
      const isWhole = form.length === 0 && typeof word !== 'string'
      const text = isWhole ? Object.fromEntries(inForms) : forms.other
      const of = path.length === 2 ? [] : path.slice(1)
      found.setIn([...of, 'words', group, name, ...form], text)
    }
  console.log(found.toString({ lineWidth: 0 }))
  return 0
}

/** @throws UsageError for a route that `npm run check` refuses because it is too long */
function assertShortSegments(route: string): void {
  const segment = findLongSegment(route)
  if (segment !== undefined)
    throw new UsageError(
      `A route may have ${maxSegmentLength} characters between slashes, and ${route} has ${segment.length}`,
    )
}

/** Returns a name for the file of a route, shortened to what file systems allow. */
const nameFile = (route: string): string =>
  route.slice(1).replaceAll('/', '-').slice(0, maxSegmentLength)

runCommand(import.meta.url, command)

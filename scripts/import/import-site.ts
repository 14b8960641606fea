import { readdir, rm } from 'node:fs/promises'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { explainUnsafePath } from '../../schema/util/resolve-inside.ts'
import { findFreeName } from '../../schema/util/find-free-name.ts'
import { formatFirstItems } from '../../schema/util/format-first-items.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import { addressesFileName } from '../../schema/source/recorded-addresses.ts'
import { maxSegmentLength } from '../../schema/util/route-paths.ts'
import { addToGroup, type Groups, rankByCount } from '../../schema/util/group-by.ts'
import { serializeEntries } from '../../schema/source/recorded-entries.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { createPackageFiles } from '../shared/package-files.ts'
import { formatSchemaLine, writeEditorSchema } from '../shared/editor-schema.ts'
import { UserError } from '../shared/user-error.ts'
import type { ReportProgress } from '../prerender/run/show-progress.ts'
import { writeNestedFile } from '../shared/write-nested-file.ts'
import { FigureCiter } from './cite-figures.ts'
import { copyFiles } from './copy-files.ts'
import { createNavigation, findLogo, listMenuLabels } from './create-navigation.ts'
import {
  createPageConverter,
  type ImportContext,
  noteWritingScripts,
  resolveAnchors,
} from './create-pages.ts'
import { createSettings } from './create-settings.ts'
import { chooseCountry, findLanguage } from './find-place.ts'
import { findDollar } from '../shared/currencies.ts'
import { findContacts } from './find-contacts.ts'
import { formatImportReport, type ImportResult } from './format-import.ts'
import type { AddNote, OldSite } from './old-site.ts'
import { toPath, unknownOrigin } from './old-address.ts'
import { describeAnswer, planAnswers } from './plan-answers.ts'
import { type PlannedPage, planSite, reportPages, type SitePlan } from './plan-site.ts'
import { useBuiltSite, type BuiltSite } from './proof/built-site.ts'
import { proveImport, type ProofSource } from './proof/prove-import.ts'

const gitignoreFile = join(import.meta.dirname, '../new/site/template/gitignore')

export const reportFile = 'import-report.md'

/** A file of a site may have 1 MiB. */
const factsPerFile = 1000

/** @property country what the user has said of it, as of the language */
type ImportedFrom = {
  source: string
  proof: ProofSource
  language?: string | undefined
  country?: string | undefined
  onProgress?: ReportProgress
}

/**
 * Writes an old site as a new one. The report is written last, so a folder with one is complete.
 * @param from.source what the user has named, for the report
 * @param from.proof where the old site is read from again
 * @throws UserError if there is nothing to import, or the folder is not empty
 */
export async function importSite(
  old: OldSite,
  from: ImportedFrom,
  dir: string,
): Promise<ImportResult> {
  await assertNoFolder(dir)
  if (old.pages.length === 0)
    throw new UserError(
      `There is no page in ${from.source}: no file that ends in .html or begins as an HTML document. Nothing was written.`,
    )
  try {
    return await writeSite(old, from, dir)
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    throw error
  }
}

/** @throws UserError if the folder exists and has something in it */
export async function assertNoFolder(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR')
      throw new UserError(`${dir} is a file. Nothing was written. Name a new folder.`)
    throw error
  })
  if (names.length > 0)
    throw new UserError(`${dir} is not empty. Nothing was written. Name a new folder.`)
}

async function writeSite(
  old: OldSite,
  { source, proof: proofSource, onProgress, ...given }: ImportedFrom,
  dir: string,
): Promise<ImportResult> {
  const { note } = old
  for (const [address, answer] of old.others)
    if (answer.kind === 'missing' || answer.kind === 'unreached')
      note('unread', address, answer.reason)
  await noteWritingScripts(old)
  const plan = await planSite(old, onProgress)
  const heads = plan.pages.map(({ head }) => head)
  const home = plan.pages.find(({ route }) => route === '/')
  if (!home)
    throw new UserError(
      `No page in ${source} has any content: all are empty, or lead elsewhere. Nothing was written. If a script writes their content, save the pages as a browser shows them.`,
    )
  const place = { origin: plan.origin, heads, stated: old.language, text: readSample(plan.pages) }
  const country = chooseCountry(place, given.country)
  const { value: language, reason } = findLanguage(place, country.value, given.language)
  const derive = (detail: string) => note('derived', 'pages.yaml', detail)
  derive(`The language is ${language}, because of ${reason}. --language says another one.`)
  derive(
    `The country is ${country.value}, because of ${country.reason}. --country says another one.`,
  )
  const folder = new URL(plan.origin).pathname
  if (folder !== '/')
    derive(
      `The site is below ${folder}, because its links begin with that. If it moves to a domain of its own, change the origin.`,
    )
  const copied = await copyFiles(old, plan.targets, dir)
  const { addresses, gone, redirects } = planAnswers(old, plan, copied.files)
  noteLanguages(plan.pages, language, note)
  const contacts = findContacts(plan.pages, country.value)
  if (contacts.otherForms.length > 0)
    note(
      'changed',
      'pages.yaml',
      `The phone number was also written ${formatFirstItems(contacts.otherForms, 5)}. All pages print it in one form now.`,
    )
  const siteName = old.name ?? findName(heads, home.head.title) ?? 'Name of the business'
  const context: ImportContext = {
    ...{ plan, old, country, ...copied },
    citer: new FigureCiter(language, findDollar(country.value)),
    contacts,
    siteName,
    anchors: new Map(),
    titles: new Set(),
    hasSharedTitles: false,
    shown: new Set(),
  }
  const navigation = createNavigation(home, old, context)
  const refuse = (address: string, reason: string) => {
    old.others.set(address, { kind: 'missing', reason })
    note('unread', address, reason)
  }
  const aliases = listAliases(plan, refuse)
  await writePages(context, { aliases, labels: listMenuLabels(navigation) }, dir, onProgress)
  const logo = findLogo(home, context)
  const settings = createSettings(context, { language, logo, navigation, redirects })
  await writeNestedFile(dir, 'pages.yaml', formatYaml('pages.yaml', settings))
  const facts = context.citer.listFacts(
    (address) => plan.origin.replace(unknownOrigin, '') + address,
  )
  const factCount = facts.length
  const files: Record<string, string> = {
    ...Object.fromEntries(context.citer.listTables()),
    '.gitignore': readFileSync(gitignoreFile, 'utf8'),
    ...createPackageFiles(dir, { name: siteName }),
  }
  for (let at = 0; at < factCount; at += factsPerFile) {
    // No route has a dot.
    const path = `pages/facts${at === 0 ? '' : `.${at / factsPerFile + 1}`}.yaml`
    const listed = Object.fromEntries(facts.slice(at, at + factsPerFile))
    files[path] = formatYaml(path, { facts: listed })
  }
  for (const [path, content] of Object.entries(files)) await writeNestedFile(dir, path, content)
  const routes = new Set(plan.pages.map(({ route }) => route))
  const isRecorded = (address: string) => {
    const kind = old.others.get(address)?.kind ?? ''
    const path = toPath(address)
    // A page is at its path with any query.
    const isOfPage = path !== address && (routes.has(path) || gone.has(path))
    return !/^(?:replaced|missing|unreached)$/.test(kind) && !isOfPage
  }
  /** @returns undefined if something must be written again */
  const report = async (built: BuiltSite | undefined): Promise<ImportResult | undefined> => {
    const problems = built?.problems ?? []
    if (dropRefusedAliases(dir, problems, refuse)) return undefined
    await writeEditorSchema(dir, built?.checked)
    return {
      answers: addresses.map((address) =>
        describeAnswer(address, built?.answer(address), old, gone),
      ),
      proof: built && (await proveImport(proofSource, built, onProgress)),
      pageCount: routes.size,
      problems,
      notes: old.notes,
      factCount,
      pictureCount: context.shown.size,
    }
  }
  const build = async () => {
    // From now on, the check reports an old address that is lost.
    const recorded = addresses
      .filter(isRecorded)
      .map((address) => [address, gone.has(address) ? 'gone' : []])
    await writeNestedFile(dir, addressesFileName, serializeEntries(Object.fromEntries(recorded)))
    return useBuiltSite(dir, report, onProgress)
  }
  let result: ImportResult | undefined
  while (!result) result = await build()
  await writeNestedFile(dir, reportFile, formatImportReport(result, source))
  return result
}

/** Writes each page as soon as it is made, since a site may be larger than the memory. */
async function writePages(
  context: ImportContext,
  { aliases, labels }: { aliases: Map<string, string[]>; labels: Map<string, string> },
  dir: string,
  onProgress: ReportProgress | undefined,
): Promise<void> {
  const files: string[] = []
  const taken = new Set(['facts'])
  const convertPage = createPageConverter(context)
  const { pages } = context.plan
  for (const [index, planned] of pages.entries()) {
    await reportPages(index, pages.length, onProgress)
    const { route } = planned
    const { blocks, ...entry } = convertPage(planned)
    const path = `pages/${chooseFileName(route, taken)}.yaml`
    const label = labels.get(route) ?? entry.label
    const page = { ...entry, label, aliases: aliases.get(route), blocks }
    await writeNestedFile(dir, path, formatYaml(path, { pages: { [route]: page } }))
    files.push(path)
  }
  for (const path of files) {
    const text = readFileSync(join(dir, path), 'utf8')
    const resolved = resolveAnchors(text, context)
    if (resolved !== text) await writeNestedFile(dir, path, resolved)
  }
}

function chooseFileName(route: string, taken: Set<string>): string {
  const name =
    route === '/' ? 'home' : route.slice(1).replaceAll('/', '-').slice(0, maxSegmentLength)
  // Some names, such as con, are none on Windows.
  const isUnsafe = (each: string) => explainUnsafePath(`${each}.yaml`) !== undefined
  const free = findFreeName(name, (each) => taken.has(each) || isUnsafe(each))
  taken.add(free)
  return free
}

/**
 * Drops the aliases that no host can serve, such as one that differs from another only in case.
 * @returns whether there are any
 */
function dropRefusedAliases(
  dir: string,
  problems: Problem[],
  report: (address: string, reason: string) => void,
): boolean {
  let isAny = false
  for (const { code, file, found = '', message } of problems) {
    if (code !== 'ALIAS_COLLISION') continue
    const path = join(dir, file)
    const { pages = {} } = parse(readFileSync(path, 'utf8')) as { pages?: AliasedPages }
    const [route, page] =
      Object.entries(pages).find(([, { aliases }]) => aliases?.includes(found)) ?? []
    if (!page) continue
    const left = page.aliases!.filter((alias) => alias !== found)
    page.aliases = left.length > 0 ? left : undefined
    report(found, `Its page is ${route} now, and this address cannot redirect to it: ${message}`)
    writeFileSync(path, formatYaml(file, { pages }))
    isAny = true
  }
  return isAny
}
type AliasedPages = Record<string, { aliases?: string[] }>

/** As many pages say which language and country a site has. */
const sampledPages = 100

const readSample = (pages: PlannedPage[]): string =>
  pages
    .slice(0, sampledPages)
    .flatMap(({ content, shell }) => [...content, ...shell].map(({ text }) => text))
    // In a table of scores, nothing is a phone number.
    .filter((text) => text.length < 60 || text.replaceAll(/\D/g, '').length * 2 < text.length)
    .join('\n')

/** A second language needs words and menus, which nobody can derive. */
function noteLanguages(pages: PlannedPage[], language: string, note: AddNote): void {
  const getBase = (tag: string) => tag.split(/[-_]/)[0]!.toLowerCase()
  for (const { old, head } of pages)
    if (head.language !== undefined && getBase(head.language) !== getBase(language))
      note(
        'setting',
        old.address,
        `Its language is ${head.language}. Add the language to the settings, and language: to the page.`,
      )
}

/** The part that the titles share: Prices | Rose Plumbing. */
function findName(
  heads: { title: string; siteName?: string; jsonLd: Record<string, unknown>[] }[],
  homeTitle: string,
): string | undefined {
  const stated = heads.find(({ siteName }) => siteName !== undefined)?.siteName
  if (stated !== undefined) return stated
  const marked = heads
    .flatMap(({ jsonLd }) => jsonLd)
    .find(
      ({ address, name, '@type': type }) =>
        typeof name === 'string' &&
        (address !== undefined || /Organization|Business|WebSite/.test(String(type))),
    )
  if (marked) return String(marked.name)
  const parts = heads.flatMap(({ title }) => [
    ...new Set(title.split(/ [|–—·:»-]+ | \| /).map((each) => each.trim())),
  ])
  const [most] = rankByCount(parts.filter((part) => part !== ''))
  if (most && most.count > 1) return most.item
  return homeTitle.split(/ [|–—·:»-]+ /)[0]?.trim() || undefined
}

/** All old addresses that lead to a page are its aliases. @returns those of each route */
function listAliases(
  { pages, targets }: SitePlan,
  refuse: (address: string, reason: string) => void,
): Map<string, string[]> {
  const routes = new Set(pages.map(({ route }) => route))
  const pattern = new RegExp(loadSchema().$defs!.alias!.pattern!, 'u')
  const aliases: Groups<string, string> = new Map()
  // A page is at its path with any query, too.
  for (const [address, route] of targets)
    if (toPath(address) === route || routes.has(address)) continue
    else if (pattern.test(address)) addToGroup(aliases, route, address)
    else
      refuse(
        address,
        'This address cannot redirect: a part of it is too long for a folder, or it has a character that hosts treat as a pattern.',
      )
  return aliases
}

const formatYaml = (path: string, value: object): string =>
  `${formatSchemaLine(path)}\n${stringify(value, { lineWidth: 0, singleQuote: true })}`

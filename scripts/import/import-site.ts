import { readdir, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { explainUnsafePath } from '../../schema/util/resolve-inside.ts'
import { findFreeName } from '../../schema/util/find-free-name.ts'
import type { Problem } from '../../schema/problems/types.ts'
import { addressesFileName } from '../../schema/source/recorded-addresses.ts'
import { findLongSegment, maxSegmentLength } from '../../schema/util/route-paths.ts'
import { rankByCount } from '../../schema/util/group-by.ts'
import { serializeEntries } from '../../schema/source/recorded-entries.ts'
import { createPackageFiles } from '../shared/package-files.ts'
import { formatSchemaLine, writeEditorSchema } from '../shared/editor-schema.ts'
import { UserError } from '../shared/user-error.ts'
import type { ReportProgress } from '../prerender/run/show-progress.ts'
import { writeNestedFile } from '../shared/write-nested-file.ts'
import { answerAddress } from './answer-address.ts'
import { FigureCiter } from './cite-figures.ts'
import { copyFiles } from './copy-files.ts'
import { createNavigation, listMenuLabels } from './create-navigation.ts'
import { createPages, type ImportContext } from './create-pages.ts'
import { createSettings } from './create-settings.ts'
import { findCountry, findLanguage } from './find-place.ts'
import { findContacts } from './find-contacts.ts'
import { formatImportReport, type ImportResult } from './format-import.ts'
import type { ImportNote, OldSite } from './old-site.ts'
import { toPath } from './old-address.ts'
import { planAnswers } from './plan-answers.ts'
import { planFiles } from './plan-files.ts'
import { type PlannedPage, planSite } from './plan-site.ts'
import { useBuiltSite, type BuiltSite } from './proof/built-site.ts'
import { proveImport, type ProofSource } from './proof/prove-import.ts'

const gitignoreFile = join(import.meta.dirname, '../new/site/template/gitignore')

export const reportFile = 'import-report.md'

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
  { source, proof, ...given }: ImportedFrom,
  dir: string,
): Promise<ImportResult> {
  await assertNoFolder(dir)
  if (old.pages.length === 0)
    throw new UserError(
      `There is no page in ${source}: no file that ends in .html or begins as an HTML document. Nothing was written.`,
    )
  try {
    return await writeSite(old, { source, proof, ...given }, dir)
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
  const notes = [...old.notes]
  const note = (each: ImportNote) => void notes.push(each)
  const plan = await planSite(old, onProgress)
  notes.push(...old.notes.slice(notes.length))
  const heads = plan.pages.map(({ head }) => head)
  const home = plan.pages.find(({ route }) => route === '/')
  if (!home)
    throw new UserError(
      `No page in ${source} has any content: all are empty, or lead elsewhere. Nothing was written. If a script writes their content, save the pages as a browser shows them.`,
    )
  const place = { origin: plan.origin, heads, stated: old.language, text: readSample(plan.pages) }
  const country = findCountry(place, given.country)
  const { value: language, reason } = findLanguage(place, country.value, given.language)
  const derive = (detail: string) => note({ what: 'derived', address: 'pages.yaml', detail })
  derive(`The language is ${language}, because of ${reason}. --language says another one.`)
  derive(
    `The country is ${country.value}, because of ${country.reason}. --country says another one.`,
  )
  const files = planFiles(old, new Set(plan.targets.keys()))
  const copied = await copyFiles(old, files, dir, note)
  const { addresses, gone, redirects, replaced } = planAnswers(old, plan, files)
  noteLanguages(plan.pages, language, note)
  const name = old.name ?? findName(heads, home.head.title)
  const context: ImportContext = {
    plan,
    citer: new FigureCiter(language, country.dollar),
    contacts: findContacts(plan.pages, country),
    country,
    siteName: name ?? 'Name of the business',
    ...copied,
    shown: new Set(),
    unreached: old.unreached,
    note,
  }
  const entries = await createPages(context, onProgress)
  const refuse = (address: string, reason: string) => {
    old.missing.set(address, reason)
    note({ what: 'unread', address, detail: reason })
  }
  addAliases(entries, plan.targets, refuse)
  const navigation = createNavigation(home, old, context)
  for (const [route, label] of listMenuLabels(navigation)) {
    const entry = entries.get(route)
    if (entry) entry.label = label
  }
  const settings = createSettings({
    name,
    tagline: old.tagline,
    language,
    country: country.value,
    origin: plan.origin,
    contacts: context.contacts,
    heads,
    navigation,
    redirects,
  })
  const facts = context.citer.listFacts((address) => (plan.origin ?? '') + address)
  const isRecorded = (address: string) =>
    !replaced.has(address) &&
    !old.missing.has(address) &&
    !old.unreached.has(address) &&
    !(address.includes('?') && (entries.has(toPath(address)) || gone.has(toPath(address))))
  const writeAndBuild = async () => {
    const written = {
      ...createPackageFiles(dir, { name: context.siteName }),
      [addressesFileName]: serializeEntries(
        recordAddresses([...addresses].filter(isRecorded), gone),
      ),
      '.gitignore': readFileSync(gitignoreFile, 'utf8'),
    }
    for (const files of [
      Object.entries(written),
      context.citer.listTables(),
      listFiles(settings, entries, facts),
    ])
      for (const [path, content] of files) await writeNestedFile(dir, path, content)
    return useBuiltSite(dir, report, onProgress)
  }
  /** @returns undefined if something must be written again */
  const report = async (built: BuiltSite | undefined): Promise<ImportResult | undefined> => {
    const problems = built?.problems ?? []
    if (dropRefusedAliases(entries, problems, refuse)) return undefined
    await writeEditorSchema(dir, built?.checked)
    return {
      answers: [...addresses].map((address) => ({
        address,
        ...answerAddress(address, built?.answer(address), { replaced, unreached: old.unreached }),
      })),
      ...(built && { proof: await proveImport(proofSource, built, onProgress) }),
      pageCount: entries.size,
      problems,
      notes,
      factCount: Object.keys(facts).length,
      pictureCount: context.shown.size,
    }
  }
  const result = (await writeAndBuild()) ?? (await writeAndBuild())!
  await writeNestedFile(dir, reportFile, formatImportReport(result, source, gone))
  return result
}

/**
 * Drops the aliases that no host can serve, such as one that differs from another only in case.
 * @returns whether there are any
 */
function dropRefusedAliases(
  entries: Awaited<ReturnType<typeof createPages>>,
  problems: Problem[],
  report: (address: string, reason: string) => void,
): boolean {
  const refused = new Map(
    problems.flatMap(({ code, found, message }) =>
      found !== undefined && /^(?:ALIAS_COLLISION|INVALID_FORMAT)$/.test(code)
        ? [[found, message] as const]
        : [],
    ),
  )
  let isAny = false
  for (const entry of entries.values())
    entry.aliases = entry.aliases?.filter((alias) => {
      const message = refused.get(alias)
      if (message === undefined) return true
      isAny = true
      report(alias, `This address cannot redirect: ${message}`)
      return false
    })
  for (const entry of entries.values()) if (entry.aliases?.length === 0) delete entry.aliases
  return isAny
}

/** As many pages say which language and country a site has. */
const sampledPages = 100

const readSample = (pages: PlannedPage[]): string =>
  pages
    .slice(0, sampledPages)
    .flatMap(({ content, shell }) => [...content, ...shell].map(({ text }) => text))
    .join('\n')

/** A second language needs words and menus, which nobody can derive. */
function noteLanguages(
  pages: PlannedPage[],
  language: string,
  note: (note: ImportNote) => void,
): void {
  const getBase = (tag: string) => tag.split(/[-_]/)[0]!.toLowerCase()
  for (const { old, head } of pages)
    if (head.language !== undefined && getBase(head.language) !== getBase(language))
      note({
        what: 'setting',
        address: old.address,
        detail: `Its language is ${head.language}. Add the language to the settings, and language: to the page.`,
      })
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

/** All old addresses that lead to a page are its aliases. */
function addAliases(
  entries: Awaited<ReturnType<typeof createPages>>,
  targets: Map<string, string>,
  refuse: (address: string, reason: string) => void,
): void {
  for (const [address, route] of targets) {
    const entry = entries.get(route)
    // A page is at its path with any query, too.
    if (!entry || toPath(address) === route || entries.has(address)) continue
    if (findLongSegment(address) !== undefined) {
      refuse(address, 'This address cannot redirect: a part of it is too long for a folder.')
      continue
    }
    entry.aliases ??= []
    entry.aliases.push(address)
  }
}

/** From now on, the check reports an old address that is lost. */
function recordAddresses(
  addresses: string[],
  gone: Map<string, string>,
): Record<string, string[] | 'gone'> {
  return Object.fromEntries(
    addresses.sort().map((address) => [address, gone.has(address) ? 'gone' : []]),
  )
}

/** Lists the files of the new site. Each is written before the next one is formatted. */
function* listFiles(
  settings: object,
  entries: Awaited<ReturnType<typeof createPages>>,
  facts: Record<string, object>,
): Generator<[path: string, content: string]> {
  yield ['pages.yaml', formatYaml('pages.yaml', settings)]
  if (Object.keys(facts).length > 0)
    yield ['pages/facts.yaml', formatYaml('pages/facts.yaml', { facts })]
  const taken = new Set(['facts'])
  for (const [route, entry] of entries) {
    const name =
      route === '/' ? 'home' : route.slice(1).replaceAll('/', '-').slice(0, maxSegmentLength)
    // Some names, such as con, are none on Windows.
    const isUnsafe = (each: string) => explainUnsafePath(`${each}.yaml`) !== undefined
    const free = findFreeName(name, (each) => taken.has(each) || isUnsafe(each))
    taken.add(free)
    const path = `pages/${free}.yaml`
    yield [path, formatYaml(path, { pages: { [route]: entry } })]
  }
}

const formatYaml = (path: string, value: object): string =>
  `${formatSchemaLine(path)}\n${stringify(value, { lineWidth: 0, singleQuote: true })}`

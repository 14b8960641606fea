import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mergeSources } from './resolve/merge-sources.ts'
import type { LoadedSite, PictureFile } from './page-data.ts'
import { hideSecondaryProblems, sortProblems, type Problem } from './problems/problem.ts'
import { listPublicFiles } from './source/list-public-files.ts'
import {
  findMentionedPictures,
  readPictureInfos,
  findShownPictures,
} from './source/read-picture-infos.ts'
import { readSiteSources, createSourceReader, type ParseCache } from './source/read-site-sources.ts'
import { readDates } from './source/content-dates.ts'
import { resolveSite, type ResolvedSite } from './resolve/resolve-site.ts'
import { checkResolvedSite } from './rules/check-resolved-site.ts'
import type { Schema } from './validate/walk-schema.ts'
import { addSets } from './sets/add-sets.ts'
import { collapseRowProblems } from './sets/collapse-row-problems.ts'
import { listSets } from './sets/list-sets.ts'
import { readRowFiles } from './sets/read-row-files.ts'
import { createValidator, type Validator } from './validate/validate-file.ts'

export type LoadOptions = {
  /** Replaces the origin in the site's settings. */
  origin?: string
  /** Pass the same cache to every call in a long-running process. */
  cache?: SiteCache
}

/** State that a long-running process keeps between loads: parsed files and the compiled schema. */
export type SiteCache = {
  files: ParseCache
  compiled?: { schema: Schema; text: string; validate: Validator }
}
export const createSiteCache = (): SiteCache => ({ files: new Map() })

/** A loaded site and its problems. If any problem is an error, the site may be incomplete. */
export type LoadResult = LoadedSite & {
  problems: Problem[]
  /** Every picture that a page or the shell shows, once per use. */
  pictures: PictureFile[]
  /** The URL paths of the files in public/. */
  publicFiles: Set<string>
  /** The ledger and the findings, for reports. Undefined when no source file could be read. */
  resolvedSite?: ResolvedSite
}

const generatedSchemaPath = join(dirname(fileURLToPath(import.meta.url)), 'site.gen.json')

/**
 * Loads a whole site from YAML: parse, validate, merge, resolve, check rules.
 *
 * Mistakes in the site's files never throw: they are returned as problems.
 *
 * @param dir the site's folder, which contains pages.yaml
 */
export async function loadSite(
  dir: string,
  { origin, cache = createSiteCache() }: LoadOptions = {},
): Promise<LoadResult> {
  const { schema, validate } = await loadSchemaAndValidator(cache)
  const { sources, problems } = await readSiteSources(dir, createSourceReader(cache.files))
  if (sources.length === 0)
    return { ...emptySite, pictures: [], publicFiles: new Set(), problems: sortProblems(problems) }
  problems.push(...sources.flatMap(validate))
  const rowFiles = await readRowFiles(dir, sources, cache.files, problems)
  const merged = mergeSources(sources)
  const handwrittenCount = merged.pages.size
  const setProblems = addSets(merged, listSets(sources), rowFiles, schema, validate)
  const publicFiles = await listPublicFiles(join(dir, 'public'))
  const shownBySets = findShownPictures(
    [...merged.pages.values()].slice(handwrittenCount).map(({ raw }) => raw),
    publicFiles,
  )
  const mentioned = findMentionedPictures(
    [...cache.files.values()].map(({ bytes }) => bytes),
    publicFiles,
  )
  const pictures = await readPictureInfos(join(dir, 'public'), [
    ...new Set([...mentioned, ...shownBySets]),
  ])
  const resolvedSite = resolveSite(merged, schema, {
    origin,
    pictures: { files: publicFiles, infos: pictures },
  })
  const dates = await readDates(dir)
  // Spread into a list, not into push(): a large site can exceed the limit on call arguments.
  const allProblems = [
    ...problems,
    ...setProblems,
    ...merged.problems,
    ...checkResolvedSite(resolvedSite, { publicFiles, dates }),
  ]
  const { site, business, pages, notFound, shellFindings } = resolvedSite
  return {
    site,
    business,
    pages: pages.map(({ route, data, meta }) => ({
      data,
      meta: { ...meta, lastmod: dates.findDate(route, meta.contentHash) },
    })),
    notFound: notFound?.data,
    aliases: pages.flatMap(({ route, aliases }) =>
      aliases.map(({ from }) => ({ from, to: route })),
    ),
    problems: sortProblems(hideSecondaryProblems(collapseRowProblems(allProblems))),
    pictures: [...pages, ...(notFound ? [notFound] : [])]
      .flatMap(({ findings }) => findings.pictures)
      .concat(shellFindings.pictures),
    publicFiles,
    resolvedSite,
  }
}

const emptySite: LoadedSite = {
  site: undefined,
  business: undefined,
  pages: [],
  notFound: undefined,
  aliases: [],
}

async function loadSchemaAndValidator(cache: SiteCache) {
  const text = await readFile(generatedSchemaPath, 'utf8')
  // Adding a block folder during development changes the generated schema.
  if (cache.compiled?.text !== text) {
    const schema = JSON.parse(text) as Schema
    cache.compiled = { schema, text, validate: createValidator(schema) }
  }
  return cache.compiled
}

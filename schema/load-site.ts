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
  /** Takes the place of the site's own origin. */
  origin?: string
  /** Kept between calls by a process that stays. */
  cache?: SiteCache
}

/** What a process that stays keeps between two loads: parses by file and the compiled schema. */
export type SiteCache = {
  files: ParseCache
  compiled?: { schema: Schema; text: string; validate: Validator }
}
export const createSiteCache = (): SiteCache => ({ files: new Map() })

/** A loaded site and everything wrong with it. When a problem is an error, the site may be incomplete. */
export type LoadResult = LoadedSite & {
  problems: Problem[]
  /** Every picture that a page or the shell shows. */
  pictures: PictureFile[]
  /** The addresses of the files in public/. */
  publicFiles: Set<string>
  /** What reports need beyond the pages: the ledger, and what was found while resolving. Undefined when nothing could be read. */
  resolvedSite?: ResolvedSite
}

const generatedSchemaPath = join(dirname(fileURLToPath(import.meta.url)), 'site.gen.json')

/**
 * A page's way from YAML to data: parse, validate, merge, resolve, rules.
 * @param dir the site's folder, with pages.yaml.
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
  const written = merged.pages.size
  const ofSets = addSets(merged, listSets(sources), rowFiles, schema, validate)
  const publicFiles = await listPublicFiles(join(dir, 'public'))
  const shown = findShownPictures(
    [...merged.pages.values()].slice(written).map(({ raw }) => raw),
    publicFiles,
  )
  const mentioned = findMentionedPictures(
    [...cache.files.values()].map(({ bytes }) => bytes),
    publicFiles,
  )
  const pictures = await readPictureInfos(join(dir, 'public'), [
    ...new Set([...mentioned, ...shown]),
  ])
  const resolvedSite = resolveSite(merged, schema, {
    origin,
    pictures: { files: publicFiles, infos: pictures },
  })
  const dates = await readDates(dir)
  // Not pushed: of thousands of pages there may be more problems than a call has room for arguments.
  const all = [
    ...problems,
    ...ofSets,
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
    problems: sortProblems(hideSecondaryProblems(collapseRowProblems(all))),
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
  // A block folder that is added while developing changes the generated schema.
  if (cache.compiled?.text !== text) {
    const schema = JSON.parse(text) as Schema
    cache.compiled = { schema, text, validate: createValidator(schema) }
  }
  return cache.compiled
}

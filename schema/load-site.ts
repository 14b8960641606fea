import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { composeSite } from './compose-site.ts'
import type { LoadedSite, PictureFile } from './page-data.ts'
import { hideSecondaryProblems, sortProblems } from './problems/problem.ts'
import { findMentionedPictures } from './source/read-picture-infos.ts'
import { createSourceReader, type ParseCache } from './source/read-site-sources.ts'
import { resolveAllPages, type ResolvedSite } from './resolve/resolve-site.ts'
import { checkResolvedSite } from './rules/check-resolved-site.ts'
import type { Schema } from './validate/walk-schema.ts'
import { collapseRowProblems } from './sets/collapse-row-problems.ts'
import { createValidator, type Validator } from './validate/validate-file.ts'
import type { Problem } from './problems/types.ts'

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
  const readSource = createSourceReader(cache.files)
  const composed = await composeSite(dir, {
    schema,
    origin,
    createReader: () => async (path, file) => {
      const source = await readSource(path, file)
      if (source instanceof Error) return source
      return { ...source, problems: [...source.problems, ...validate(source)] }
    },
    listPictures: (_, files) =>
      findMentionedPictures(
        [...cache.files.values()].map(({ bytes }) => bytes),
        files,
      ),
    recordsDates: true,
    held: { rows: cache.files, getValidator: () => validate },
  })
  if (!composed.sources) {
    const problems = sortProblems(composed.problems)
    return { ...emptySite, pictures: [], publicFiles: new Set(), problems }
  }
  const { shared, publicFiles, dates } = composed
  const resolvedSite = resolveAllPages(shared)
  const allProblems = [
    ...composed.problems,
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

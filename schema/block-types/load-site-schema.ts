import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { problemAt, problemInFile, type Problem } from '../problems/problem.ts'
import { openSource, parseFile } from '../source/parse-file.ts'
import { readSourceBytes } from '../source/text/source-bytes.ts'
import { toRelativeName } from '../util/site-paths.ts'
import { usesFastPaths } from '../util/with-fast-path.ts'
import { loadSchema } from '../validate/load-schema.ts'
import { createReferenceValidator, getValidator } from '../validate/validate-file.ts'
import type { Schema } from '../validate/json-schema.ts'
import { assembleSchema } from './assemble-schema.ts'
import {
  InvalidBlockError,
  listBlockTypes,
  readBlockFolder,
  type BlockFolder,
} from './find-blocks.ts'
import { findSiteBlocks, isProjectBlock, type SiteBlockFolder } from './site-blocks.ts'

/** The schema of a site, which includes the site's own blocks. */
type SiteSchema = {
  /** Without invalid blocks. */
  schema: Schema
  blocks: BlockFolder[]
  problems: Problem[]
}

type LoadedSchema = SiteSchema & { base: Schema; text: string }

/** Loaded schemas by the folders of the site's blocks. */
const loaded = new Map<string, LoadedSchema>()

/** @property folder that contains the block, for messages */
type PlacedError = { folder: SiteBlockFolder; error: InvalidBlockError }

/**
 * Loads the schema of a site, which may have its own blocks in `blocks/`, and those of packages. An
 * invalid block is reported as a problem.
 * @returns the same objects until a schema changes
 */
export async function loadSiteSchema(site: string): Promise<SiteSchema> {
  const base = loadSchema()
  const { folders, missing: notInstalled } = findSiteBlocks(site)
  const missing = reportMissingPackages(site, notInstalled)
  if (folders.length === 0) return { schema: base, blocks: [], problems: missing }
  const found = (await Promise.all(folders.map(readFolder))).flat()
  const text = JSON.stringify([
    ...found.map((each) => ('error' in each ? each.error.message : each)),
    ...missing,
  ])
  const key = folders.map(({ path }) => path).join('\n')
  const last = loaded.get(key)
  if (last?.base === base && last.text === text) return last
  const errors = found.filter((each) => 'error' in each)
  const distinct = dropRepeatedBlocks(found.filter(isPlacedBlock), errors)
  const blocks = findCompilingBlocks(base, distinct, errors)
  const schema = blocks.length > 0 ? addBlocks(base, blocks) : base
  const problems = await Promise.all(errors.map((error) => toProblem(site, error)))
  const next = { schema, blocks, problems: [...missing, ...problems], base, text }
  loaded.set(key, next)
  return next
}

type PlacedBlock = { folder: SiteBlockFolder; block: BlockFolder }

const readFolder = async (folder: SiteBlockFolder): Promise<(PlacedBlock | PlacedError)[]> =>
  Promise.all(
    (await listBlockTypes(folder.path)).map((type) =>
      readSiteBlock(folder.path, type).then(
        (block) => ({ folder, block }),
        (error: Error) => {
          if (error instanceof InvalidBlockError) return { folder, error }
          throw error
        },
      ),
    ),
  )

/** Reports packages in `site.blockPackages` that are not installed. */
function reportMissingPackages(site: string, missing: string[]): Problem[] {
  if (missing.length === 0) return []
  const source = openSource(join(site, 'pages.yaml'), 'pages.yaml')
  return missing.map((name) =>
    problemAt(
      { source, path: ['site', 'blockPackages'] },
      'BLOCK_PACKAGE_NOT_FOUND',
      `There is no package ${name} with a folder blocks/.`,
      { found: name, needle: name, fix: `Install it: npm install ${name}` },
    ),
  )
}

/** @param errors filled with the errors of blocks whose type another folder has */
function dropRepeatedBlocks(blocks: PlacedBlock[], errors: PlacedError[]): PlacedBlock[] {
  const types = new Map<string, PlacedBlock>()
  for (const placed of blocks) {
    const { folder, block } = placed
    const first = types.get(block.type)
    if (first === undefined) types.set(block.type, placed)
    else {
      const reason = `${first.folder.packageName ?? 'the site'} has a block named ${block.type}, too`
      errors.push({ folder, error: new InvalidBlockError(`blocks/${block.type}`, reason) })
    }
  }
  return [...types.values()]
}

const isPlacedBlock = (each: PlacedBlock | PlacedError): each is PlacedBlock => 'block' in each

const addBlocks = (base: Schema, blocks: BlockFolder[]) => assembleSchema(base, blocks) as Schema

/** @param errors filled with the errors of blocks whose schemas do not compile */
function findCompilingBlocks(
  base: Schema,
  placed: PlacedBlock[],
  errors: PlacedError[],
): BlockFolder[] {
  const blocks = placed.map(({ block }) => block)
  if (!findCompileError(addBlocks(base, blocks))) return blocks
  return placed.flatMap(({ folder, block }) => {
    const error = findCompileError(addBlocks(base, [block]))
    if (!error) return [block]
    const file = `blocks/${block.type}/schema.json`
    errors.push({ folder, error: new InvalidBlockError(file, error.message) })
    return []
  })
}

function findCompileError(schema: Schema): Error | undefined {
  try {
    if (usesFastPaths) getValidator(schema)
    else createReferenceValidator(schema)
    return undefined
  } catch (error) {
    return error as Error
  }
}

async function toProblem(
  site: string,
  { folder, error: { file: name, reason, property } }: PlacedError,
): Promise<Problem> {
  // The site's own folder may be a link.
  const file = folder.packageName
    ? toRelativeName(realpathSync(site), join(folder.path, '..', name))
    : name
  const text = `${reason[0]!.toUpperCase()}${reason.slice(1)}.`
  if (!property) return problemInFile(file, 'INVALID_BLOCK', text)
  const source = parseFile(file, readSourceBytes(realpathSync(join(folder.path, '..', name))))
  return problemAt({ source, path: property }, 'INVALID_BLOCK', text)
}

async function readSiteBlock(dir: string, type: string): Promise<BlockFolder> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(type))
    throw new InvalidBlockError(
      `blocks/${type}`,
      'the name of a block must be lowercase words joined by hyphens',
    )
  if (isProjectBlock(type))
    throw new InvalidBlockError(
      `blocks/${type}`,
      `Signpost itself has a block named ${type}: choose another name`,
    )
  return readBlockFolder(dir, type)
}

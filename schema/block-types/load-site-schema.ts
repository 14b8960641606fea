import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { problemAt, problemInFile } from '../problems/problem.ts'
import type { Problem } from '../problems/types.ts'
import { parseFile } from '../source/parse-file.ts'
import { usesFastPaths } from '../util/fast-paths.ts'
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
import { findSiteBlocks, isProjectBlock } from './site-blocks.ts'

/** The schema of a site, which includes the site's own blocks. */
export type SiteSchema = {
  /** Without invalid blocks. */
  schema: Schema
  blocks: BlockFolder[]
  problems: Problem[]
}

type LoadedSchema = SiteSchema & { base: Schema; text: string }

/** Loaded schemas by the folder of the site's own blocks. */
const loaded = new Map<string, LoadedSchema>()

/**
 * Loads the schema of a site, which may have its own blocks in `blocks/`. An invalid block is
 * reported as a problem.
 * @returns the same objects until a schema changes
 */
export async function loadSiteSchema(site: string): Promise<SiteSchema> {
  const base = loadSchema()
  const dir = findSiteBlocks(site)
  if (dir === undefined) return { schema: base, blocks: [], problems: [] }
  const found = await Promise.all(
    (await listBlockTypes(dir)).map((type) =>
      readSiteBlock(dir, type).catch((error: Error) => {
        if (error instanceof InvalidBlockError) return error
        throw error
      }),
    ),
  )
  const text = JSON.stringify(found.map((each) => (each instanceof Error ? each.message : each)))
  const last = loaded.get(dir)
  if (last?.base === base && last.text === text) return last
  const errors = found.filter((each) => each instanceof InvalidBlockError)
  const blocks = findCompilingBlocks(base, found.filter(isBlock), errors)
  const schema = blocks.length > 0 ? addBlocks(base, blocks) : base
  const problems = await Promise.all(errors.map((error) => toProblem(dir, error)))
  const next = { schema, blocks, problems, base, text }
  loaded.set(dir, next)
  return next
}

const isBlock = (each: BlockFolder | Error): each is BlockFolder => !(each instanceof Error)

const addBlocks = (base: Schema, blocks: BlockFolder[]) => assembleSchema(base, blocks) as Schema

/** @param errors filled with the errors of blocks whose schemas do not compile */
function findCompilingBlocks(
  base: Schema,
  blocks: BlockFolder[],
  errors: InvalidBlockError[],
): BlockFolder[] {
  if (!findCompileError(addBlocks(base, blocks))) return blocks
  return blocks.filter((block) => {
    const error = findCompileError(addBlocks(base, [block]))
    if (error) errors.push(new InvalidBlockError(`blocks/${block.type}/schema.json`, error.message))
    return !error
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
  dir: string,
  { file, reason, property }: InvalidBlockError,
): Promise<Problem> {
  const text = `${reason[0]!.toUpperCase()}${reason.slice(1)}.`
  if (!property) return problemInFile(file, 'INVALID_BLOCK', text)
  const source = parseFile(file, await readFile(join(dir, '..', file)))
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

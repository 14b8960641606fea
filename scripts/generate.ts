/**
 * `npm run generate` writes every *.gen.* file from the block folders and schema/site.schema.json, and compiles the schema.
 * `npm run generate -- --check` writes nothing and fails when a file is out of date (for CI).
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadQuickChecks } from '../schema/quick-check.ts'
import type { Schema } from '../schema/schema-walk.ts'
import { assembleSchema } from './generate/assemble-schema.ts'
import { createValidator } from '../schema/validate-file.ts'
import { findBlocks, type BlockFolder } from './generate/find-blocks.ts'
import { writeBlockReference } from './generate/write-block-reference.ts'
import { writeErrorReference } from './generate/write-error-reference.ts'
import { writeFonts } from './generate/write-fonts.ts'
import { writeRegistry, writeStyles } from './generate/write-registry.ts'
import { writeRosette } from './generate/write-rosette.ts'
import { writeTypes } from './generate/write-types.ts'
import { readOptions, runScript } from './options.ts'

const usage = 'Usage: npm run generate -- [--check]'
const projectRoot = dirname(import.meta.dirname)

/** The generated files: path below the project's folder → content. */
async function generateFiles(root = projectRoot): Promise<Map<string, string | Uint8Array>> {
  const blocks = await findBlocks(join(root, 'blocks'))
  const base = JSON.parse(await readFile(join(root, 'schema/site.schema.json'), 'utf8'))
  const schema = assembleSchema(base, blocks)
  const types = await tryOut(schema).catch(async (error: Error) =>
    Promise.reject(await blame(error, base, blocks)),
  )
  return new Map<string, string | Uint8Array>([
    ...(await writeFonts()),
    ['blocks/hero/rosette.gen.svg', writeRosette()],
    ['schema/site.gen.json', `${JSON.stringify(schema, null, 2)}\n`],
    ['schema/types.gen.ts', types],
    ['schema/errors.gen.md', writeErrorReference()],
    ['blocks/registry.gen.ts', writeRegistry(blocks)],
    ['blocks/styles.gen.ts', writeStyles(blocks)],
    ['blocks/reference.gen.md', writeBlockReference(blocks, base.$defs)],
  ])
}

/** Nothing is written of a schema that cannot be used. @returns its types. */
async function tryOut(schema: Schema): Promise<string> {
  createValidator(schema)
  return writeTypes(schema)
}

/** @returns the error with the block that it comes of, where it is one alone. */
async function blame(
  error: Error,
  base: Parameters<typeof assembleSchema>[0],
  blocks: BlockFolder[],
): Promise<Error> {
  for (const block of blocks) {
    const own = await tryOut(assembleSchema(base, [block])).then(
      () => undefined,
      (found: Error) => found,
    )
    if (own) return new Error(`blocks/${block.type}/schema.json: ${own.message}`)
  }
  return error
}

/**
 * Writes the generated files that differ from what is on disk.
 * @returns the paths that differed.
 */
export async function generate({ root = projectRoot, check = false } = {}): Promise<string[]> {
  const changed: string[] = []
  for (const [path, content] of await generateFiles(root)) {
    const file = join(root, path)
    const current = await readFile(file).catch(() => undefined)
    if (current?.equals(Buffer.from(content))) continue
    changed.push(path)
    if (check) continue
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  return changed
}

async function main(args: string[]): Promise<number> {
  const { check } = readOptions(args, usage, { check: { type: 'boolean', default: false } })
  const changed = await generate({ check }).catch((error: Error) => error)
  if (changed instanceof Error) {
    console.error(changed.message)
    return 1
  }
  for (const path of changed) console.log(check ? `out of date: ${path}` : `wrote ${path}`)
  if (check && changed.length > 0) console.log('Run: npm run generate')
  // Otherwise the first command that validates does it.
  if (!check)
    loadQuickChecks(
      JSON.parse(await readFile(join(projectRoot, 'schema/site.gen.json'), 'utf8')) as Schema,
    )
  return check && changed.length > 0 ? 1 : 0
}

runScript(import.meta.url, main)

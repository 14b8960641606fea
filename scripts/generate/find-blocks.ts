import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathExists } from '../shared/path-exists.ts'

/**
 * A block folder: its type (the folder's name), its schema, its examples as YAML, and whether it
 * has a stylesheet.
 */
export type BlockFolder = {
  type: string
  schema: { title: string; description?: string } & Record<string, unknown>
  examples: string
  hasStyles: boolean
}

/**
 * Reads the block folders in `dir`, sorted by name.
 * @throws Error with the name of the file if a block is incomplete or its schema is invalid.
 */
export async function findBlocks(dir: string): Promise<BlockFolder[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  const types = entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map((entry) => entry.name)
  return Promise.all(types.sort().map((type) => readBlockFolder(dir, type)))
}

async function readBlockFolder(dir: string, type: string): Promise<BlockFolder> {
  for (const file of ['schema.json', `${type}.tsx`, 'examples.yaml']) {
    if (!(await pathExists(join(dir, type, file)))) throw new Error(`blocks/${type} has no ${file}`)
  }
  const text = await readFile(join(dir, type, 'schema.json'), 'utf8')
  const schema = parseBlockSchema(type, text)
  const expected = `${toPascalCase(type)}Block`
  if (schema.title !== expected)
    throw new Error(`blocks/${type}/schema.json: "title" must be "${expected}"`)
  const name = (schema.properties as { type?: { const?: unknown } } | undefined)?.type?.const
  if (name !== type)
    throw new Error(`blocks/${type}/schema.json: the "const" of "type" must be "${type}"`)
  const examples = await readFile(join(dir, type, 'examples.yaml'), 'utf8')
  return { type, schema, examples, hasStyles: await pathExists(join(dir, type, `${type}.css`)) }
}

function parseBlockSchema(type: string, text: string): BlockFolder['schema'] {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`blocks/${type}/schema.json: ${(error as Error).message}`)
  }
}

/** card-grid → CardGrid */
export function toPascalCase(name: string): string {
  return name.replace(/(^|-)([a-z0-9])/g, (_, _dash, letter: string) => letter.toUpperCase())
}

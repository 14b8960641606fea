import { existsSync, realpathSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSourceBytes } from '../source/text/source-bytes.ts'
import { parseWords, type WordTable } from './read-words.ts'
import { blockGroupNames, isBlockGroup, type BlockGroup } from './block-groups.ts'

/**
 * A block folder: its type (the folder's name), its path, its group, its schema, its examples as
 * YAML, the words it shows, and its stylesheets.
 */
export type BlockFolder = {
  type: string
  path: string
  group: BlockGroup
  schema: { title: string; description?: string } & Record<string, unknown>
  examples: string
  words?: WordTable
  /** That of the block, such as `hero`, then those of layouts and properties: `hero.banner`. */
  styles: string[]
}

/** Thrown for an incomplete block folder, or one with an invalid schema. */
export class InvalidBlockError extends Error {
  /**
   * @param file the file or folder, relative to the folder with `blocks/`
   * @param reason what is wrong, without the name of the block, such as `there is no hero.tsx`
   * @param property the path of the invalid property in the schema, if it is a single one
   */
  constructor(
    readonly file: string,
    readonly reason: string,
    readonly property?: string[],
  ) {
    super(`${file}: ${reason}`)
  }
}

/**
 * Reads the block folders in `dir`, sorted by name.
 * @throws InvalidBlockError if a block is incomplete or its schema is invalid.
 */
export const findBlocks = async (dir: string): Promise<BlockFolder[]> =>
  Promise.all((await listBlockTypes(dir)).map((type) => readBlockFolder(dir, type)))

/** Lists the names of the block folders in `dir`, sorted. */
export async function listBlockTypes(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map((entry) => entry.name)
    .sort()
}

/** Reads a file of a block, or its unsaved text. */
const readBlockFile = (path: string, name: string) =>
  readSourceBytes(realpathSync(join(path, name)))

/** @throws InvalidBlockError if the block is incomplete or its schema is invalid. */
export async function readBlockFolder(dir: string, type: string): Promise<BlockFolder> {
  const path = join(dir, type)
  const file = `blocks/${type}/schema.json`
  for (const name of ['schema.json', `${type}.tsx`, 'examples.yaml'])
    if (!existsSync(join(path, name)))
      throw new InvalidBlockError(`blocks/${type}`, `there is no ${name}`)
  const text = readBlockFile(path, 'schema.json').toString()
  const schema = parseBlockSchema(file, text)
  const expected = `${toPascalCase(type)}Block`
  if (schema.title !== expected)
    throw new InvalidBlockError(file, `"title" must be "${expected}"`, ['title'])
  const typeName = (schema.properties as { type?: { const?: unknown } } | undefined)?.type?.const
  if (typeName !== type)
    throw new InvalidBlockError(file, `the "const" of "type" must be "${type}"`, [
      'properties',
      'type',
      'const',
    ])
  const { group } = schema
  if (!isBlockGroup(group)) throw new InvalidBlockError(file, ...explainGroup(group))
  const examples = readBlockFile(path, 'examples.yaml').toString()
  const words = await readBlockWords(path, type)
  const styles = (await readdir(path))
    .filter((name) => name.startsWith(`${type}.`) && name.endsWith('.css'))
    .map((name) => name.slice(0, -'.css'.length))
    .sort()
  return { type, path, group, schema, examples, ...(words && { words }), styles }
}

/** @returns why the group is invalid, and the path of the invalid property in the schema */
function explainGroup(group: unknown): [reason: string, property?: string[]] {
  const choices = `one of ${blockGroupNames.join(', ')}`
  return group === undefined
    ? [`"group" is missing: add ${choices}, for the catalogue and the studio`]
    : [`"group" must be ${choices}`, ['group']]
}

async function readBlockWords(path: string, type: string): Promise<WordTable | undefined> {
  if (!existsSync(join(path, 'words.yaml'))) return undefined
  const file = `blocks/${type}/words.yaml`
  try {
    return parseWords(file, readBlockFile(path, 'words.yaml'))
  } catch (error) {
    throw new InvalidBlockError(file, (error as Error).message)
  }
}

/** Reads the words of everything that is not a block, by group: the files in `schema/words`. */
export async function readSharedWords(root: string): Promise<Record<string, WordTable>> {
  const dir = join(root, 'schema/words')
  const files = (await readdir(dir)).filter((file) => file.endsWith('.yaml')).sort()
  const read = async (file: string) => {
    try {
      return [file.replace('.yaml', ''), parseWords(file, await readFile(join(dir, file)))] as const
    } catch (error) {
      throw new Error(`schema/words/${file}: ${(error as Error).message}`)
    }
  }
  return Object.fromEntries(await Promise.all(files.map(read)))
}

function parseBlockSchema(file: string, text: string): BlockFolder['schema'] {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidBlockError(file, (error as Error).message)
  }
}

/** card-grid → CardGrid */
export function toPascalCase(name: string): string {
  return name.replace(/(^|-)([a-z0-9])/g, (_, _dash, letter: string) => letter.toUpperCase())
}

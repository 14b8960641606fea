import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../shared/user-error.ts'
import { assembleSchema, type JsonSchema } from '../../schema/block-types/assemble-schema.ts'
import { findBlocks, readSharedWords } from '../../schema/block-types/find-blocks.ts'

const schemaFile = 'schema/site.gen.json'

export const serializeSchema = (schema: JsonSchema) => `${JSON.stringify(schema, null, 2)}\n`

/**
 * Refuses a generated schema that is out of date, for example because `npm run generate` failed: it
 * would accept and reject other properties than the blocks have.
 * @throws UserError
 */
export async function assertCurrentSchema(root: string): Promise<void> {
  const read = (file: string) => readFile(join(root, file), 'utf8')
  const [base, blocks, words, generated] = await Promise.all([
    read('schema/site.schema.json'),
    findBlocks(join(root, 'blocks')),
    readSharedWords(root),
    read(schemaFile),
  ]).catch((error: Error) => Promise.reject(new UserError(error.message)))
  const schema = assembleSchema(JSON.parse(base) as JsonSchema, blocks, words)
  if (serializeSchema(schema) !== generated)
    throw new UserError(
      `${schemaFile} is out of date: a schema or words in blocks/ or schema/ have changed since it was generated. Run: npm run generate`,
    )
}

/**
 * `npm run generate`: writes every *.gen.* file from the block folders and schema/site.schema.json,
 * and compiles the schema. With --check, writes nothing and exits with 1 if a file is out of date.
 */
import { toSiteArgs } from './shared/usage.ts'
import { formatCommand, isPackage } from './launch/commands.mjs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadFastChecks } from '../schema/validate/fast-validate.ts'
import type { Schema } from '../schema/validate/json-schema.ts'
import { serializeSchema } from './generate/assert-current-schema.ts'
import { checkBlockTypes } from './check/check-block-types.ts'
import { hasErrors } from '../schema/problems/problem.ts'
import { formatProblems } from '../schema/problems/format-problems.ts'
import { loadSiteSchema } from '../schema/block-types/load-site-schema.ts'
import { assembleSchema } from '../schema/block-types/assemble-schema.ts'
import { getValidator } from '../schema/validate/validate-file.ts'
import { findBlocks, readSharedWords, type BlockFolder } from '../schema/block-types/find-blocks.ts'
import { generateBlockReference } from './generate/block-reference.ts'
import { dependencyTable, generateDependencyTable } from './generate/dependency-table.ts'
import { generateDrawnLetters } from './generate/drawn-letters.ts'
import { generateErrorReference } from './generate/error-reference.ts'
import { generateFonts } from './generate/fonts.ts'
import { generateIcons } from './generate/icons.ts'
import { generatePropertyNames } from './generate/property-names.ts'
import { generateRegistry, generateStyles } from './generate/registry.ts'
import { writeSiteBlockTypes } from './generate/site-block-types.ts'
import { generateTypes } from './generate/types.ts'
import { hashGenerated, markUpToDate } from './generate/up-to-date.ts'
import { writeEditorSchema } from './shared/editor-schema.ts'
import { relativizeProblemPaths } from './shared/problem-paths.ts'
import { defineCommand, runCommand } from './shared/command.ts'
import { assertSiteFolder } from './shared/site-folders.ts'
import { transform } from 'esbuild'
import { writeNestedFile } from './shared/write-nested-file.ts'

const projectRoot = dirname(import.meta.dirname)

/** @returns The content of each generated file, by its path relative to the project. */
async function generateFiles(root: string): Promise<Map<string, string | Uint8Array>> {
  const dependencies = await generateDependencyTable(root)
  const blocks = await findBlocks(join(root, 'blocks'))
  const base = JSON.parse(await readFile(join(root, 'schema/site.schema.json'), 'utf8'))
  const schema = assembleSchema(base, blocks, await readSharedWords(root))
  const types = await validateAndGenerateTypes(schema).catch(async (error: Error) =>
    Promise.reject(await attributeErrorToBlock(error, base, blocks)),
  )
  return new Map<string, string | Uint8Array>([
    ...(await generateFonts()),
    ['renderer/inline/inline-scripts.gen.ts', await generateInlineScripts(root)],
    ['schema/drawing/drawn-letters.gen.ts', await generateDrawnLetters()],
    ['blocks/shared/icons.gen.ts', await generateIcons(base)],
    ['schema/site.gen.json', serializeSchema(schema)],
    ['schema/types.gen.ts', types],
    ['schema/problems/property-names.gen.ts', generatePropertyNames(schema)],
    ['schema/errors.gen.md', generateErrorReference()],
    ['blocks/registry.gen.ts', generateRegistry(blocks)],
    ['blocks/styles.gen.ts', generateStyles(blocks)],
    ['blocks/reference.gen.md', generateBlockReference(blocks, base.$defs)],
    ...(dependencies === undefined ? [] : [[dependencyTable, dependencies] as const]),
  ])
}

/**
 * Compiles a schema and generates its types, so that an invalid schema fails before files are
 * written.
 */
async function validateAndGenerateTypes(schema: Schema): Promise<string> {
  getValidator(schema)
  return generateTypes(schema)
}

/** @returns The error with the name of the block that causes it, if one block alone does. */
async function attributeErrorToBlock(
  error: Error,
  base: Parameters<typeof assembleSchema>[0],
  blocks: BlockFolder[],
): Promise<Error> {
  for (const block of blocks) {
    const blockError = await validateAndGenerateTypes(assembleSchema(base, [block])).then(
      () => undefined,
      (error: Error) => error,
    )
    if (blockError) return new Error(`blocks/${block.type}/schema.json: ${blockError.message}`)
  }
  return error
}

/**
 * Writes the generated files that differ from what is on disk.
 * @param check Writes nothing.
 * @returns The paths of the files that differ.
 */
export async function writeGeneratedFiles({
  root = projectRoot,
  check = false,
} = {}): Promise<string[]> {
  const changed: string[] = []
  const hash = hashGenerated(root)
  for (const [path, content] of await generateFiles(root)) {
    const file = join(root, path)
    const current = await readFile(file).catch(() => undefined)
    if (current?.equals(Buffer.from(content))) continue
    changed.push(path)
    if (check) continue
    await writeNestedFile(root, path, content)
  }
  if (changed.length === 0) markUpToDate(hash)
  return changed
}

export const command = defineCommand({
  name: 'generate',
  options: {
    site: { value: 'DIR', help: "Only write the types of this site's own blocks, and check them." },
    check: 'Write nothing, and fail if a file is out of date.',
  },
  examples: {
    '': 'Write the generated files.',
    '--site ../plumber': 'Write ../plumber/blocks/types.gen.ts, and report type errors.',
    '--check': 'Fail if one is out of date, as CI does.',
  },
  async run({ site, check }) {
    if (site !== undefined || isPackage) return generateForSite(site ?? '.', check)
    const changed = await writeGeneratedFiles({ check }).catch((error: Error) => error)
    if (changed instanceof Error) {
      console.error(changed.message)
      return 1
    }
    reportChanges(changed, check)
    // Stores the compiled schema, so that the next command need not compile it.
    if (!check) {
      loadFastChecks(
        JSON.parse(await readFile(join(projectRoot, 'schema/site.gen.json'), 'utf8')) as Schema,
      )
      await writeEditorSchema(projectRoot)
    }
    return check && changed.length > 0 ? 1 : 0
  },
})

/** Writes the types of a site's own blocks, and checks these with them. @returns the exit code. */
async function generateForSite(site: string, check: boolean): Promise<number> {
  assertSiteFolder(site)
  const { problems } = await loadSiteSchema(site)
  if (problems.length > 0) {
    console.error(formatProblems(relativizeProblemPaths(problems, site)))
    return 1
  }
  const changed = await writeSiteBlockTypes(site, { check })
  reportChanges(changed, check, toSiteArgs(site))
  if (check) return changed.length > 0 ? 1 : 0
  const found = await checkBlockTypes(site)
  if (found.length > 0) console.error(formatProblems(relativizeProblemPaths(found, site)))
  return hasErrors(found) ? 1 : 0
}

function reportChanges(changed: string[], check: boolean, args: string[] = []): void {
  for (const path of changed) console.log(check ? `out of date: ${path}` : `wrote ${path}`)
  if (changed.length === 0) console.log('Everything is up to date.')
  if (check && changed.length > 0) console.log(`Run: ${formatCommand('generate', args)}`)
}

/** The scripts in the head of pages, in `renderer/inline`. */
const inlineScripts = ['keep-answer', 'reveal-target', 'show-kept']

/** Generates a module that exports each minified script as a string. */
async function generateInlineScripts(root: string): Promise<string> {
  const lines = await Promise.all(
    inlineScripts.map(async (name) => {
      const source = await readFile(join(root, 'renderer/inline', `${name}.ts`), 'utf8')
      const { code } = await transform(source, {
        loader: 'ts',
        format: 'iife',
        minify: true,
        target: 'es2022',
      })
      const variable = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      return `export const ${variable} =\n  ${JSON.stringify(code.trim())}\n`
    }),
  )
  return `// Generated by \`npm run generate\` from the scripts beside it. Do not edit.\n${lines.join('')}`
}

runCommand(import.meta.url, command)

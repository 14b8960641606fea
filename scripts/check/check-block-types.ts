import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { loadSiteSchema } from '../../schema/block-types/load-site-schema.ts'
import { findSiteBlocks } from '../../schema/block-types/site-blocks.ts'
import { problemInFile } from '../../schema/problems/problem.ts'
import type { Problem } from '../../schema/problems/types.ts'
import { writeSiteBlockTypes } from '../generate/site-block-types.ts'
import { createTypeScriptConfig } from '../new/block-template.ts'
import { projectRoot } from '../prerender/session/workspace.ts'

const require = createRequire(import.meta.url)

/** Finds type errors in the components of a site's own blocks with TypeScript. */
export async function checkBlockTypes(site: string): Promise<Problem[]> {
  const blocks = findSiteBlocks(site)
  // The type of a block whose schema is invalid is unknown.
  if (blocks === undefined || (await loadSiteSchema(site)).problems.length > 0) return []
  await writeSiteBlockTypes(site)
  const dir = await mkdtemp(join(tmpdir(), 'signpost-types-'))
  try {
    // The site's own tsconfig.json is for editors, and may be missing.
    const config = JSON.parse(createTypeScriptConfig(projectRoot)) as object
    const file = join(dir, 'tsconfig.json')
    await writeFile(file, JSON.stringify({ ...config, include: [join(blocks, '**/*')] }))
    const errors = parseTypeErrors(await runTypeScript(file), dir)
    const own = errors.filter((error) => error.file.startsWith(blocks + sep))
    return await Promise.all(own.map((error) => describeTypeError(error, dirname(blocks))))
  } finally {
    await rm(dir, { recursive: true })
  }
}

/** @returns what the compiler prints */
function runTypeScript(config: string): Promise<string> {
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  return new Promise((done) => {
    const args = [compiler, '--project', config, '--pretty', 'false']
    execFile(process.execPath, args, { cwd: dirname(config) }, (_error, stdout) => done(stdout))
  })
}

type TypeError = { file: string; line: number; column: number; message: string }

/** Parses lines such as `van-map.tsx(12,5): error TS2322: …`. Indented lines say more. */
const parseTypeErrors = (output: string, dir: string): TypeError[] =>
  [...output.matchAll(/^(\S.*)\((\d+),(\d+)\): error TS\d+: (.*)$/gm)].map(
    ([, file, line, column, message]) => ({
      file: resolve(dir, file!),
      line: Number(line),
      column: Number(column),
      message: message!,
    }),
  )

/** @param site its real path */
async function describeTypeError(
  { file, line, column, message }: TypeError,
  site: string,
): Promise<Problem> {
  const excerpt = (await readFile(file, 'utf8')).split('\n')[line - 1]?.trimEnd()
  return {
    ...problemInFile(relative(site, file).replaceAll(sep, '/'), 'BLOCK_TYPE_ERROR', message),
    ...{ line, column, endColumn: column + 1 },
    ...(excerpt && { excerpt }),
  }
}

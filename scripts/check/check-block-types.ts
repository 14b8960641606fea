import { isOutsideFolder, toRelativeName } from '../../schema/util/site-paths.ts'
import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { loadSiteSchema } from '../../schema/block-types/load-site-schema.ts'
import { findSiteBlocks, type SiteBlockFolder } from '../../schema/block-types/site-blocks.ts'
import { problemInFile, type Problem } from '../../schema/problems/problem.ts'
import { getCacheFolder } from '../../schema/util/cache-folders.ts'
import { writeSiteBlockTypes } from '../generate/site-block-types.ts'
import { isPackage } from '../launch/commands.mjs'
import { createTypeScriptConfig } from '../shared/block-typescript-config.ts'
import { projectRoot } from '../prerender/bundle/bundle.ts'

/** Finds type errors in the components of a site's own blocks with TypeScript. */
export async function checkBlockTypes(site: string): Promise<Problem[]> {
  const isOwn = ({ packageName }: SiteBlockFolder) => packageName === undefined
  const blocks = findSiteBlocks(site).folders.find(isOwn)?.path
  if (blocks === undefined) return []
  // The type of a block whose schema is invalid is unknown.
  if ((await loadSiteSchema(site)).problems.length > 0) return []
  const compiler = findCompiler(site)
  if (compiler === undefined)
    return [problemInFile('blocks', 'TYPESCRIPT_MISSING', 'TypeScript is not installed.')]
  await writeSiteBlockTypes(site)
  // In the cache, from which packages of the site are found.
  await mkdir(getCacheFolder(), { recursive: true })
  const dir = await mkdtemp(join(getCacheFolder(), 'types-'))
  try {
    // The site's own tsconfig.json is for editors, and may be missing.
    const config = JSON.parse(createTypeScriptConfig(isPackage ? undefined : projectRoot)) as object
    const file = join(dir, 'tsconfig.json')
    await writeFile(file, JSON.stringify({ ...config, include: [join(blocks, '**/*')] }))
    const errors = parseTypeErrors(await runTypeScript(compiler, file), dir)
    const own = errors.filter((error) => !isOutsideFolder(blocks, error.file))
    return await Promise.all(own.map((error) => describeTypeError(error, dirname(blocks))))
  } finally {
    await rm(dir, { recursive: true })
  }
}

/** Finds the TypeScript of the site, or else that of Signpost. */
function findCompiler(site: string): string | undefined {
  for (const folder of [realpathSync(site), projectRoot])
    try {
      const { resolve: locate } = createRequire(join(folder, 'pages.yaml'))
      return join(dirname(locate('typescript/package.json')), 'bin/tsc')
    } catch {}
  return undefined
}

/** @returns what the compiler prints */
function runTypeScript(compiler: string, config: string): Promise<string> {
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
    ...problemInFile(toRelativeName(site, file), 'BLOCK_TYPE_ERROR', message),
    ...{ line, column, endColumn: column + 1 },
    ...(excerpt && { excerpt }),
  }
}

/**
 * Runs a command of scripts/: `node scripts/run.mjs build --site DIR`. The commands are bundled once for each state of the
 * sources, by esbuild, and kept: a bundle starts some five times as fast as the sources it was made of.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = dirname(import.meta.dirname)
/** Beside the packages, and not among the caches: it is the program, and follows from its sources alone. */
const compiled = join(root, 'node_modules/.signpost')
const folders = ['schema', 'scripts', 'renderer', 'blocks']
const commands = ['build', 'catalogue', 'check', 'dates', 'dev', 'facts', 'generate', 'merge', 'new', 'serve', 'start', 'weigh']
/** How many engines of earlier sources are kept, for switching between branches. */
const kept = 4

/** Packages that are plain JavaScript and are needed at once: one file is read sooner than their hundreds. */
const bundled = ['culori', 'd3-geo', 'fastest-levenshtein', 'mdast-util-from-markdown', 'papaparse', 'tinyglobby', 'topojson-client', 'yaml']

function hashSources() {
  const hash = createHash('sha256').update(process.version).update(root)
  for (const file of ['package.json', 'package-lock.json']) if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)))
  for (const folder of folders) {
    // With types, or each entry is asked for whether it is a folder.
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter(({ name }) => /\.(tsx?|mjs)$/.test(name))
    for (const file of entries.map(({ parentPath, name }) => join(parentPath, name)).sort()) hash.update(file).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** @param {string} engine the folder to be made. */
async function bundle(engine) {
  const { build, stop } = await import('esbuild')
  const making = `${engine}-${process.pid}`
  await build({
    entryPoints: [...commands.map((command) => join(root, 'scripts', `${command}.ts`)), ...['worker', 'scan-worker'].map((thread) => join(root, `scripts/build/${thread}.ts`))],
    entryNames: '[name]',
    outdir: making,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    define: { 'import.meta.engine': JSON.stringify(engine), 'import.meta.env.DEV': 'false' },
    // What was written for require, and lies in one file with what was not.
    banner: { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" },
    sourcemap: 'linked',
    logLevel: 'error',
    plugins: [keepPlaces, leavePackages],
  })
  // It would stay beside the command.
  await stop()
  mkdirSync(compiled, { recursive: true })
  try {
    // A rename, so that a process that is killed leaves no half engine. Another one may have been first.
    renameSync(making, engine)
  } catch {
    rmSync(making, { recursive: true, force: true })
  }
  const engines = readdirSync(compiled).filter((each) => /^engine-[0-9a-f]+$/.test(each))
  const ages = engines.map((each) => ({ path: join(compiled, each), time: statSync(join(compiled, each)).mtimeMs }))
  for (const { path } of ages.sort((a, b) => b.time - a.time).slice(kept)) rmSync(path, { recursive: true, force: true })
}

/** A module goes on to find what lies beside its source. */
const keepPlaces = /** @type {import('esbuild').Plugin} */ ({
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(`^${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/(?:${folders.join('|')})/.*\\.tsx?$`) }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }))
  },
})

const leavePackages = /** @type {import('esbuild').Plugin} */ ({
  name: 'leave-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      const ours = folders.some((folder) => importer.startsWith(join(root, folder)))
      if (kind === 'entry-point' || !ours || bundled.some((name) => path === name || path.startsWith(`${name}/`))) return undefined
      return { path, external: true }
    })
  },
})

const [name = '', ...args] = process.argv.slice(2)
if (!commands.includes(name)) {
  console.error(`Usage: node scripts/run.mjs ${commands.join('|')} [OPTIONS]`)
  process.exit(2)
}
const engine = join(compiled, `engine-${hashSources()}`)
if (!existsSync(engine)) await bundle(engine)
try {
  // Those that were used last are kept: one that is running may have more of itself to load.
  utimesSync(engine, new Date(), new Date())
} catch {
  // Where it may not be written, nothing is removed either.
}
// From Node 22 on, what was compiled at an earlier start is there for the next one.
module.enableCompileCache?.(join(engine, 'code'))
// What the command would be if it were run by itself.
process.argv = [process.argv[0], join(root, 'scripts', `${name}.ts`), ...args]
await import(pathToFileURL(join(engine, `${name}.js`)).href)

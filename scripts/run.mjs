/**
 * Runs a command of scripts/: `node scripts/run.mjs build --site DIR`. A command is bundled once for each state of the
 * sources, by esbuild, and kept: a bundle starts many times as fast as the sources it was made of.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runEngine } from './load-engine.mjs'

const root = dirname(import.meta.dirname)
/** Beside the packages, and not among the caches: it is the program, and follows from its sources alone. */
const compiled = join(root, 'node_modules/.signpost')
const folders = ['schema', 'scripts', 'renderer', 'blocks']
const commands = [
  'build',
  'catalogue',
  'check',
  'dates',
  'dev',
  'facts',
  'generate',
  'merge',
  'new',
  'serve',
  'start',
  'weigh',
]
const threads = ['worker', 'scan-worker']
/** How many engines of earlier sources are kept, for switching between branches; beside these, those that were used of late. */
const kept = 4
const minute = 60_000
const late = 60 * minute

/** Packages that are plain JavaScript and are needed at once: one file is read sooner than their hundreds. */
const bundled = [
  'culori',
  'd3-geo',
  'fastest-levenshtein',
  'mdast-util-from-markdown',
  'papaparse',
  'tinyglobby',
  'topojson-client',
  'yaml',
]

function hashSources() {
  const hash = createHash('sha256').update(process.version).update(root)
  for (const file of ['package.json', 'package-lock.json'])
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)))
  for (const folder of folders) {
    // With types, or each entry is asked for whether it is a folder.
    const entries = readdirSync(join(root, folder), {
      recursive: true,
      withFileTypes: true,
    }).filter(({ name }) => /\.(tsx?|mjs)$/.test(name))
    for (const file of entries.map(({ parentPath, name }) => join(parentPath, name)).sort())
      hash.update(file).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** @param {string} engine the folder of the bundles. @param {string[]} names what is bundled: commands and threads. */
async function bundle(engine, names) {
  const { build, stop } = await import('esbuild')
  const making = `${engine}-${process.pid}`
  await build({
    entryPoints: names.map((name) =>
      join(root, threads.includes(name) ? 'scripts/build' : 'scripts', `${name}.ts`),
    ),
    entryNames: '[name]',
    outdir: making,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    define: {
      'import.meta.engine': JSON.stringify(engine),
      'import.meta.env.DEV': 'false',
      // Of a package; ours goes on to name its source.
      'import.meta.url': JSON.stringify(pathToFileURL(engine).href),
    },
    logLevel: 'error',
    plugins: [keepPlaces, leavePackages],
  })
  // It would stay beside the command.
  await stop()
  mkdirSync(engine, { recursive: true })
  // Renames, so that a process that is killed leaves no half bundle.
  for (const file of readdirSync(making)) renameSync(join(making, file), join(engine, file))
  rmSync(making, { recursive: true })
  const engines = readdirSync(compiled).filter((each) => /^engine-[0-9a-f]+$/.test(each))
  const ages = engines.map((each) => ({
    path: join(compiled, each),
    time: statSync(join(compiled, each)).mtimeMs,
  }))
  for (const { path, time } of ages.sort((a, b) => b.time - a.time).slice(kept))
    if (Date.now() - time > late) rmSync(path, { recursive: true, force: true })
}

/** A module goes on to find what lies beside its source, and packages. */
const keepPlaces = /** @type {import('esbuild').Plugin} */ ({
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad(
      {
        filter: new RegExp(
          `^${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/(?:${folders.join('|')})/.*\\.tsx?$`,
        ),
      },
      ({ path }) => ({
        contents: readFileSync(path, 'utf8')
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
          // Of what is not bundled; load-engine.mjs says why.
          .replaceAll(/(?<!typeof )\bimport\((?!'\.)/g, 'importPackage('),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }),
    )
  },
})

const leavePackages = /** @type {import('esbuild').Plugin} */ ({
  name: 'leave-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      const ours = folders.some((folder) => importer.startsWith(join(root, folder)))
      if (
        kind === 'entry-point' ||
        !ours ||
        bundled.some((name) => path === name || path.startsWith(`${name}/`))
      )
        return undefined
      return { path, external: true }
    })
  },
})

// What package.json says of the memory of a command is meant for this process alone: threads have limits of their own, and compiled code that is kept is good for
// the usual options.
setFlagsFromString('--max-semi-space-size=0')

const [name = '', ...args] = process.argv.slice(2)
if (!commands.includes(name)) {
  console.error(`Usage: node scripts/run.mjs ${commands.join('|')} [OPTIONS]`)
  process.exit(2)
}
const engine = join(compiled, `engine-${hashSources()}`)
const missing = [name, ...threads].filter((each) => !existsSync(join(engine, `${each}.cjs`)))
if (missing.length > 0) await bundle(engine, missing)
function touch() {
  try {
    utimesSync(engine, new Date(), new Date())
  } catch {
    // Where it may not be written, nothing is removed either.
  }
}
touch()
// One that is running may have more of itself to load.
setInterval(touch, 20 * minute).unref()
// From Node 22 on, what was compiled of packages at an earlier start is there for the next one; our own, load-engine.mjs keeps.
module.enableCompileCache?.(join(engine, 'code'))
// What the command would be if it were run by itself.
process.argv = [process.argv[0], join(root, 'scripts', `${name}.ts`), ...args]
runEngine(engine, name)

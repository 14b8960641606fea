/**
 * `npm run bench`: builds a site of `-- --pages 1000` pages and the site of this repository, and
 * prints the times of clean builds and of builds after an edit, with the peak memory. Each time is
 * given as a multiple of the time in which React alone renders the same pages in one thread, which
 * another machine changes less, beside that of the last release in `figures.json`. A clean build has
 * no output and no cache of the site. The cached bundle of the blocks is used unless `--bundling` is
 * given.
 */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { BuildCache } from '../../scripts/prerender/cache/build-cache.ts'
import { getScriptCommand, root } from '../helpers/run-npm-script.ts'
import { readOptions } from './read-options.ts'
import { trackPeakMemory } from './peak-memory.ts'
import { writeTownSite } from './town-site.ts'

const values = await readOptions(
  'bench',
  {
    pages: { value: 'N', help: 'The number of pages.', default: '1000' },
    rounds: { value: 'N', help: 'How often to build.', default: '3' },
    seed: { value: 'N', help: 'Other texts.', default: '1' },
    bundling: 'Include bundling in the cold builds.',
    record: 'Write the figures to figures.json, when a version is released.',
  },
  {
    '--pages 10000': 'Build 10,000 pages, cold and after an edit.',
    '--record': 'Measure the version that is released.',
  },
)
const [count, rounds] = [Number(values.pages), Number(values.rounds)]

const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-'))
const [site, out] = [join(folder, 'site'), join(folder, 'dist')]
const bundles = join(root, 'node_modules/.signpost/bundles')
const siteCache = new BuildCache(site, out, '').folder

type BuildRun = { seconds: number; memory: number | undefined }

function runBuild(of = site, to = out): Promise<BuildRun> {
  const [program, ...args] = getScriptCommand('build')
  const started = performance.now()
  const child = spawn(program, [...args, '--site', of, '--out', to], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  const memory = trackPeakMemory(child.pid!)
  return new Promise((resolve, reject) =>
    child.on('close', (code) => {
      const run = { seconds: (performance.now() - started) / 1000, memory: memory.stop() }
      if (code === 0) resolve(run)
      else reject(new Error(`The build failed:\n${errors}`))
    }),
  )
}

async function runCleanBuild(): Promise<BuildRun> {
  for (const path of [out, siteCache]) await rm(path, { recursive: true, force: true })
  // Moved away and back, so that no bundle is lost.
  const savedBundles = join(folder, 'bundles')
  if (values.bundling) await rename(bundles, savedBundles)
  try {
    return await runBuild()
  } finally {
    if (values.bundling) {
      await rm(bundles, { recursive: true })
      await rename(savedBundles, bundles)
    }
  }
}

async function runBuildAfterEdit(round: number): Promise<BuildRun> {
  const file = join(site, 'pages/towns-00000.yaml')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/What to bring.*/, `What to bring, ${round}`))
  return runBuild()
}

function measureFileWrites(): number {
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const contents = files.map((entry) => ({
    path: join(folder, 'again', entry.parentPath.slice(out.length), entry.name),
    content: readFileSync(join(entry.parentPath, entry.name)),
  }))
  const started = performance.now()
  for (const { path, content } of contents) {
    mkdirSync(dirname(path), { recursive: true })
    const descriptor = openSync(path, 'w')
    writeSync(descriptor, content)
    closeSync(descriptor)
  }
  return (performance.now() - started) / 1000
}

function measureReactOnly(): number {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'react-only.tsx'), site],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new Error(stderr)
  return (JSON.parse(stdout) as { seconds: number }).seconds
}

const median = (numbers: number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
const repeatRounds = async <T>(task: (round: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  for (let round = 1; round <= rounds; round++) results.push(await task(round))
  return results
}

/** Builds this repository's site without its cache, but with drawn images, then again. */
async function buildOwnSite(): Promise<BuildRun[]> {
  const to = join(folder, 'own')
  const cache = new BuildCache(root, to, '').folder
  for (const path of [to, cache]) await rm(path, { recursive: true, force: true })
  try {
    return [await runBuild(root, to), await runBuild(root, to)]
  } finally {
    await rm(cache, { recursive: true, force: true })
  }
}

/** Times as multiples of that of React alone, and MiB. */
type Figures = Record<string, number>
const figuresFile = join(import.meta.dirname, 'figures.json')

/** @returns those of the last release; undefined if they are of another number of pages */
async function readFigures(): Promise<Figures | undefined> {
  const { pages, figures } = JSON.parse(await readFile(figuresFile, 'utf8')) as {
    pages: number
    figures: Figures
  }
  return pages === count && !values.bundling ? figures : undefined
}

try {
  const { bytes } = await writeTownSite(site, count, Number(values.seed))
  console.log(
    `${count} pages, ${(bytes / 1e6).toFixed(1)} MB of YAML; ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB; Node ${process.versions.node}; medians of ${rounds}`,
  )
  const cold = await repeatRounds(runCleanBuild)
  const warm = await repeatRounds(runBuildAfterEdit)
  const own = await repeatRounds(buildOwnSite)
  const react = median(await repeatRounds(async () => measureReactOnly()))
  const toSeconds = (runs: BuildRun[]) => median(runs.map((run) => run.seconds))
  const seconds = {
    [values.bundling ? 'clean build, with bundling' : 'clean build']: toSeconds(cold),
    'build after one edit': toSeconds(warm),
    'this site, clean build': toSeconds(own.map(([first]) => first!)),
    'this site, nothing changed': toSeconds(own.map(([, second]) => second!)),
    'writing the same files': measureFileWrites(),
  }
  const figures: Figures = Object.fromEntries(
    Object.entries(seconds).map(([label, time]) => [label, Number((time / react).toFixed(2))]),
  )
  const memory = median(cold.map((run) => run.memory ?? NaN))
  if (!Number.isNaN(memory)) figures['peak memory, MiB'] = Math.round(memory / 2 ** 20)
  const last = await readFigures()
  console.log(`React alone, one thread: ${react.toFixed(2)} s\n`)
  const printRow = (...[label, time, figure, other]: string[]) =>
    console.log(
      `${label!.padEnd(28)}${time!.padStart(9)}${figure!.padStart(10)}${other!.padStart(14)}`,
    )
  printRow('', 'seconds', '× React', 'last release')
  for (const [label, figure] of Object.entries(figures))
    printRow(label, seconds[label]?.toFixed(2) ?? '', `${figure}`, `${last?.[label] ?? ''}`)
  if (values.record) {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    await writeFile(
      figuresFile,
      `${JSON.stringify({ version, pages: count, figures }, undefined, 2)}\n`,
    )
  }
} finally {
  for (const path of [folder, siteCache]) await rm(path, { recursive: true, force: true })
}

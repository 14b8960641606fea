/**
 * `npm run bench`: builds a site of `-- --pages 1000` pages and prints the time of a clean build
 * and of a build after one edit, with the peak memory. For comparison, it prints the time in which
 * React alone renders the same pages in one thread, and the time to write the same files. A clean
 * build has no output and no cache of the site. The cached bundle of the blocks is used unless
 * `--bundling` is given.
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
  },
  { '--pages 10000': 'Build 10,000 pages, cold and after an edit.' },
)
const [count, rounds] = [Number(values.pages), Number(values.rounds)]

const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-'))
const [site, out] = [join(folder, 'site'), join(folder, 'dist')]
const bundles = join(root, 'node_modules/.signpost/bundles')
const siteCache = new BuildCache(site, out, '').folder

type BuildRun = { seconds: number; memory: number | undefined }

function runBuild(): Promise<BuildRun> {
  const [program, ...args] = getScriptCommand('build')
  const started = performance.now()
  const child = spawn(program, [...args, '--site', site, '--out', out], {
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

try {
  const { bytes } = await writeTownSite(site, count, Number(values.seed))
  console.log(
    `${count} pages, ${(bytes / 1e6).toFixed(1)} MB of YAML; ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB; Node ${process.versions.node}; medians of ${rounds}`,
  )
  const cold = await repeatRounds(runCleanBuild)
  const warm = await repeatRounds(runBuildAfterEdit)
  const seconds = {
    cold: median(cold.map((run) => run.seconds)),
    warm: median(warm.map((run) => run.seconds)),
    rendering: measureReactOnly(),
    writing: measureFileWrites(),
  }
  const memory = median(cold.map((run) => run.memory ?? NaN))
  const show = (label: string, time: number, details = '') =>
    console.log(
      `${label.padEnd(42)} ${time.toFixed(2).padStart(7)} s  ${(time / seconds.cold).toFixed(2).padStart(5)} ×${details}`,
    )
  show(
    values.bundling ? 'clean build, with bundling' : 'clean build',
    seconds.cold,
    `  ${Math.round(count / seconds.cold)} pages/s${Number.isNaN(memory) ? '' : `, ${Math.round(memory / 2 ** 20)} MiB peak`}`,
  )
  show('build after one edit', seconds.warm)
  show('renderToString of the same pages, one thread', seconds.rendering)
  show('writing the same files', seconds.writing)
} finally {
  for (const path of [folder, siteCache]) await rm(path, { recursive: true, force: true })
}

/**
 * `npm run bench:peers -- [--bench DIR] [options of the benchmark]`: this project among its peers, in the neutral benchmark
 * that lies in DIR; ../shared/bench when left out. Nothing is written there: the benchmark runs as a copy.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const usage =
  'Usage: npm run bench:peers -- [--bench DIR] [--n=100,1000] [--peers=signpost,react-2] …'
const root = join(import.meta.dirname, '../../..')

function main(args: string[]): number {
  const at = args.findIndex((arg) => /^--bench(=|$)/.test(arg))
  const named =
    at < 0 ? undefined : args[at]!.includes('=') ? args[at]!.slice('--bench='.length) : args[at + 1]
  const bench = resolve(named ?? join(root, '../shared/bench'))
  if (args.includes('--help') || !existsSync(join(bench, 'run.mjs'))) {
    console.error(args.includes('--help') ? usage : `There is no benchmark in ${bench}.\n${usage}`)
    return args.includes('--help') ? 0 : 2
  }
  const others = at < 0 ? args : args.toSpliced(at, args[at]!.includes('=') ? 1 : 2)
  return (
    spawnSync(process.execPath, ['run.mjs', ...others], {
      cwd: copyBenchmark(bench),
      stdio: 'inherit',
    }).status ?? 1
  )
}

/** A copy with this project in its list. It is kept, so that its packages are installed once. */
function copyBenchmark(bench: string): string {
  const copy = join(tmpdir(), 'signpost-peer-bench')
  mkdirSync(copy, { recursive: true })
  for (const name of [
    'run.mjs',
    'generate.mjs',
    'lib',
    'adapters',
    'peers',
    'package.json',
    '.npmrc',
  ]) {
    // What is copied from a folder that may not be written could not be written either.
    if (existsSync(join(bench, name)))
      execFileSync('cp', ['-r', '--no-preserve=mode', '-T', join(bench, name), join(copy, name)])
  }
  writeFileSync(
    join(copy, 'adapters/index.mjs'),
    readFileSync(join(bench, 'adapters/index.mjs'), 'utf8') + adapterRegistration(),
  )
  const stamp = join(copy, 'node_modules/.installed')
  const wanted = readFileSync(join(copy, 'package.json'), 'utf8')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    writeFileSync(stamp, wanted)
  }
  return copy
}

const adapterRegistration = () => `
import { load } from 'js-yaml'
import { toYaml } from '../generate.mjs'
import { editYaml, versionOf } from '../lib/site.mjs'
import { createSignpost } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'signpost.mjs')).href)}
adapters.push(createSignpost({ load, toYaml, editYaml, versionOf }))
`

process.exitCode = main(process.argv.slice(2))

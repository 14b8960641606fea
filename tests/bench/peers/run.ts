/**
 * `npm run bench:peers -- [--bench DIR] [options of the benchmark]`: runs the peer benchmark in DIR
 * (default: ../shared/bench) with this project as a peer. It runs in a copy, so DIR is not changed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const usage =
  'Usage: npm run bench:peers -- [--bench DIR] [--n=100,1000] [--peers=signpost,react-2] …'
const root = join(import.meta.dirname, '../../..')

function main(args: string[]): number {
  const optionIndex = args.findIndex((arg) => /^--bench(=|$)/.test(arg))
  const benchOption =
    optionIndex < 0
      ? undefined
      : args[optionIndex]!.includes('=')
        ? args[optionIndex]!.slice('--bench='.length)
        : args[optionIndex + 1]
  const bench = resolve(benchOption ?? join(root, '../shared/bench'))
  if (args.includes('--help') || !existsSync(join(bench, 'run.mjs'))) {
    console.error(args.includes('--help') ? usage : `There is no benchmark in ${bench}.\n${usage}`)
    return args.includes('--help') ? 0 : 2
  }
  const others =
    optionIndex < 0 ? args : args.toSpliced(optionIndex, args[optionIndex]!.includes('=') ? 1 : 2)
  // The benchmark would otherwise reuse a folder with the packages and outputs of earlier runs.
  const hasFolder = others.some((arg) => arg.startsWith('--work='))
  const work = hasFolder ? undefined : mkdtempSync(join(tmpdir(), 'peer-bench-'))
  try {
    return (
      spawnSync(
        process.execPath,
        ['run.mjs', ...(work === undefined ? [] : [`--work=${work}`]), ...others],
        { cwd: copyBenchmark(bench), stdio: 'inherit' },
      ).status ?? 1
    )
  } finally {
    if (work !== undefined) rmSync(work, { recursive: true, force: true })
  }
}

/** Copies the benchmark and registers this project. Later runs reuse its installed packages. */
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
    // The modes of a read-only folder would make the copy read-only, too.
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

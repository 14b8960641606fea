import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { tryParseJson } from '../../schema/util/try-parse.ts'
import { distDir } from '../e2e/test-servers.ts'
import { listOutputFiles } from './output-files.ts'
import { runNpmScript, type ScriptResult } from './run-npm-script.ts'

type BuiltSite = ScriptResult & { out: string }

let built: Promise<BuiltSite> | undefined

/**
 * Builds this repository's site into a folder that all tests share, also those in a browser. The
 * first test that calls this builds it, and the others reuse it.
 * @returns the folder, which no test may change, and what the build printed.
 */
export const buildOwnSite = () => (built ??= buildUnlessBuilt())

/** Other processes may be building it, or have built it since the tests have started. */
async function buildUnlessBuilt(): Promise<BuiltSite> {
  const [lock, known] = [`${distDir}.building`, `${distDir}.json`]
  await mkdir(dirname(lock), { recursive: true })
  while (!(await tryLock(lock))) await setTimeout(50)
  try {
    const run = process.env.TEST_RUN
    const text = await readFile(known, 'utf8').catch(() => '')
    const last = tryParseJson<BuiltSite & { run: string }>(text)
    if (last && last.run === run) return last
    const built = { ...runNpmScript('build', ['--out', distDir]), out: distDir }
    if (built.code !== 0) throw new Error(built.stderr)
    await writeFile(known, JSON.stringify({ ...built, run }))
    return built
  } finally {
    await rm(lock, { force: true })
  }
}

/**
 * Lists documents of this repository's built site, about a third of them. The others have no block
 * and no kind of element that isn't in two of these.
 */
export async function listVariedDocuments(out: string): Promise<string[]> {
  const counts = new Map<string, number>()
  const chosen: string[] = []
  for (const file of (await listOutputFiles(out)).filter((each) => each.endsWith('.html'))) {
    const html = await readFile(join(out, file), 'utf8')
    const types = [...html.matchAll(/class="(?:block )?([\w-]+)/g)].map(([, type]) => type!)
    if (types.every((type) => (counts.get(type) ?? 0) >= 2)) continue
    for (const type of new Set(types)) counts.set(type, (counts.get(type) ?? 0) + 1)
    chosen.push(file)
  }
  return chosen
}

/** Writes the id of this process, unless another one that is still running has written its own. */
async function tryLock(file: string): Promise<boolean> {
  try {
    await writeFile(file, `${process.pid}`, { flag: 'wx' })
    return true
  } catch {
    const owner = Number(await readFile(file, 'utf8').catch(() => ''))
    // A killed test run leaves its lock behind.
    if (owner > 0 && !isRunning(owner)) await rm(file, { force: true })
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

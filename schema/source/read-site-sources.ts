import { realpath, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { glob } from 'tinyglobby'
import { parseFile } from './parse-file.ts'
import { problemAt, problemInFile } from '../problems/problem.ts'
import type { SourceFile } from './types.ts'
import type { Problem } from '../problems/types.ts'

/**
 * Reads and parses a file. Resolves to the error if the file cannot be read.
 * @param file the name for messages
 */
export type ReadSource<S extends SourceFile = SourceFile> = (
  path: string,
  file: string,
) => Promise<S | NodeJS.ErrnoException>

/** Parsed files by path, valid while their bytes are the same. */
export type ParseCache = Map<string, { bytes: Uint8Array; source: SourceFile }>

export type ReadSourcesResult<S extends SourceFile = SourceFile> = {
  sources: S[]
  problems: Problem[]
}

/**
 * Reads pages.yaml and every file that it includes, directly or indirectly, each once.
 * @param dir the site's folder. Files outside it are not read.
 */
export async function readSiteSources<S extends SourceFile>(
  dir: string,
  read: ReadSource<S>,
): Promise<ReadSourcesResult<S>> {
  const root = await realpath(dir).catch(() => resolve(dir))
  const result: ReadSourcesResult<S> = { sources: [], problems: [] }
  const seen = new Set<string>()
  const started = new Map<string, ReturnType<ReadSource<S>>>()
  const start = (path: string) => {
    const reading = started.get(path) ?? read(path, toRelativeName(root, path))
    started.set(path, reading)
    return reading
  }

  async function readOne(path: string, trail: string[]): Promise<void> {
    const file = toRelativeName(root, path)
    if (seen.has(path)) return
    seen.add(path)
    const source = await start(path)
    if (source instanceof Error) {
      const missing = source.code === 'ENOENT'
      const message = missing
        ? `The file ${file} does not exist.`
        : `The file ${file} cannot be read (${source.code ?? source.message}).`
      result.problems.push(
        problemInFile(file, missing ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE', message),
      )
      return
    }
    result.sources.push(source)
    result.problems.push(...source.problems)
    const includes = await resolveIncludes(root, path, source, result.problems)
    // Start all reads at once, for parallel readers. Results are merged in the order of includes.
    for (const { path: included } of includes) void start(included)
    for (const { path: included, index } of includes) {
      if ([...trail, path].includes(included)) {
        const location = { source, path: ['include', index] }
        const loop = [...trail, path, included]
          .slice([...trail, path].indexOf(included))
          .map((step) => toRelativeName(root, step))
        result.problems.push(
          problemAt(
            location,
            'INCLUDE_CYCLE',
            `${toRelativeName(root, included)} includes itself: ${loop.join(' → ')}.`,
          ),
        )
      } else {
        await readOne(included, [...trail, path])
      }
    }
  }

  await readOne(join(root, 'pages.yaml'), [])
  for (const path of await glob('pages/**/*.{yaml,yml}', { cwd: root, absolute: true })) {
    const real = await realpath(path)
    if (result.sources.length === 0 || seen.has(real) || isOutsideFolder(root, real)) continue
    const file = toRelativeName(root, path)
    result.problems.push(problemInFile(file, 'NOT_INCLUDED', `No file includes ${file}.`))
  }
  return result
}

/**
 * Creates a reader that parses in this process.
 * @param cache reused between loads by long-running processes such as the development server
 */
export function createSourceReader(cache: ParseCache): ReadSource {
  return async (path, file) => {
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => error)
    return bytes instanceof Error ? bytes : parseWithCache(cache, path, file, bytes)
  }
}

/**
 * Parses a file unless the cache has it with the same bytes.
 * @param parse a parser for other formats than the site's YAML
 */
export function parseWithCache(
  cache: ParseCache,
  path: string,
  file: string,
  bytes: Uint8Array,
  parse: (file: string, bytes: Uint8Array) => SourceFile = parseFile,
): SourceFile {
  const cached = cache.get(path)
  if (cached && Buffer.compare(cached.bytes, bytes) === 0) return cached.source
  const source = parse(file, bytes)
  cache.set(path, { bytes, source })
  return source
}

async function resolveIncludes(
  root: string,
  from: string,
  source: SourceFile,
  problems: Problem[],
) {
  const { include } = (source.value ?? {}) as { include?: unknown }
  // Validation reports a single name instead of a list, but its file is read anyway.
  const patterns = typeof include === 'string' ? [include] : include
  if (!Array.isArray(patterns)) return []
  const found: { path: string; index: number }[] = []
  for (const [index, pattern] of patterns.entries()) {
    if (typeof pattern !== 'string' || pattern === '') continue
    const location = { source, path: ['include', index] }
    if (isOutsideFolder(root, resolve(dirname(from), pattern))) {
      problems.push(
        problemAt(location, 'INCLUDE_OUTSIDE', `"${pattern}" is outside the site's folder.`, {
          found: pattern,
        }),
      )
      continue
    }
    const paths = await glob(pattern, {
      cwd: dirname(from),
      absolute: true,
      dot: false,
      expandDirectories: false,
    })
    const real = await Promise.all(paths.sort().map((path) => realpath(path)))
    if (real.length === 0) {
      problems.push(
        problemAt(location, 'INCLUDE_NOT_FOUND', `The file "${pattern}" does not exist.`, {
          expected: 'a file, or a pattern such as pages/*.yaml',
          found: pattern,
        }),
      )
    }
    for (const path of real) {
      // A symbolic link may lead out of the folder.
      if (isOutsideFolder(root, path))
        problems.push(
          problemAt(location, 'INCLUDE_OUTSIDE', `"${pattern}" leads outside the site's folder.`, {
            found: pattern,
          }),
        )
      else found.push({ path, index })
    }
  }
  return found
}

export const isOutsideFolder = (root: string, path: string) =>
  path !== root && !path.startsWith(root.endsWith(sep) ? root : root + sep)
export const toRelativeName = (root: string, path: string) =>
  relative(root, path).split(sep).join('/')

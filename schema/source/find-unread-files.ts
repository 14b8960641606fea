import { readdir, readlink, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { problemInFile } from '../problems/problem.ts'
import { isOutsideFolder, toRelativeName } from '../util/site-paths.ts'
import type { Dirent } from 'node:fs'
import { asRecord } from '../util/records.ts'
import type { Problem } from '../problems/types.ts'
import type { SourceFile } from '../problems/source-file.ts'

const yamlPattern = /\.ya?ml$/
/** Matches extensions that editors, file managers and typing mistakes turn .yaml into. */
const misspelledYamlPattern = /\.(?:ya?ml\.txt|YA?ML|Ya?ml|yalm|ymal|yam|yamll)$/

/**
 * Finds files in pages/ that look like part of the site but are not read: YAML files that no file
 * includes, misspelled extensions, folders named like files, and links that lead nowhere.
 * @param root the site's folder, resolved
 * @param main pages.yaml
 * @param read the resolved paths of the files that are read
 */
export async function findUnreadFiles(
  root: string,
  { file, value }: SourceFile,
  read: Set<string>,
): Promise<Problem[]> {
  const entries = await readdir(join(root, 'pages'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  const found = await Promise.all(entries.map((entry) => explainUnreadFile(root, entry, read)))
  const problems = found.flatMap((problem) => problem ?? [])
  const others = problems.filter(({ code }) => code !== 'NOT_INCLUDED')
  // It is unknown which files an invalid pages.yaml includes.
  if (value === undefined) return others
  const { include, pages } = asRecord(value)
  if (problems.length === others.length || include !== undefined || pages !== undefined)
    return problems
  const message = `${file} includes none of the files in pages/.`
  return [problemInFile(file, 'MISSING_INCLUDE', message), ...others]
}

async function explainUnreadFile(
  root: string,
  entry: Dirent,
  read: Set<string>,
): Promise<Problem | undefined> {
  const path = join(entry.parentPath, entry.name)
  const file = toRelativeName(root, path)
  if (entry.isFile() && misspelledYamlPattern.test(entry.name)) {
    const name = entry.name.replace(misspelledYamlPattern, '.yaml')
    const message = `${file} is not read, because its name does not end in .yaml.`
    return problemInFile(file, 'NOT_INCLUDED', message, { fix: `Rename it to ${name}.` })
  }
  // Other files may be notes or backups.
  if (!yamlPattern.test(entry.name)) return undefined
  if (entry.isDirectory()) return reportFolder(file)
  if (!entry.isSymbolicLink())
    return read.has(path)
      ? undefined
      : problemInFile(file, 'NOT_INCLUDED', `No file includes ${file}.`)
  const target = await stat(path).catch((error: NodeJS.ErrnoException) => error)
  if (target instanceof Error) return describeBrokenLink(file, target, await readlink(path))
  if (target.isDirectory()) return reportFolder(file)
  const real = await realpath(path)
  return read.has(real) || isOutsideFolder(root, real)
    ? undefined
    : problemInFile(file, 'NOT_INCLUDED', `No file includes ${file}.`)
}

const reportFolder = (file: string) =>
  problemInFile(
    file,
    'FILE_UNREADABLE',
    `${file} is a folder, although its name ends like a file's.`,
    {
      fix: `Rename the folder to ${basename(file).replace(yamlPattern, '')}, or replace it with a file.`,
    },
  )

function describeBrokenLink(file: string, error: NodeJS.ErrnoException, target: string): Problem {
  const isLoop = error.code === 'ELOOP'
  const message = isLoop
    ? `${file} is a symbolic link that leads back to itself.`
    : `${file} is a symbolic link to a file that does not exist.`
  const fix = 'Delete the link, or replace it with a file.'
  return problemInFile(file, 'FILE_UNREADABLE', message, { found: target, fix })
}

/**
 * Finds the link that leads out of the site's folder: the file itself, or a folder above it.
 * @returns its name relative to the site's folder
 */
export async function findOutwardLink(root: string, path: string): Promise<string> {
  let current = root
  for (const step of relative(root, path).split(sep)) {
    current = join(current, step)
    if (isOutsideFolder(root, await realpath(current))) break
  }
  return toRelativeName(root, current)
}

/** Reading and comparing the files of a build's output. Paths start with a slash. */
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'

/** The files of a folder by path, each with its content in Base64 and its modification time. */
export type FileTree = Map<string, { content: string; modifiedMs: number }>

/** Lists the files of a folder at any depth, sorted by path. */
export async function listOutputFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dir.length))
    .sort()
}

/** Reads the files of a folder. Returns their contents in Base64 by path. */
export async function readContents(dir: string): Promise<Map<string, string>> {
  const read = async (file: string) => [file, await readFile(join(dir, file), 'base64')] as const
  return new Map(await Promise.all((await listOutputFiles(dir)).map(read)))
}

/** Reads the files of a folder with their modification times. */
export async function readOutputTree(dir: string): Promise<FileTree> {
  const contents = await readContents(dir)
  const read = async ([file, content]: [string, string]) =>
    [file, { content, modifiedMs: (await stat(join(dir, file))).mtimeMs }] as const
  return new Map(await Promise.all([...contents].map(read)))
}

export const listContents = (tree: FileTree) =>
  [...tree].map(([file, { content }]) => [file, content])

/** Lists the files that were written between two states of a folder. */
export const listWrittenFiles = (before: FileTree, after: FileTree) =>
  [...after]
    .filter(([file, { modifiedMs }]) => before.get(file)?.modifiedMs !== modifiedMs)
    .map(([file]) => file)

/**
 * Expects a folder to have the same files as another folder, or as contents that were read before.
 * A failure lists paths only, since contents are long.
 */
export async function expectSameFiles(
  dir: string,
  expected: string | Map<string, string>,
): Promise<void> {
  const wanted = typeof expected === 'string' ? await readContents(expected) : expected
  const found = await readContents(dir)
  expect([...found.keys()]).toEqual([...wanted.keys()])
  expect(
    [...found].filter(([file, content]) => content !== wanted.get(file)).map(([file]) => file),
  ).toEqual([])
}

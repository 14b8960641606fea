import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { getDataPath } from '../../../renderer/routes.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { PageRecord } from '../cache/records.ts'
import type { BuiltShard } from './check-shards.ts'
import { getDocumentPath, getMarkdownPath } from '../../../schema/resolve/route-paths.ts'
import { createFolders, writeOutputFile } from '../output/stage-output.ts'
import type { WrittenFile } from '../output/output-file.ts'
import type { SiteOutput } from '../output/site-output.ts'

/** The pages of all shards by route, as copied into the output. */
export type ShardPages = Map<string, PageRecord>

/**
 * Copies the files of shards into a folder and verifies their content hashes. File times cannot be
 * used, because most ways of copying files between machines lose them.
 * @param into.files Receives the images.
 * @param into.routes The pages of the site. Files of other pages are not copied.
 * @returns The copied pages, and the paths of files that are missing or changed, by shard.
 */
export function copyShardFiles(
  shards: BuiltShard[],
  { folder, files, routes }: { folder: string; files: SiteOutput; routes: Set<string> },
): { pages: ShardPages; damaged: Map<BuiltShard, string[]> } {
  const pages: ShardPages = new Map()
  const damaged = new Map<BuiltShard, string[]>()
  for (const shard of shards) {
    const report = (path: string) => void damaged.set(shard, [...(damaged.get(shard) ?? []), path])
    const records = shard.lines.flatMap((line) => Object.entries(line.pages))
    createFolders(
      folder,
      records.flatMap(([route]) => (routes.has(route) ? [getDocumentPath(route)] : [])),
    )
    for (const [route, record] of records) {
      const { output, contentHash } = record.result
      const [first, ...others] = output!.files.map(({ path }) => path)
      const paths = listPagePaths(route).filter(
        (path, index) => index === 0 || others.includes(path),
      )
      const hasExpectedPaths =
        routes.has(route) && [first, ...others].join('\n') === paths.join('\n')
      const written = hasExpectedPaths
        ? copyVerifiedFiles(shard.folder, folder, paths, contentHash)
        : undefined
      if (written)
        pages.set(route, {
          ...record,
          result: { ...record.result, output: { ...output!, files: written } },
        })
      else report(paths[0]!)
    }
    for (const [path, key] of Object.entries(shard.header.images)) {
      // Pages of several shards may show the same image.
      if (files.has(path)) continue
      const written = isSafePath(path)
        ? copyVerifiedFiles(shard.folder, folder, [path], key)
        : undefined
      if (written) files.adopt(key, written[0]!)
      else report(path)
    }
  }
  return { pages, damaged }
}

/** The files that a page may have. Only the document is always written. */
const listPagePaths = (route: string) => [
  getDocumentPath(route),
  getDataPath(route),
  getMarkdownPath(route),
]

/** Rejects paths that lead out of the folder, because a manifest is not trusted. */
const isSafePath = (path: string) =>
  path.startsWith('/') && posix.normalize(path) === path && !path.includes('\\')

/**
 * Copies files. Hard links would be faster, but extracting another shard over this one would then
 * change the site.
 * @param hash The expected hash of the concatenated contents.
 * @returns undefined if a file is missing or the hash differs.
 */
function copyVerifiedFiles(
  from: string,
  to: string,
  paths: string[],
  hash: string,
): WrittenFile[] | undefined {
  let contents: Buffer[]
  try {
    contents = paths.map((path) => readFileSync(join(from, path)))
  } catch {
    return undefined
  }
  if (shortHash(contents.length === 1 ? contents[0]! : Buffer.concat(contents)) !== hash)
    return undefined
  return paths.map((path, index) => writeOutputFile(to, path, contents[index]!))
}

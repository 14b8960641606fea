import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { getDataUrl } from '../../../renderer/routes.ts'
import { shortHash } from '../../../schema/source/source-summary.ts'
import type { PageRecord } from '../cache/build-cache.ts'
import type { BuiltShard } from './check-shards.ts'
import { getDocumentPath } from '../make/make-pages.ts'
import { createFolders, writeOutputFile, type WrittenFile } from '../output/stage-output.ts'
import type { SiteFiles } from '../output/site-output.ts'

/** The pages of all parts by route, as they now stand in the folder. */
export type ShardPages = Map<string, PageRecord>

/**
 * Takes the files of parts into a folder, each after a look at its content: on its way from one machine to another a file may be cut
 * short, and nearly every way loses its time.
 * @param into.files told of the pictures. @param into.routes the pages that the site has: of no other one is a file taken. @returns also the files that are not as they were written.
 */
export function copyShardFiles(
  parts: BuiltShard[],
  { folder, files, routes }: { folder: string; files: SiteFiles; routes: Set<string> },
): { pages: ShardPages; damaged: Map<BuiltShard, string[]> } {
  const pages: ShardPages = new Map()
  const damaged = new Map<BuiltShard, string[]>()
  for (const part of parts) {
    const report = (path: string) => void damaged.set(part, [...(damaged.get(part) ?? []), path])
    const records = part.lines.flatMap((line) => Object.entries(line.pages))
    createFolders(
      folder,
      records.flatMap(([route]) => (routes.has(route) ? [getDocumentPath(route)] : [])),
    )
    for (const [route, record] of records) {
      const { output, contentHash } = record.result
      const paths = [getDocumentPath(route), getDataUrl(route)].slice(0, output!.files.length)
      const isOwn =
        routes.has(route) && output!.files.every(({ path }, index) => path === paths[index])
      const written = isOwn ? copyVerifiedFiles(part.folder, folder, paths, contentHash) : undefined
      if (written)
        pages.set(route, {
          ...record,
          result: { ...record.result, output: { ...output!, files: written } },
        })
      else report(paths[0]!)
    }
    for (const [path, key] of Object.entries(part.header.images)) {
      // The same picture may stand on the pages of several parts.
      if (files.has(path)) continue
      const written = isSafePath(path)
        ? copyVerifiedFiles(part.folder, folder, [path], key)
        : undefined
      if (written) files.adopt(key, written[0]!)
      else report(path)
    }
  }
  return { pages, damaged }
}

/** What a part says of itself is not to lead anywhere else. */
const isSafePath = (path: string) =>
  path.startsWith('/') && posix.normalize(path) === path && !path.includes('\\')

/**
 * Copies files. A link would be sooner made, and the site would change with the part when the next one is unpacked over it.
 * @param hash of the contents of all, one behind the other. @returns nothing where they are not as they were written.
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

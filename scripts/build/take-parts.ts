import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { dataUrlOf } from '../../renderer/routes.ts'
import { hashOfFile } from '../../schema/site-part.ts'
import type { PageRecord } from './build-cache.ts'
import type { Part } from './check-parts.ts'
import { documentOf } from './make-pages.ts'
import { makeFolders, writeInto, type Written } from './output-tree.ts'
import type { SiteOutput } from './site-output.ts'

/** The pages of all parts by route, as they now stand in the folder. */
export type TakenPages = Map<string, PageRecord>

/**
 * Takes the files of parts into a folder, each after a look at its content: on its way from one machine to another a file may be cut
 * short, and nearly every way loses its time.
 * @param into.files told of the pictures. @param into.routes the pages that the site has: of no other one is a file taken. @returns also the files that are not as they were written.
 */
export function takeParts(
  parts: Part[],
  { folder, files, routes }: { folder: string; files: SiteOutput; routes: Set<string> },
): { pages: TakenPages; damaged: Map<Part, string[]> } {
  const pages: TakenPages = new Map()
  const damaged = new Map<Part, string[]>()
  for (const part of parts) {
    const report = (path: string) => void damaged.set(part, [...(damaged.get(part) ?? []), path])
    const records = part.lines.flatMap((line) => Object.entries(line.pages))
    makeFolders(
      folder,
      records.flatMap(([route]) => (routes.has(route) ? [documentOf(route)] : [])),
    )
    for (const [route, record] of records) {
      const { output, look } = record.made
      const paths = [documentOf(route), dataUrlOf(route)].slice(0, output!.files.length)
      const isOwn =
        routes.has(route) && output!.files.every(({ path }, index) => path === paths[index])
      const written = isOwn ? takeFiles(part.folder, folder, paths, look) : undefined
      if (written)
        pages.set(route, {
          ...record,
          made: { ...record.made, output: { ...output!, files: written } },
        })
      else report(paths[0]!)
    }
    for (const [path, key] of Object.entries(part.header.drawn)) {
      // The same picture may stand on the pages of several parts.
      if (files.has(path)) continue
      const written = isInside(path) ? takeFiles(part.folder, folder, [path], key) : undefined
      if (written) files.take(key, written[0]!)
      else report(path)
    }
  }
  return { pages, damaged }
}

/** What a part says of itself is not to lead anywhere else. */
const isInside = (path: string) =>
  path.startsWith('/') && posix.normalize(path) === path && !path.includes('\\')

/**
 * Copies files. A link would be sooner made, and the site would change with the part when the next one is unpacked over it.
 * @param hash of the contents of all, one behind the other. @returns nothing where they are not as they were written.
 */
function takeFiles(from: string, to: string, paths: string[], hash: string): Written[] | undefined {
  let contents: Buffer[]
  try {
    contents = paths.map((path) => readFileSync(join(from, path)))
  } catch {
    return undefined
  }
  if (hashOfFile(contents.length === 1 ? contents[0]! : Buffer.concat(contents)) !== hash)
    return undefined
  return paths.map((path, index) => writeInto(to, path, contents[index]!))
}

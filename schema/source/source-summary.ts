import type { Problem } from '../problems/types.ts'
import { listNamedServices } from '../shared/named-services.ts'
import { isRecord } from '../util/records.ts'
import { shortHash } from '../util/short-hash.ts'
import type { Validator } from '../validate/validate-file.ts'
import { createLazySource, parseSource } from './parse-file.ts'
import type { SourceFile } from './types.ts'

/** What is kept of a validated file: plain data, without the contents of its pages. */
export type SourceSummary = {
  /** Relative to the site's folder. */
  file: string
  path: string
  /** Hash of the file's bytes. */
  hash: string
  /** The parsed file. Pages only have the properties that other pages depend on. */
  value: unknown
  possibleNames: string[]
  problems: Problem[]
  /** The routes of its pages in order, each with a hash of the entry's source text. */
  pages: [route: string, hash: string][]
  /** The pictures whose paths occur in the file. */
  pictures: string[]
}

/**
 * Parses, validates and summarizes a file.
 * @param path the absolute path
 * @param file the name for messages, relative to the site's folder
 * @param pictures the URL paths of the pictures in public/
 */
export function readSourceSummary(
  path: string,
  file: string,
  bytes: Buffer,
  validate: Validator,
  pictures: string[],
): SourceSummary {
  const hash = shortHash(bytes)
  const source = parseSource(file, bytes, hash)
  return {
    file,
    path,
    hash,
    value: toOutline(source.value),
    possibleNames: [...source.possibleNames],
    problems: [...source.problems, ...validate(source)],
    pages: listPageHashes(source),
    pictures: pictures.filter((picture) => bytes.includes(picture)),
  }
}

/** Converts a summary to a source whose positions are read from the file when needed. */
export const toSourceFile = ({
  file,
  path,
  value,
  possibleNames,
  problems,
}: SourceSummary): SourceFile => ({
  ...createLazySource(path, file),
  value,
  problems,
  possibleNames: new Set(possibleNames),
})

/** Lists the routes of a file in order, each with a hash of its entry. */
function listPageHashes({ value, entryBytes }: SourceFile): SourceSummary['pages'] {
  const pages = Object.entries(isRecord(value) && isRecord(value.pages) ? value.pages : {})
  return pages.map(([route, raw]) => [
    route,
    shortHash(entryBytes?.('pages', route) ?? JSON.stringify(raw ?? null)),
  ])
}

/** Keeps of each page what `resolveSharedSite`, site rules and the development server need. */
function toOutline(value: unknown): unknown {
  if (!isRecord(value) || !isRecord(value.pages)) return value
  const pages = Object.entries(value.pages).map(([route, raw]) => [route, outlinePage(raw)])
  return { ...value, pages: Object.fromEntries(pages) as unknown }
}

function outlinePage(raw: unknown): unknown {
  // The words of an article are counted.
  if (!isRecord(raw) || raw.kind === 'article') return raw
  const { kind, language, translates, label, title, aliases, article, city, draft, publish } = raw
  const blocks = Array.isArray(raw.blocks) ? raw.blocks : []
  return {
    ...{ kind, language, translates, label, title, aliases, article, city, draft, publish },
    blocks: blocks.flatMap((block: unknown) => {
      if (!isRecord(block)) return []
      const services = Object.entries(listNamedServices(block)).flatMap(([name, addresses]) =>
        addresses.map((address) => ({ [name]: address })),
      )
      if (block.type !== 'posts' && services.length === 0) return []
      return [
        {
          type: block.type,
          ...(block.publish !== undefined && { publish: block.publish }),
          ...(services.length > 0 && { services }),
        },
      ]
    }),
  }
}

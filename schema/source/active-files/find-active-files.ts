import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { lookup } from 'mrmime'
import { problemInFile, type Problem } from '../../problems/problem.ts'
import { memoizeOnDisk } from '../../util/file-cache.ts'
import type { ActiveFinding } from './finding.ts'

/** Part of the cache key. Increase it when another file is refused. */
const version = 4
const guessedBytes = 1024
const maxUnpackedBytes = 64 * 1024 * 1024

/** Hosts send these in place of the file without the ending. */
const compressedCopy = /\.(?:gz|br)$/

/**
 * Finds the files of public/ that browsers open as documents and that run a script there, or could
 * load or show more than a drawing does.
 * @param dir the site's folder
 * @param files URL paths
 * @returns an error for each
 */
export async function findActiveFiles(dir: string, files: Iterable<string>): Promise<Problem[]> {
  const problems: Problem[] = []
  // Sequential, since a file may be large.
  for (const path of files) {
    const kind =
      getDocumentKind(path.replace(compressedCopy, '')) ?? (await guessDocumentKind(dir, path))
    const bytes = kind && (await readFile(join(dir, 'public', path)).catch(() => undefined))
    const finding = bytes && (await readFinding(kind, bytes, path.endsWith('.br')))
    if (!finding) continue
    const { reason, line, column } = finding
    const file = `public${path}`
    const allowed = `name the file under site: allowScriptsIn: [${path}].`
    const fix =
      kind === 'drawing'
        ? `Save the drawing again as a plain SVG, or as a PNG. If you trust it as it is, ${allowed}`
        : `Delete the script, or write the page in YAML. If you trust it as it is, ${allowed}`
    const problem = problemInFile(file, 'SCRIPT_IN_FILE', `${file} ${reason}.`, { fix })
    problems.push({ ...problem, line, column })
  }
  return problems
}

type DocumentKind = 'drawing' | 'page' | 'xml'

/** @returns undefined for a file that no browser opens as a document with scripts */
function getDocumentKind(path: string): DocumentKind | undefined {
  const type = lookup(path) ?? ''
  if (type === 'image/svg+xml') return 'drawing'
  if (type === 'text/html') return 'page'
  return /[/+]xml$/.test(type) ? 'xml' : undefined
}

/**
 * Of a file whose ending says nothing: hosts and browsers guess its type from how it begins, and know
 * more endings, such as `.kml` and `.html.de`.
 */
async function guessDocumentKind(dir: string, path: string): Promise<DocumentKind | undefined> {
  if (lookup(path) !== undefined) return undefined
  const file = await open(join(dir, 'public', path)).catch(() => undefined)
  if (!file) return undefined
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(guessedBytes), 0, guessedBytes, 0)
    const start = buffer.toString('latin1', 0, bytesRead).replaceAll('\0', '')
    if (!/^(?:ï»¿|ÿþ|þÿ)?\s*</.test(start)) return undefined
    return /^\W*\?xml\b|\sxmlns\s*[:=]/.test(start) ? 'xml' : 'page'
  } catch {
    return undefined
  } finally {
    await file.close()
  }
}

async function readFinding(
  kind: DocumentKind,
  bytes: Buffer,
  isBrotli: boolean,
): Promise<ActiveFinding | null> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const key = [version, kind, isBrotli, hash].join(' ')
  const cached = await memoizeOnDisk('active-files', key, async () => {
    const document = await unpack(bytes, isBrotli)
    const finding = document
      ? await checkDocument(kind, document)
      : { reason: 'cannot be decompressed', line: 1, column: 1 }
    return Buffer.from(JSON.stringify(finding ?? null))
  })
  return JSON.parse(cached.toString()) as ActiveFinding | null
}

/** @returns undefined for a file that can't be unpacked, or that is far too large */
async function unpack(bytes: Buffer, isBrotli: boolean): Promise<Buffer | undefined> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isBrotli && !isGzip) return bytes
  const options = { maxOutputLength: maxUnpackedBytes }
  const unpacked = isBrotli
    ? promisify(brotliDecompress)(bytes, options)
    : promisify(gunzip)(bytes, options)
  return unpacked.catch(() => undefined)
}

/** Loads the parsers only for a file that is new. */
async function checkDocument(
  kind: DocumentKind,
  bytes: Buffer,
): Promise<ActiveFinding | undefined> {
  if (kind === 'drawing') return (await import('./check-drawing.ts')).checkDrawing(bytes)
  const { findScriptInPage, findScriptInXml } = await import('./find-script.ts')
  return kind === 'page' ? findScriptInPage(bytes) : findScriptInXml(bytes)
}

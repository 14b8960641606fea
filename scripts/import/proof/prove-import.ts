import { stat } from 'node:fs/promises'
import type { ReportProgress } from '../../prerender/run/show-progress.ts'
import type { OldSite } from '../old-site.ts'
import type { BuiltSite } from './built-site.ts'
import { compareSites, type OldMaterial, type Proof } from './compare-sites.ts'
import { readOldExport } from './old-export.ts'
import { readOldFolder, readSentDocuments, type SentFile } from './old-folder.ts'

/** Where an old site is read from again. A running site is not asked twice. */
export type ProofSource =
  | { path: string; uploads?: string | undefined }
  | { documents: SentFile[]; files: OldSite['files']; redirects: string[]; hosts: string[] }

/**
 * Says where the proof reads an old site: itself, or from what a server has sent to the import.
 * @param read what the import has read
 */
export function toProofSource(
  read: Pick<OldSite, 'origin' | 'pages' | 'files' | 'others'>,
  source: string,
  uploads?: string,
): ProofSource {
  if (!/^https?:\/\//i.test(source)) return { path: source, uploads }
  const documents = read.pages.flatMap(({ address, base, sent }) =>
    sent ? [{ address, base, ...sent }] : [],
  )
  const hosts = [source, read.origin ?? source].map((url) => new URL(url).host)
  const redirects = [...read.others].flatMap(([address, { kind }]) =>
    kind === 'redirect' ? address : [],
  )
  return { documents, files: read.files, redirects, hosts }
}

/**
 * Compares an old site with the pages that a build makes of the new one. Besides what the standard
 * says of bytes and elements, it shares nothing with the conversion, so that what one of them
 * misreads, the other one reports.
 */
export const proveImport = async (
  source: ProofSource,
  built: BuiltSite,
  onProgress?: ReportProgress,
): Promise<Proof> => compareSites(await readMaterial(source), built, onProgress)

async function readMaterial(source: ProofSource): Promise<OldMaterial> {
  if ('documents' in source) {
    const { documents, files, redirects, hosts } = source
    const sheets: SentFile[] = []
    for (const [address, read] of files)
      if (/\.css(?:\?|$)/i.test(address)) sheets.push({ address, bytes: await read() })
    return readSentDocuments(documents, sheets, [...files.keys(), ...redirects], new Set(hosts))
  }
  const isFolder = (await stat(source.path)).isDirectory()
  return isFolder ? readOldFolder(source.path) : readOldExport(source.path, source.uploads)
}

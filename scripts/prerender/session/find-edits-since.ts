import type { Problem } from '../../../schema/problems/types.ts'
import type { SiteInput } from '../read/site-input.ts'
import { findBodyEdits, type BodyEdits } from './find-body-edits.ts'

/**
 * Finds what has been edited since a site was read.
 * @param site the site's folder
 * @param changed paths that may have changed
 * @returns undefined if anything but page bodies has changed, or may have
 */
export async function findEditsSince(
  last: SiteInput,
  site: string,
  changed: Set<string>,
): Promise<BodyEdits | undefined> {
  const reported = [...last.problems, ...last.shared.shellFindings.problems]
  // A problem on the page of a set may lie in its template, and an error may name a line elsewhere.
  const isElsewhere = ({ setOrigin, severity }: Problem) => setOrigin || severity === 'error'
  if (reported.some(isElsewhere)) return undefined
  const files = last.sources.filter(({ summary }) => summary.path !== '')
  const byFile = new Map(files.map((source) => [source.file, source]))
  const known = {
    sources: files.map(({ summary: { path, file, hash } }) => ({ path, file, hash })),
    publicFiles: last.publicFolder.files,
    filesWithProblems: new Set(reported.map(({ file }) => file)),
    readRecord: async (file: string) => {
      const source = byFile.get(file)
      return source && { summary: source.summary, pages: source.records }
    },
  }
  return findBodyEdits(site, known, last.shared.schema, changed)
}

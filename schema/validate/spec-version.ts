import { problemAt, type Problem } from '../problems/problem.ts'
import type { SourceFile } from '../problems/location.ts'
import { asRecord } from '../util/records.ts'

/**
 * The version of the spec language that this program reads. Each has its migrations in
 * `scripts/edit/migrations.ts`, which bring a site from the version before to it.
 */
export const specVersion = 7

/** Properties that earlier versions had. */
export const earlierNames = new Set(['measuring', 'groups', 'similarity', 'outputs', 'honeypot'])

/**
 * Reports a site that is written in another version. It is the only problem that is shown, because
 * whatever else is found follows from it.
 * @param main the file pages.yaml. Without `spec`, it is read as the current version.
 */
export function checkSpecVersion(main: SourceFile | undefined): Problem[] {
  const { spec } = asRecord(main?.value)
  // Validation reports anything but a number.
  if (!main || !Number.isInteger(spec) || spec === specVersion) return []
  const isNewer = (spec as number) > specVersion
  const message = `This site is written in version ${spec} of the spec language, and this Signpost reads version ${specVersion}.`
  return [
    problemAt({ source: main, path: ['spec'] }, 'OTHER_SPEC_VERSION', message, {
      expected: `spec: ${specVersion}`,
      ...(isNewer && { fix: 'Install a newer Signpost: npm install signpost@latest' }),
    }),
  ]
}

import { listComingChanges } from '../../../schema/days/coming-changes.ts'
import { formatMoment, type DatedPart, type Moment } from '../../../schema/days/moment.ts'
import { hostsFolder } from '../hosts/hosting-rules.ts'

/** In the folder that no host sends, since it tells what is not published yet. */
export const nextChangeFile = `${hostsFolder}/next-change.json`

/**
 * Renders when another build would differ, and what changes then: the next moment, and all that are
 * known. Does not contain the moment of this build, so that the same site has the same file.
 */
export function renderNextChange(parts: DatedPart[], { now, timeZone }: Moment): string {
  const changes = listComingChanges(parts, now).map(({ at, changes }) => ({
    at: new Date(at).toISOString(),
    local: formatMoment(at, timeZone),
    changes,
  }))
  return `${JSON.stringify({ next: changes[0]?.at ?? null, timeZone, changes }, undefined, 2)}\n`
}

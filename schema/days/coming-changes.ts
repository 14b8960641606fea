import type { DatedPart, Moment } from './moment.ts'

const listAllParts = (
  { dated }: { dated: DatedPart[] },
  pages: { days?: DatedPart[] }[],
): DatedPart[] => [...dated, ...pages.flatMap(({ days = [] }) => days)]

/** Lists everything on a site that is shown on certain days. What depends on settings does not change by itself. */
export const listDatedParts = (
  site: { dated: DatedPart[] },
  pages: { days?: DatedPart[] }[],
): DatedPart[] =>
  listAllParts(site, pages).filter(
    ({ from, until, never }) => !never && (from !== undefined || until !== undefined),
  )

/**
 * A moment at which a site changes by itself.
 * @property at in milliseconds since the epoch
 * @property changes what starts or stops being shown
 */
type ComingChange = { at: number; changes: string[] }

/** Lists the moments at which a site changes by itself, the next one first. */
export function listComingChanges(parts: Iterable<DatedPart>, now: number): ComingChange[] {
  const changes = new Map<number, Set<string>>()
  const add = (at: number | undefined, change: string) => {
    if (at === undefined || at <= now) return
    if (!changes.has(at)) changes.set(at, new Set())
    changes.get(at)!.add(change)
  }
  for (const { from, until, what } of parts) {
    if (from !== undefined && until !== undefined && until <= from) continue
    add(from, `${what} begins`)
    add(until, `${what} ends`)
  }
  return [...changes]
    .sort(([a], [b]) => a - b)
    .map(([at, lines]) => ({ at, changes: [...lines].sort() }))
}

/**
 * What depends on a service in the settings.
 * @property isSet whether the service can be used
 * @property shown what visitors see now
 * @property hidden what they see otherwise
 */
export type ServiceParts = { service: string; isSet: boolean; shown: string[]; hidden: string[] }

/** Lists what depends on each service in the settings. */
export function listServiceParts(
  site: { dated: DatedPart[] },
  pages: { days?: DatedPart[] }[],
  { services }: Moment,
): ServiceParts[] {
  const parts = listAllParts(site, pages)
  const named = new Set(parts.flatMap(({ service }) => service ?? []))
  return [...named].sort().map((service) => {
    const own = parts.filter((part) => part.service === service)
    const list = (isHidden: boolean) => [
      ...new Set(own.filter(({ never }) => (never ?? false) === isHidden).map(({ what }) => what)),
    ]
    return { service, isSet: services.includes(service), shown: list(false), hidden: list(true) }
  })
}

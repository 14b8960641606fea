import type { DatedPart, Moment } from './moment.ts'

/**
 * What depends on a service in the settings.
 * @property isSet whether the service can be used
 * @property shown what visitors see now
 * @property hidden what they see otherwise
 */
export type ServiceParts = { service: string; isSet: boolean; shown: string[]; hidden: string[] }

/** Lists what depends on each service in the settings. */
export function listServiceParts(
  { dated }: { dated: DatedPart[] },
  pages: { days?: DatedPart[] }[],
  { services }: Moment,
): ServiceParts[] {
  const parts = [...dated, ...pages.flatMap(({ days = [] }) => days)]
  const named = new Set(parts.flatMap(({ service }) => service ?? []))
  return [...named].sort().map((service) => {
    const own = parts.filter((part) => part.service === service)
    const list = (isHidden: boolean) => [
      ...new Set(own.filter(({ never }) => (never ?? false) === isHidden).map(({ what }) => what)),
    ]
    return { service, isSet: services.includes(service), shown: list(false), hidden: list(true) }
  })
}

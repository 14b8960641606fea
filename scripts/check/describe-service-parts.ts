import type { ServiceParts } from '../../schema/days/service-parts.ts'

/** Longer lists end with their count. */
const maxParts = 8

/** Says what visitors see with the services in the settings, and what they would see otherwise. */
export const describeServiceParts = (parts: ServiceParts[]): string =>
  parts
    .flatMap(({ service, isSet, shown, hidden }) => [
      `${isSet ? 'With' : 'Without'} site.${service}, visitors see ${formatParts(shown)}.`,
      `${isSet ? 'Without it' : 'Once it is set'}, they see ${formatParts(hidden)}.`,
    ])
    .join('\n')

function formatParts(parts: string[]): string {
  if (parts.length === 0) return 'nothing instead'
  const left = parts.length - maxParts
  return [...parts.slice(0, maxParts), ...(left > 0 ? [`${left} more`] : [])].join(', ')
}

import type { FleetSite } from './inspect-fleet-site.ts'
import { formatColumns, joinSections } from '../shared/text-layout.ts'

const columns: { title: string; value: (site: FleetSite) => string | number | undefined }[] = [
  { title: 'site', value: ({ site }) => site },
  { title: 'version', value: ({ version }) => version },
  { title: 'errors', value: ({ errors }) => errors },
  { title: 'warnings', value: ({ warnings }) => warnings },
  { title: 'launch list', value: ({ launchTasks }) => launchTasks },
  { title: 'expired evidence', value: ({ expiredEvidence }) => expiredEvidence },
  { title: 'next change', value: ({ nextChange }) => nextChange },
  { title: 'days since build', value: ({ daysSinceBuild }) => daysSinceBuild },
  {
    title: 'heaviest page',
    value: ({ heaviestPage }) =>
      heaviestPage && `${(heaviestPage.bytes / 1000).toFixed(1)} kB ${heaviestPage.route}`,
  },
]

/** Formats one line for each site. */
export function formatFleet(sites: FleetSite[]): string {
  const rows = [
    columns.map(({ title }) => title),
    ...sites.map((site) => columns.map(({ value }) => String(value(site) ?? '–'))),
  ]
  const failures = sites.flatMap(({ site, failure }) =>
    failure === undefined ? [] : [`${site} could not be checked: ${failure}`],
  )
  return joinSections([formatColumns(rows), ...failures])
}

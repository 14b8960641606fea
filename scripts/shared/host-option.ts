import { explainConflictingHosts, hostNames, type HostName } from '../prerender/hosts/hosts.ts'
import { findNearestName } from '../../schema/validate/nearest-name.ts'
import { UsageError, type Usage } from './usage.ts'

export const hostOption = {
  '--host NAMES': `Also write the configuration of these hosts: ${hostNames.join(', ')}.`,
}

/**
 * Parses `nginx,netlify`, which may be given several times.
 * @returns undefined if the option is not given: then the site's settings name the hosts
 * @throws UsageError for an unknown host, or for two that read different files of the same name.
 */
export function parseHosts(given: string[] | undefined, usage: Usage): HostName[] | undefined {
  if (given === undefined) return undefined
  const hosts = [...new Set(given.flatMap((names) => names.split(',')))].map((name) => {
    const host = hostNames.find((each) => each === name)
    if (host) return host
    const meant = findNearestName(name, [...hostNames])
    const advice = meant ? `Did you mean ${meant}?` : `Known: ${hostNames.join(', ')}`
    throw new UsageError(`--host: there is no host "${name}". ${advice}`, usage)
  })
  const conflict = explainConflictingHosts(hosts)
  if (conflict) throw new UsageError(`--host: ${conflict}`, usage)
  return hosts
}

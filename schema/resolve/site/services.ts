import type { SiteData } from '../../page-data.ts'
import type { SiteSettings } from '../../types.gen.ts'

/**
 * Lists the addresses of third-party services that the site's settings name. Undefined if there are
 * none.
 */
export function listServices(site: Partial<SiteSettings>): SiteData['services'] {
  const { booking, location, subscribe, allowOrigins } = site
  const services = {
    // A script that is a placeholder is not loaded.
    scripts: booking?.placeholder ? [] : listDefined(booking?.script),
    connections: listDefined(location?.endpoint),
    forms: listDefined(subscribe?.endpoint),
    ...(allowOrigins && { allowed: allowOrigins }),
  }
  const isEmpty = Object.values(services).every((list) => Array.isArray(list) && list.length === 0)
  return isEmpty ? undefined : services
}

const listDefined = (address: string | undefined) => (address === undefined ? [] : [address])

import type { BusinessSettings, ServiceArea, SiteSettings } from '../../types.gen.ts'
import { searchIndexPath } from '../../util/route-paths.ts'
import type { Words } from '../../words/create-words.ts'
import { formatPostalAddress } from './format-postal-address.ts'
import type { TextContext } from '../text/findings.ts'

/** Lists the setting values that blocks derive properties from, by their names in the schema. */
export function deriveSiteValues(
  site: Partial<SiteSettings>,
  { phone, email }: TextContext['contact'],
  words: Words,
): Map<string, unknown> {
  const { language, timeZone, business, booking, subscribe, form } = site
  return new Map<string, unknown>([
    ['site.phone', phone],
    ['site.email', email],
    ['site.language', language],
    ['site.time-zone', timeZone],
    // Visitors can come only to a street.
    ['site.address', business?.street && formatPostalAddress(business)],
    ['site.area', deriveServiceArea(site, words)],
    [
      'site.towns',
      business?.areaServed?.towns?.map(({ name, latitude, longitude }) => ({
        name,
        latitude,
        longitude,
      })),
    ],
    ['site.subscribe', subscribe],
    ['site.form', form],
    ['site.search-index', searchIndexPath],
    // A script that is a placeholder is not loaded.
    ['site.booking-script', booking?.placeholder ? undefined : booking?.script],
  ])
}

/**
 * Derives the area served, for blocks that detect the visitor's location. Undefined if the site has
 * none.
 */
function deriveServiceArea(
  { business, location }: Partial<SiteSettings>,
  words: Words,
): ServiceArea | undefined {
  const { latitude, longitude, areaServed } = (business ?? {}) as Partial<BusinessSettings>
  const radius = areaServed?.radius?.value
  if (!location || latitude === undefined || longitude === undefined || radius === undefined)
    return undefined
  const button = String(words.get('page')?.useLocation)
  return { latitude, longitude, radius, ...location, button: location.button ?? button }
}

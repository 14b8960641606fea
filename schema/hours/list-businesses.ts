import type { Path } from '../problems/location.ts'
import type { BusinessLocation, BusinessSettings } from '../types.gen.ts'
import { findOnlyTimeZone } from '../days/time-zone.ts'
import { asText } from '../util/as-text.ts'
import { asRecord, type UnknownRecord } from '../util/records.ts'

/** The business as written, or as it is at one of its locations. */
type WrittenBusiness = {
  business: UnknownRecord
  /** Where its own properties are. */
  path: Path
  /** What is written there. */
  own: UnknownRecord
}

/**
 * Adds what a location says to what the business says: `settings.business`, or as written.
 * @returns with `timeZone: null` if nobody has said what time it is in another town
 */
export function joinLocation<B extends Partial<BusinessSettings>>(
  business: B | undefined,
  location: Partial<BusinessLocation>,
): B {
  // A part of the address of the business would be wrong with another street or town.
  const { street: _, postalCode: __, latitude: ___, longitude: ____, ...shared } = { ...business }
  const { phone: _____, email: ______, ...own } = location
  const differs = (part: 'locality' | 'region' | 'country') =>
    own[part] !== undefined && own[part] !== business?.[part]
  const isElsewhere =
    differs('country') ||
    ((differs('locality') || differs('region')) &&
      findOnlyTimeZone(asText(business?.country)) === undefined)
  return { ...shared, ...(isElsewhere && { timeZone: null }), ...own } as unknown as B
}

/** Finds the business as written, or as it is at a location of this name. */
export const findBusiness = (settings: UnknownRecord, name: unknown): UnknownRecord => {
  const location = asRecord(settings.locations)[String(name)]
  return location === undefined
    ? asRecord(settings.business)
    : joinLocation(asRecord(settings.business), asRecord(location))
}

/** Lists the business of the settings as written, then its locations. */
export function listBusinesses(settings: UnknownRecord): WrittenBusiness[] {
  const business = asRecord(settings.business)
  return [
    { business, path: ['site', 'business'], own: business },
    ...Object.entries(asRecord(settings.locations)).map(([name, location]) => ({
      business: joinLocation(business, asRecord(location)),
      path: ['site', 'locations', name],
      own: asRecord(location),
    })),
  ]
}

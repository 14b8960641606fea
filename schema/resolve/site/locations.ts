import type { Moment } from '../../days/moment.ts'
import { joinLocation } from '../../hours/list-businesses.ts'
import { planHours } from '../../hours/plan-hours.ts'
import type { ResolvedBusiness } from '../../page-data.ts'
import type { SiteSettings } from '../../types.gen.ts'
import { asText } from '../../util/as-text.ts'
import { asRecord } from '../../util/records.ts'
import type { PageContext } from '../page/page-types.ts'
import { type Contacts, toContactLink } from '../text/contact-links.ts'
import { formatPostalAddress } from './format-postal-address.ts'

/** Collects the phone numbers and email addresses of locations, which texts may contain. */
export const listLocationContacts = (locations: unknown): string[] =>
  Object.values(asRecord(locations)).flatMap((location) => {
    const { phone, email } = asRecord(location)
    const written = [asRecord(phone).number, asRecord(email).address]
    return written.filter((contact) => typeof contact === 'string')
  })

/** Resolves the locations of a business, for the pages about them. */
export function createPageLocations(
  { business, locations = {} }: Partial<SiteSettings>,
  written: unknown,
  ofBusiness: Contacts,
  moment: Moment,
): PageContext['locations'] {
  return new Map(
    Object.entries(locations).map(([name, location]) => {
      const raw = asRecord(asRecord(written)[name])
      const contact: Contacts = {
        ...ofBusiness,
        ...(raw.phone !== undefined && { phone: toContactLink(raw.phone) }),
        ...(raw.email !== undefined && { email: toContactLink(raw.email) }),
      }
      const all = joinLocation(business, location)
      return [
        name,
        {
          contact,
          settings: new Map([
            ['site.phone', contact.phone?.text ?? ''],
            ['site.email', contact.email?.text ?? ''],
          ]),
          derivedValues: new Map<string, unknown>([
            ['site.phone', contact.phone],
            ['site.email', contact.email],
            [
              'site.address',
              [asText(location.name), formatPostalAddress(all)].filter(Boolean).join(', '),
            ],
          ]),
          hours: planHours(all, moment),
        },
      ]
    }),
  )
}

/**
 * Describes the locations for search engines.
 * @returns the business as it is at each location, by name
 */
export const describeLocations = (
  { name: siteName, business, locations = {} }: Partial<SiteSettings>,
  pageLocations: PageContext['locations'],
  moment: Moment,
): ResolvedBusiness['locations'] =>
  Object.fromEntries(
    Object.entries(locations).map(([name, location]) => {
      const all = joinLocation(business, location)
      const { special } = planHours(all, moment) ?? {}
      const { phone, email } = pageLocations.get(name)!.contact
      const ownName = asText(location.name) || asText(siteName)
      return [
        name,
        { ...all, name: ownName, phone: phone!, email: email!, ...(special && { special }) },
      ]
    }),
  )

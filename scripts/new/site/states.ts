import type { CountryCode } from 'libphonenumber-js'
import { findOnlyTimeZone } from '../../../schema/days/time-zone.ts'

/** A state or province, and the time zone of most of it. */
export type State = { code: string; name: string; country: CountryCode; timeZone: string }

/** The states of the countries that have several time zones, by the zone of most of them. */
const statesByZone: Partial<Record<CountryCode, Record<string, string>>> = {
  US: {
    'America/New_York':
      'CT Connecticut, DC District of Columbia, DE Delaware, FL Florida, GA Georgia, IN Indiana, KY Kentucky, MA Massachusetts, MD Maryland, ME Maine, MI Michigan, NC North Carolina, NH New Hampshire, NJ New Jersey, NY New York, OH Ohio, PA Pennsylvania, RI Rhode Island, SC South Carolina, VA Virginia, VT Vermont, WV West Virginia',
    'America/Chicago':
      'AL Alabama, AR Arkansas, IA Iowa, IL Illinois, KS Kansas, LA Louisiana, MN Minnesota, MO Missouri, MS Mississippi, ND North Dakota, NE Nebraska, OK Oklahoma, SD South Dakota, TN Tennessee, TX Texas, WI Wisconsin',
    'America/Denver': 'CO Colorado, ID Idaho, MT Montana, NM New Mexico, UT Utah, WY Wyoming',
    'America/Phoenix': 'AZ Arizona',
    'America/Los_Angeles': 'CA California, NV Nevada, OR Oregon, WA Washington',
    'America/Anchorage': 'AK Alaska',
    'Pacific/Honolulu': 'HI Hawaii',
  },
  CA: {
    'America/St_Johns': 'NL Newfoundland and Labrador',
    'America/Halifax': 'NB New Brunswick, NS Nova Scotia, PE Prince Edward Island',
    'America/Toronto': 'ON Ontario, QC Quebec, NU Nunavut',
    'America/Winnipeg': 'MB Manitoba',
    'America/Regina': 'SK Saskatchewan',
    'America/Edmonton': 'AB Alberta, NT Northwest Territories',
    'America/Vancouver': 'BC British Columbia',
    'America/Whitehorse': 'YT Yukon',
  },
  AU: {
    'Australia/Sydney': 'NSW New South Wales, ACT Australian Capital Territory',
    'Australia/Melbourne': 'VIC Victoria',
    'Australia/Brisbane': 'QLD Queensland',
    'Australia/Adelaide': 'SA South Australia',
    'Australia/Perth': 'WA Western Australia',
    'Australia/Darwin': 'NT Northern Territory',
    'Australia/Hobart': 'TAS Tasmania',
  },
}

/** The states that lie in two time zones. */
const dividedStates = 'AK FL ID IN KS KY MI ND NE NV OR SD TN TX BC NT NU ON QC'.split(' ')

/** The larger towns whose clocks are not those of most of their state. */
const otherTowns: Record<string, string> = {
  'America/Denver': 'El Paso TX, Rapid City SD, Scottsbluff NE',
  'America/Chicago':
    'Pensacola FL, Panama City FL, Evansville IN, Gary IN, Hammond IN, Bowling Green KY, Owensboro KY, Paducah KY',
  'America/New_York': 'Knoxville TN, Chattanooga TN, Johnson City TN, Kingsport TN',
  'America/Los_Angeles': "Coeur d'Alene ID, Lewiston ID",
  'America/Boise': 'Ontario OR',
}

const states = Object.entries(statesByZone).flatMap(([country, zones]) =>
  Object.entries(zones).flatMap(([timeZone, list]) =>
    list.split(', ').map((each): State => {
      const [, code = '', name = ''] = /^(\w+) (.*)$/.exec(each)!
      return { code, name, country: country as CountryCode, timeZone }
    }),
  ),
)

/** Whether addresses in a country name the state. */
export const hasStates = (country: string): boolean => Object.hasOwn(statesByZone, country)

/** Finds a state by its letters or its name. @param country undefined for any, the US first */
export const findState = (written: string, country?: string): State | undefined =>
  states.find(
    (state) =>
      (country === undefined ? state.country !== 'AU' : state.country === country) &&
      // N.D. is ND.
      [state.code, state.name].some(
        (name) => name.toLowerCase() === written.replaceAll('.', '').toLowerCase(),
      ),
  )

/**
 * The time zone of a town.
 * @returns undefined for a state that is not known. `isDivided` if a part of the state has another.
 */
export function findTimeZone(town: {
  name: string
  region: string
  country: CountryCode
}): { timeZone: string; isDivided: boolean } | undefined {
  const { name, region, country } = town
  const only = findOnlyTimeZone(country)
  if (only !== undefined) return { timeZone: only, isDivided: false }
  const written = `${name} ${region}`.toLowerCase()
  const other = Object.entries(otherTowns).find(([, towns]) =>
    towns.toLowerCase().split(', ').includes(written),
  )
  if (other) return { timeZone: other[0], isDivided: false }
  const state = findState(region, country)
  return state && { timeZone: state.timeZone, isDivided: dividedStates.includes(state.code) }
}

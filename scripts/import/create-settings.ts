import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { postalCodeFirst } from '../../schema/resolve/site/format-postal-address.ts'
import { isRecord } from '../../schema/util/records.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { specVersion } from '../../schema/validate/spec-version.ts'
import { unknownOrigin } from './old-address.ts'
import type { OldContacts } from './find-contacts.ts'
import type { OldHead } from './html/read-head.ts'

/** What the settings of the new site follow from. */
type SettingSource = {
  name?: string
  tagline?: string
  logo?: string
  language: string
  country: string
  origin?: string
  contacts: OldContacts
  heads: OldHead[]
  navigation: object
  redirects: Record<string, string>
  /** Those of pages that have one. */
  titles: string[]
}

const templateFile = join(import.meta.dirname, 'not-found.yaml')

/** Creates pages.yaml. What the old site does not say is a placeholder. */
export function createSettings(source: SettingSource): object {
  const { name, tagline, logo, language, country, contacts, redirects, navigation, titles } = source
  const { origin = unknownOrigin } = source
  // A path ends with a slash.
  const end = new URL(origin).pathname === '/' ? '' : '/'
  const { region, ...business } = findBusiness(source)
  const at = business.country ?? country
  const siteName = name ?? 'Name of the business'
  return {
    spec: specVersion,
    site: {
      name: siteName,
      language,
      origin: origin.replace(unknownOrigin, 'https://www.example.com') + end,
      ...(origin.startsWith(unknownOrigin) && { originPlaceholder: true }),
      logo: {
        text: siteName,
        ...(tagline !== undefined && { tagline }),
        ...(logo !== undefined && { image: logo }),
      },
      phone: contacts.phone
        ? {
            number: contacts.phone,
            ...(contacts.isInternational && { international: true }),
          }
        : { number: '+1 (432) 555-0142', placeholder: true },
      email: contacts.email
        ? { address: contacts.email }
        : { address: 'hello@example.com', placeholder: true },
      ...(contacts.others.length > 0 && { otherContacts: contacts.others }),
      business: {
        ...business,
        // Only where addresses have a state is one required.
        ...(!(region === undefined && postalCodeFirst.test(at)) && {
          region: region ?? business.locality,
        }),
        country: at,
      },
      ...(Object.keys(redirects).length > 0 && { redirects }),
      ...(new Set(titles).size < titles.length && { sharedTitles: true }),
      notFound: createNotFound(language),
    },
    navigation,
    include: ['pages/*.yaml'],
  }
}

function createNotFound(language: string): object {
  const templates = parse(readFileSync(templateFile, 'utf8')) as Record<string, NotFoundTexts>
  const { title, description, heading, lead, home, call } =
    templates[language.split('-')[0]!] ?? templates.en!
  const actions = [
    { label: home, href: '/' },
    { label: call, href: 'tel:', style: 'secondary', icon: 'phone' },
  ]
  return { title, description, blocks: [{ type: 'hero', heading, lead, actions }] }
}
type NotFoundTexts = Record<'title' | 'description' | 'heading' | 'lead' | 'home' | 'call', string>

type Business = {
  type: string
  street?: string
  locality: string
  region?: string
  postalCode?: string
  country?: string
  placeholder?: true
}

/** Reads the address from structured data. */
function findBusiness({ heads }: SettingSource): Business {
  const objects = heads.flatMap(({ jsonLd }) => jsonLd)
  const marked = objects.find((object) => isRecord(object.address))
  const address = marked && isRecord(marked.address) ? marked.address : {}
  const get = (key: string) => {
    const value = address[key]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const types = loadSchema().$defs?.['business-type']?.enum ?? []
  const type = [marked?.['@type']].flat().find((each) => types.includes(each as string))
  const [locality, region] = [get('addressLocality'), get('addressRegion')]
  const known = { type: (type as string | undefined) ?? 'LocalBusiness' }
  if (locality !== undefined) {
    const [street, postalCode, code] = [
      get('streetAddress'),
      get('postalCode'),
      get('addressCountry'),
    ]
    return {
      ...known,
      ...(street !== undefined && { street }),
      locality,
      ...(region !== undefined && { region }),
      ...(postalCode !== undefined && { postalCode }),
      ...(code !== undefined && code.length === 2 && { country: code }),
    }
  }
  return { ...known, locality: 'Town', placeholder: true }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { postalCodeFirst } from '../../schema/resolve/site/format-postal-address.ts'
import { asText } from '../../schema/util/as-text.ts'
import { asRecord, isRecord } from '../../schema/util/records.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { specVersion } from '../../schema/validate/spec-version.ts'
import { unknownOrigin } from './old-address.ts'
import type { ImportContext } from './create-pages.ts'

/** What the pages do not say. */
type SettingSource = {
  language: string
  logo: string | undefined
  navigation: object
  redirects: Record<string, string>
}

const templateFile = join(import.meta.dirname, 'not-found.yaml')

/** Creates pages.yaml, where undefined is left out. What the old site does not say is a placeholder. */
export function createSettings(
  context: ImportContext,
  { language, logo, navigation, redirects }: SettingSource,
): object {
  const { siteName: name, hasSharedTitles, old, plan, contacts } = context
  const { origin } = plan
  const { phone, isInternational, email, others } = contacts
  // A path ends with a slash.
  const end = new URL(origin).pathname === '/' ? '' : '/'
  return {
    spec: specVersion,
    site: {
      name,
      language,
      origin: origin.replace(unknownOrigin, 'https://www.example.com') + end,
      originPlaceholder: origin.startsWith(unknownOrigin) || undefined,
      logo: { text: name, tagline: old.tagline, image: logo },
      phone: phone
        ? { number: phone, international: isInternational }
        : { number: '+1 (432) 555-0142', placeholder: true },
      email: email ? { address: email } : { address: 'hello@example.com', placeholder: true },
      otherContacts: others.length > 0 ? others : undefined,
      business: findBusiness(context),
      redirects: Object.keys(redirects).length > 0 ? redirects : undefined,
      sharedTitles: hasSharedTitles || undefined,
      notFound: createNotFound(language),
    },
    navigation,
    include: ['pages/*.yaml'],
  }
}

type NotFoundTexts = Record<'title' | 'description' | 'heading' | 'lead' | 'home' | 'call', string>

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

/** Reads the address from structured data. */
function findBusiness({ plan, country: { value: country } }: ImportContext): object {
  const marked = plan.pages
    .flatMap(({ head }) => head.jsonLd)
    .find(({ address }) => isRecord(address))
  const get = (key: string) => asText(asRecord(marked?.address)[key]).trim() || undefined
  const types: unknown[] = loadSchema().$defs?.['business-type']?.enum ?? []
  const type = [marked?.['@type']].flat().find((each) => types.includes(each)) ?? 'LocalBusiness'
  const locality = get('addressLocality')
  const code = locality === undefined ? undefined : get('addressCountry')
  const at = code?.length === 2 ? code : country
  // Only where addresses have a state is one required.
  const missing = postalCodeFirst.test(at) ? undefined : (locality ?? 'Town')
  if (locality === undefined)
    return { type, locality: 'Town', placeholder: true, region: missing, country }
  return {
    ...{ type, street: get('streetAddress'), locality },
    ...{ region: get('addressRegion') ?? missing, postalCode: get('postalCode'), country: at },
  }
}

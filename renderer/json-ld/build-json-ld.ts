import type { ResolvedPage } from '../../schema/resolve/page/page-types.ts'
import type {
  AggregateOffer,
  BreadcrumbList,
  FAQPage,
  LocalBusiness,
  Offer,
  Organization,
  Service as ServiceThing,
  WithContext,
  Article,
} from 'schema-dts'
import { toPlainText } from '../../blocks/shared/text/plain-text.ts'
import { applyTrailingSlash } from '../../schema/util/route-paths.ts'
import type {
  PageMeta,
  Fact,
  PageData,
  ResolvedBusiness,
  SiteData,
  RichText,
} from '../../schema/page-data.ts'
import type {
  BusinessSettings,
  CityFacts,
  FaqBlock,
  ArticleSummary,
} from '../../schema/types.gen.ts'
import { isAllDay, readEntryTimes, toClock } from '../../schema/times/parse-times.ts'
import type { TimeRange } from '../../schema/resolved-values.ts'

type JsonLdInput = { site: SiteData; business: ResolvedBusiness }

const schemaOrgContext = 'https://schema.org'
const metersPerUnit: Record<string, number> = { miles: 1609.344, km: 1000 }

/** Builds the schema.org objects of a page. They only contain information that the page shows. */
export function buildJsonLd(
  { data, meta }: Pick<ResolvedPage, 'data' | 'meta'>,
  { site, business: general }: JsonLdInput,
): object[] {
  const business =
    meta.priceRange === undefined ? general : { ...general, priceRange: meta.priceRange }
  const things: object[] = []
  // The home page represents the business as a whole.
  if (data.kind === 'home')
    things.push(describeOrganization(site), describeBusiness(site, business))
  // A page about a town or with contact details also represents it.
  const place = meta.location === undefined ? undefined : business.locations?.[meta.location]
  if (place) things.push(describeLocation(data, site, place, meta))
  else if (meta.city || meta.business || data.blocks.some(({ type }) => type === 'contact-details'))
    things.push(describeBusiness(site, business, meta.city))
  if (meta.service) things.push(describeService(data, meta.service, site, business))
  if (data.article)
    things.push(describeArticle(data, data.article, site, describeProvider(site, business)))
  const questions = data.blocks.filter((block) => block.type === 'faq') as FaqBlock[]
  if (questions.length > 0) things.push(describeFaqPage(questions))
  if (data.breadcrumbs.length > 1 && data.blocks.some(({ type }) => type === 'breadcrumbs'))
    things.push(describeBreadcrumbs(data, site))
  return things
}

const businessId = (site: SiteData) => `${site.origin}/#business`

function describeOrganization(site: SiteData): WithContext<Organization> {
  return {
    '@context': schemaOrgContext,
    '@type': 'Organization',
    '@id': `${site.origin}/#organization`,
    name: site.name,
    url: `${site.origin}/`,
    ...describeContact(site),
  }
}

/** Omits placeholders, which search engines must not see. */
function describeContact({ phone, email }: SiteData) {
  return {
    ...(!phone.placeholder && { telephone: phone.href.replace('tel:', '') }),
    ...(!email.placeholder && { email: email.href.replace('mailto:', '') }),
  }
}

function describeBusiness(
  site: SiteData,
  business: ResolvedBusiness,
  city?: CityFacts,
  ofPart: { '@id'?: string; url?: string; parentOrganization?: { '@id': string } } = {},
): WithContext<LocalBusiness> {
  const { latitude, longitude } = business
  const hasCoordinates = latitude !== undefined && longitude !== undefined
  return {
    '@context': schemaOrgContext,
    // The type is a setting, such as Bakery or Dentist; all of them are subtypes of LocalBusiness.
    '@type': business.type as 'LocalBusiness',
    '@id': businessId(site),
    name: site.name,
    url: `${site.origin}/`,
    ...describeContact(site),
    ...(business.description && { description: business.description }),
    address: {
      '@type': 'PostalAddress',
      ...(business.street && { streetAddress: business.street }),
      addressLocality: business.locality,
      ...(business.region && { addressRegion: business.region }),
      ...(business.postalCode && { postalCode: business.postalCode }),
      addressCountry: business.country,
    },
    ...(hasCoordinates && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
    ...describeAreaServed(business, city),
    ...(business.hours && { openingHoursSpecification: describeHours(business) }),
    ...(business.priceRange && { priceRange: business.priceRange }),
    ...(business.profiles && { sameAs: business.profiles.map(({ href }) => href) }),
    ...ofPart,
  }
}

/** Describes a location of the business: what is at its address, as a part of the business. */
const describeLocation = (
  { head }: PageData,
  site: SiteData,
  place: NonNullable<ResolvedBusiness['locations']>[string],
  { location = '', city }: PageMeta,
): WithContext<LocalBusiness> =>
  describeBusiness(
    { ...site, name: place.name, phone: place.phone, email: place.email },
    place,
    city,
    {
      '@id': `${site.origin}/#${location}`,
      url: head.canonical,
      parentOrganization: { '@id': businessId(site) },
    },
  )

/** Describes the hours of the week, and those of the special days to come. */
function describeHours({ hours = [], special = [] }: ResolvedBusiness) {
  const describe = (days: object, range: TimeRange) => ({
    '@type': 'OpeningHoursSpecification' as const,
    ...days,
    opens: toClock(range[0]),
    // Search engines know 00:00 to 23:59 as all day, and 00:00 to 00:00 as closed.
    closes: isAllDay([range]) ? '23:59' : toClock(range[1]),
  })
  return [
    ...hours.flatMap((entry) =>
      (readEntryTimes(entry) ?? []).map((range) => describe({ dayOfWeek: entry.days }, range)),
    ),
    ...special.flatMap(({ from, last, weekdays, times }) =>
      (times.length > 0 ? times : [closedRange]).map((range) =>
        describe(
          { ...(weekdays && { dayOfWeek: weekdays }), validFrom: from, validThrough: last },
          range,
        ),
      ),
    ),
  ]
}

const closedRange: TimeRange = [0, 0]

/**
 * Describes the area served: a circle around the business or, on a town's page, the town and a
 * circle around it.
 */
function describeAreaServed(business: BusinessSettings, city?: CityFacts) {
  const { latitude, longitude } = city ?? business
  const radius = business.areaServed?.radius
  const circle = radius &&
    latitude !== undefined &&
    longitude !== undefined && {
      '@type': 'GeoCircle' as const,
      geoMidpoint: { '@type': 'GeoCoordinates' as const, latitude, longitude },
      geoRadius: Math.round((radius.value ?? radius.max ?? 0) * (metersPerUnit[radius.unit] ?? 1)),
    }
  const town = city && { '@type': 'City' as const, name: city.name }
  const areas = [town, circle].filter((area) => area !== undefined && area !== false)
  return areas.length > 0 && { areaServed: areas.length === 1 ? areas[0]! : areas }
}

function describeService(
  page: PageData,
  { name, description = getLead(page), prefix, price, area }: NonNullable<PageMeta['service']>,
  site: SiteData,
  business: BusinessSettings,
): WithContext<ServiceThing> {
  return {
    '@context': schemaOrgContext,
    '@type': 'Service',
    name,
    ...(description && { description }),
    url: page.head.canonical,
    provider: describeProvider(site, business),
    ...(area && { areaServed: area }),
    ...(price && describeOffer(price, prefix !== undefined)),
  }
}

/** A reference to the business, which the home page describes in full. */
const describeProvider = (site: SiteData, business: BusinessSettings) => ({
  '@type': business.type as 'LocalBusiness',
  '@id': businessId(site),
  name: site.name,
  url: `${site.origin}/`,
})

/**
 * Describes a price as Offer, with minPrice if it is the least one, a range as AggregateOffer, and a
 * price in words not at all.
 */
function describeOffer(
  { value, least, min, max, unit }: Fact,
  hasPrefix: boolean,
): { offers?: Offer | AggregateOffer } {
  if (value !== undefined)
    return {
      offers: {
        '@type': 'Offer',
        price: value,
        priceCurrency: unit,
        ...((least || hasPrefix) && {
          priceSpecification: {
            '@type': 'PriceSpecification',
            minPrice: value,
            priceCurrency: unit,
          },
        }),
      },
    }
  if (min !== undefined && max !== undefined) {
    return {
      offers: { '@type': 'AggregateOffer', lowPrice: min, highPrice: max, priceCurrency: unit },
    }
  }
  return {}
}

function describeFaqPage(blocks: FaqBlock[]): WithContext<FAQPage> {
  return {
    '@context': schemaOrgContext,
    '@type': 'FAQPage',
    mainEntity: blocks.flatMap(({ items }) =>
      items.map(({ question, answer }) => ({
        '@type': 'Question' as const,
        name: question,
        acceptedAnswer: { '@type': 'Answer' as const, text: toPlainText(answer) },
      })),
    ),
  }
}

function describeBreadcrumbs(
  { breadcrumbs, head }: PageData,
  site: SiteData,
): WithContext<BreadcrumbList> {
  return {
    '@context': schemaOrgContext,
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: href === undefined ? head.canonical : toAbsoluteUrl(href, site),
    })),
  }
}

/** @param href the link of a breadcrumb: a route, which may have an anchor, or an absolute URL */
function toAbsoluteUrl(href: string, site: SiteData): string {
  const [route = '', anchor] = href.split('#')
  if (!route.startsWith('/')) return href
  const url = site.origin + applyTrailingSlash(route, site)
  return anchor === undefined ? url : `${url}#${anchor}`
}

/**
 * Describes an article as a schema.org object.
 * @param publisher the business, which is also the author if the article names no person
 */
function describeArticle(
  data: PageData,
  article: ArticleSummary,
  site: SiteData,
  publisher: Organization,
): WithContext<Article> {
  const description = getLead(data)
  const { title, category, published, updated, author = site.name, image } = article
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    ...(description && { description }),
    articleSection: category,
    datePublished: published.iso,
    dateModified: (updated ?? published).iso,
    author: author === site.name ? publisher : { '@type': 'Person', name: author },
    publisher,
    mainEntityOfPage: data.head.canonical,
    inLanguage: site.language,
    ...(image !== undefined && { image: new URL(site.origin + image.src).href }),
  }
}

/** Returns the text below a page's main heading, which describes the page and is visible on it. */
function getLead({ blocks }: PageData): string | undefined {
  for (const block of blocks) {
    const { lead } = block as { lead?: RichText | string }
    if (lead === undefined || lead.length === 0) continue
    return typeof lead === 'string' ? lead : toPlainText(lead)
  }
  return undefined
}

/**
 * What Google documents about a type of structured data that it uses.
 * @property covers the type, which includes its subtypes
 * @property forbidden properties that violate a policy, with the reason
 */
export type GoogleProfile = {
  covers: string
  source: string
  required: string[]
  recommended: string[]
  forbidden?: Record<string, string>
}

const docs = 'https://developers.google.com/search/docs/appearance/structured-data'
const ownRating =
  'Google forbids a business to mark up ratings or reviews of itself on its own site.'

/**
 * Compared with Google's documentation on 2026-11-22. Subtypes precede their supertypes. Types for
 * which Google's results have no feature, such as Service and FAQPage, have no profile.
 */
export const googleProfiles: GoogleProfile[] = [
  {
    covers: 'LocalBusiness',
    source: `${docs}/local-business`,
    required: ['name', 'address'],
    recommended: ['geo', 'openingHoursSpecification', 'priceRange', 'telephone', 'url'],
    forbidden: { aggregateRating: ownRating, review: ownRating },
  },
  {
    covers: 'Organization',
    source: `${docs}/organization`,
    required: [],
    recommended: ['name', 'url'],
    forbidden: { aggregateRating: ownRating, review: ownRating },
  },
  {
    covers: 'PostalAddress',
    source: `${docs}/local-business`,
    required: ['addressLocality', 'addressRegion', 'addressCountry'],
    recommended: ['postalCode'],
  },
  {
    covers: 'Article',
    source: `${docs}/article`,
    required: ['headline'],
    recommended: ['author', 'dateModified', 'datePublished'],
  },
  {
    covers: 'BreadcrumbList',
    source: `${docs}/breadcrumb`,
    required: ['itemListElement'],
    recommended: [],
  },
  {
    covers: 'ListItem',
    source: `${docs}/breadcrumb`,
    required: ['position', 'name', 'item'],
    recommended: [],
  },
  {
    covers: 'AggregateOffer',
    source: `${docs}/product-snippet`,
    required: ['lowPrice', 'priceCurrency'],
    recommended: ['highPrice'],
  },
  {
    covers: 'Offer',
    source: `${docs}/product-snippet`,
    required: ['price', 'priceCurrency'],
    recommended: [],
  },
]

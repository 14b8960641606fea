import { applyTrailingSlash } from '../../schema/util/route-paths.ts'
import type { PageData, SiteData } from '../../schema/page-data.ts'
import type {
  BusinessSettings,
  CitiesBlock,
  FaqBlock,
  PricesBlock,
} from '../../schema/types.gen.ts'

const context = 'https://schema.org'

export function buildJsonLd(
  { data }: { data: PageData },
  { site }: { site: SiteData; business: BusinessSettings },
): object[] {
  const find = (type: string) => data.blocks.find((block) => block.type === type)
  const faq = find('faq') as FaqBlock | undefined
  const prices = find('prices') as PricesBlock | undefined
  const cities = find('cities') as CitiesBlock | undefined
  return [
    ...(faq ? [describeQuestions(faq)] : []),
    ...(prices && cities ? [describeService(data, prices, cities, site)] : []),
    ...(data.breadcrumbs.length > 1 ? [describeBreadcrumbs(data, site)] : []),
  ]
}

const describeQuestions = ({ items }: FaqBlock) => ({
  '@context': context,
  '@type': 'FAQPage',
  mainEntity: items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

const describeService = (
  { head }: PageData,
  prices: PricesBlock,
  cities: CitiesBlock,
  site: SiteData,
) => ({
  '@context': context,
  '@type': 'Service',
  name: head.title,
  description: head.description,
  url: head.canonical,
  provider: { '@type': 'Organization', name: site.name, url: site.origin },
  areaServed: cities.rows.map(({ city }) => city),
  offers: prices.cards.map(({ name, amount, currency }) => ({
    '@type': 'Offer',
    name,
    price: amount,
    priceCurrency: currency,
  })),
})

const describeBreadcrumbs = ({ breadcrumbs, head }: PageData, site: SiteData) => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: breadcrumbs.map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    // The page itself goes by its whole title here.
    name: href === undefined ? head.title : label,
    item: href === undefined ? head.canonical : site.origin + applyTrailingSlash(href, site),
  })),
})

import type { Article, Organization, WithContext } from 'schema-dts'
import { getLead } from './get-lead.ts'
import type { PageData, SiteData } from '../../schema/page-data.ts'
import type { ArticleSummary } from '../../schema/types.gen.ts'

/**
 * Describes an article as a schema.org object.
 * @param publisher the business, which is also the author if the article names no person
 */
export function describeArticle(
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

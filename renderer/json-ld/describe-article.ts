import type { Article, Organization, WithContext } from 'schema-dts'
import { toPlainText } from '../../blocks/shared/text/plain-text.ts'
import type { PageData, RichText, SiteData } from '../../schema/page-data.ts'
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

/** Returns the text below a page's main heading, which describes the page and is visible on it. */
export function getLead({ blocks }: PageData): string | undefined {
  for (const block of blocks) {
    const { lead } = block as { lead?: RichText | string }
    if (lead === undefined || lead.length === 0) continue
    return typeof lead === 'string' ? lead : toPlainText(lead)
  }
  return undefined
}

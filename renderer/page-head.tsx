import type { PageData, SiteData } from '../schema/page-data.ts'
import { shareImageOf } from './share-image-of.ts'

type Props = { page: PageData; site: SiteData }

/** Title and metadata. React hoists them into the head, and replaces them when the page changes. */
export function PageHead({ page, site }: Props) {
  const { title, description, canonical, robots, feed } = page.head
  const { article } = page
  const image = shareImageOf(page, site)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {robots && <meta name="robots" content={robots} />}
      {feed && <link rel="alternate" type="application/atom+xml" title={site.name} href={feed} />}
      <meta property="og:type" content={article ? 'article' : 'website'} />
      {article && <meta property="article:published_time" content={article.published.iso} />}
      {article?.updated && <meta property="article:modified_time" content={article.updated.iso} />}
      {article && <meta property="article:section" content={article.category} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content={site.language.replace('-', '_')} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      {image && <meta property="og:image" content={image.url} />}
      {image?.size && <meta property="og:image:width" content={String(image.size.width)} />}
      {image?.size && <meta property="og:image:height" content={String(image.size.height)} />}
      {image && <meta property="og:image:alt" content={image.alt} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {image && <meta name="twitter:image" content={image.url} />}
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
    </>
  )
}

import type { PageData, SiteData } from '../schema/page-data.ts'

type Props = { page: PageData; site: SiteData }

/** Title and metadata. React hoists them into the head, and replaces them when the page changes. */
export function PageHead({ page, site }: Props) {
  const { title, description, canonical, robots, feed } = page.head
  const { article } = page
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
      <meta name="twitter:card" content="summary" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
    </>
  )
}

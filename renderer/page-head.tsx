import type { PageData, SiteData } from '../schema/page-data.ts'

import { describeShareImage, imageHeight, imageWidth, shareImageUrlOf } from './share-image-of.ts'

type Props = { page: PageData; site: SiteData }

/** Title and metadata. React hoists them into the head, and replaces them when the page changes. */
export function PageHead({ page, site }: Props) {
  const { title, description, canonical, robots, feed } = page.head
  const { article } = page
  const image = shareImageUrlOf(page.route)
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
      {image !== undefined && <meta property="og:image" content={site.origin + image} />}
      {image !== undefined && <meta property="og:image:width" content={String(imageWidth)} />}
      {image !== undefined && <meta property="og:image:height" content={String(imageHeight)} />}
      {image !== undefined && <meta property="og:image:alt" content={describeShareImage(page, site)} />}
      <meta name="twitter:card" content={image === undefined ? 'summary' : 'summary_large_image'} />
      {image !== undefined && <meta name="twitter:image" content={site.origin + image} />}
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
    </>
  )
}

import type { PageData, SiteData } from '../schema/page-data.ts'
import { getShareImage } from './share-image.ts'

type Props = { page: PageData; site: SiteData }

/** Title and metadata. React hoists them into the head and replaces them on navigation. */
export function PageHead({ page, site }: Props) {
  return [
    <title key="title">{page.head.title}</title>,
    ...listHeadTags(page, site).map(({ tag: Tag, attributes }) => (
      <Tag
        key={
          attributes.hrefLang ??
          attributes.property ??
          attributes.name ??
          attributes.type ??
          attributes.rel
        }
        {...attributes}
      />
    )),
  ]
}

/**
 * A tag of the head. Its React key is the first of these that it has: language, property, name,
 * type or relation. The key is unique on a page.
 */
type HeadTag = { tag: 'meta' | 'link'; attributes: Record<string, string> }

/** Lists the tags of a head after its title. */
function listHeadTags(page: PageData, site: SiteData): HeadTag[] {
  const { title, description, canonical, alternates, robots, feed } = page.head
  const { article } = page
  const image = getShareImage(page, site)
  const tags: HeadTag[] = []
  const meta = (attributes: Record<string, string>) => tags.push({ tag: 'meta', attributes })
  const link = (attributes: Record<string, string>) => tags.push({ tag: 'link', attributes })
  meta({ name: 'description', content: description })
  link({ rel: 'canonical', href: canonical })
  for (const { language, href } of alternates ?? []) {
    link({ rel: 'alternate', hrefLang: language, href })
    if (language === alternates?.[0]?.language)
      link({ rel: 'alternate', hrefLang: 'x-default', href })
  }
  if (robots || site.noindex) meta({ name: 'robots', content: robots ?? 'noindex' })
  if (feed) link({ rel: 'alternate', type: 'application/atom+xml', title: site.name, href: feed })
  meta({ property: 'og:type', content: article ? 'article' : 'website' })
  if (article) meta({ property: 'article:published_time', content: article.published.iso })
  if (article?.updated) meta({ property: 'article:modified_time', content: article.updated.iso })
  if (article) meta({ property: 'article:section', content: article.category })
  meta({ property: 'og:site_name', content: site.name })
  meta({ property: 'og:locale', content: site.language.replace('-', '_') })
  meta({ property: 'og:title', content: title })
  meta({ property: 'og:description', content: description })
  meta({ property: 'og:url', content: canonical })
  if (image) {
    meta({ property: 'og:image', content: image.url })
    if (image.size) meta({ property: 'og:image:width', content: String(image.size.width) })
    if (image.size) meta({ property: 'og:image:height', content: String(image.size.height) })
    meta({ property: 'og:image:alt', content: image.alt })
  }
  // X takes everything else from the Open Graph tags.
  meta({ name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' })
  return tags
}

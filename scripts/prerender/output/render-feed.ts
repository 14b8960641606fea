import { compareNewestFirst, isRouteBelow } from '../../../schema/resolve/collect-articles.ts'
import type { SiteData } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import type { ArticleSummary } from '../../../schema/types.gen.ts'
import { escapeXml } from './escape-xml.ts'

type Entry = Pick<PageSummary, 'meta'> & { article: ArticleSummary; canonical: string }

/**
 * Renders the Atom feed (RFC 4287) of a page that lists articles, newest first. Its date is that of
 * the last change instead of the current time, so that builds are reproducible.
 */
export function renderFeed(
  { route, data: { head } }: PageSummary,
  pages: PageSummary[],
  site: SiteData,
): string {
  const entries = pages
    .flatMap(({ route: articleRoute, data, meta }) =>
      data.article && isRouteBelow(articleRoute, route)
        ? [{ article: data.article, canonical: data.head.canonical, meta }]
        : [],
    )
    .sort((a, b) => compareNewestFirst(a.article, b.article))
  const newest = entries
    .map(({ article }) => getLastChange(article))
    .sort()
    .at(-1)!
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.language}">
  <id>${escapeXml(head.canonical)}</id>
  <title>${escapeXml(head.title)}</title>
  <subtitle>${escapeXml(head.description)}</subtitle>
  <updated>${toInstant(newest)}</updated>
  <author><name>${escapeXml(site.name)}</name></author>
  <link rel="self" type="application/atom+xml" href="${escapeXml(site.origin + head.feed)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(head.canonical)}"/>
${entries
  .filter(({ meta }) => !meta.draft)
  .map(renderEntry)
  .join('')}</feed>
`
}

function renderEntry({ article, canonical }: Entry): string {
  const { title, excerpt, category, author, published } = article
  return `  <entry>
    <id>${escapeXml(canonical)}</id>
    <title>${escapeXml(title)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(canonical)}"/>
    <published>${toInstant(published.iso)}</published>
    <updated>${toInstant(getLastChange(article))}</updated>
${author === undefined ? '' : `    <author><name>${escapeXml(author)}</name></author>\n`}    <category term="${escapeXml(category)}"/>
    <summary>${escapeXml(excerpt)}</summary>
  </entry>
`
}

const getLastChange = ({ published, updated }: ArticleSummary) => (updated ?? published).iso
/** Atom requires a time, but articles have only a date. */
const toInstant = (iso: string) => `${iso}T00:00:00Z`

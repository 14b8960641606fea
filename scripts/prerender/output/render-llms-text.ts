import type { SiteData } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { isInSitemap } from './render-sitemaps.ts'

export const llmsPath = '/llms.txt'

/**
 * Renders `/llms.txt`: the pages of the sitemap for AI assistants, with their descriptions and
 * the addresses of their Markdown. https://llmstxt.org
 */
export function renderLlmsText(pages: PageSummary[], { name, phone, email }: SiteData): string {
  const listed = pages.filter(isInSitemap)
  const home = listed.find(({ route }) => route === '/')
  const sections = [
    { heading: 'Pages', pages: listed.filter(({ data }) => !data.article) },
    { heading: 'Articles', pages: listed.filter(({ data }) => data.article) },
  ]
  return [
    `# ${escapeText(name)}`,
    ...(home ? [`> ${escapeText(home.data.head.description)}`] : []),
    `Phone: ${phone.text}. Email: ${email.text}.`,
    ...sections.flatMap((section) =>
      section.pages.length === 0
        ? []
        : [`## ${section.heading}`, section.pages.map(formatPageLink).join('\n')],
    ),
  ]
    .join('\n\n')
    .concat('\n')
}

const formatPageLink = ({ data: { head } }: PageSummary): string =>
  `- [${escapeText(head.title)}](${head.markdown ?? head.canonical}): ${escapeText(head.description)}`

const escapeText = (text: string): string => text.replace(/[\\[\]*_`<>#]/g, String.raw`\$&`)

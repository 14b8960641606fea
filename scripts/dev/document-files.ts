import { getMarkdownPath, searchIndexPath } from '../../schema/resolve/route-paths.ts'
import { memoizeByObject } from '../../schema/util/memoize-by-object.ts'
import type { OutputFile } from '../prerender/output/output-file.ts'
import { renderMarkdown } from '../prerender/output/render-markdown.ts'
import type { SiteFilesInput } from '../prerender/output/render-site-files.ts'
import { renderSearchIndex } from '../prerender/output/search-index.ts'

/** Reads the HTML of a route. */
type ReadDocument = (route: string) => Promise<string>

/**
 * Renders a file that a build makes from documents: a page as Markdown, or what search blocks find.
 * @returns undefined if the path is not one of these
 */
export async function renderDocumentFile(
  path: string,
  site: SiteFilesInput,
  readDocument: ReadDocument,
): Promise<string | Uint8Array | undefined> {
  if (path.endsWith('.md')) {
    const page = site.pages.find(({ route }) => getMarkdownPath(route) === path)
    if (page?.data.head.markdown === undefined) return undefined
    return renderMarkdown(page.data.head, await readDocument(page.route))
  }
  if (path !== searchIndexPath && !path.startsWith('/assets/search.')) return undefined
  const lists = getSearchLists(site)
  if (!lists.files || path === searchIndexPath)
    lists.files = renderSearchIndex(site.pages, site.site, searchScript, ({ route }) =>
      readDocument(route),
    )
  return (await lists.files).find((file) => file.path === path)?.content
}

/** Vite serves the source. */
const searchScript = '/blocks/search/find-pages.ts'

/** The lists that were rendered last for a version of the site. */
const getSearchLists = memoizeByObject(
  (_: SiteFilesInput): { files?: Promise<OutputFile[]> } => ({}),
)

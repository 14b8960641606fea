import type { SearchPage } from '../../../blocks/search/search-types.ts'
import type { SiteData } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { getDocumentPath, searchIndexPath } from '../../../schema/util/route-paths.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { PageRecord } from '../make/page-types.ts'
import { readSections } from '../documents/read-sections.ts'
import { readFromFirst, type OutputFile } from './output-file.ts'
import { isInSitemap } from './render-sitemaps.ts'
import type { SiteOutput } from './site-output.ts'

type SearchInput = {
  site: Pick<SiteData, 'name'>
  pages: PageSummary[]
  records: ReadonlyMap<string, PageRecord>
  /** Where documents may be, the newest first. */
  folders: string[]
  /** The path of the script that searches. */
  script: string
}

/** Whether visitors can search the site. */
export const hasSearch = (pages: (PageSummary | undefined)[]): boolean =>
  pages.some((page) => page?.hasSearch)

/**
 * Writes what search blocks find: the texts of all pages that search engines may list, read from
 * their documents.
 */
export function writeSearchIndex(
  { site, pages, records, folders, script }: SearchInput,
  files: SiteOutput,
): Promise<void> {
  const listed = pages.filter(isInSitemap)
  const inputs = listed.map(({ route, data }) => [
    data.head.canonical,
    records.get(route)?.result.filesHash,
  ])
  return files.drawGroup(JSON.stringify([searchIndexPath, site.name, script, inputs]), () =>
    renderSearchIndex(listed, site, script, async ({ route }) =>
      (await readFromFirst(folders, getDocumentPath(route))).toString(),
    ),
  )
}

/**
 * Renders the list of pages, and the small file that names it and the script: both can be cached
 * forever, and a page that is open across a release finds those that fit together.
 * @param script its path. @param readDocument reads the HTML of a page
 */
export async function renderSearchIndex(
  pages: PageSummary[],
  site: Pick<SiteData, 'name'>,
  script: string,
  readDocument: (page: PageSummary) => Promise<string>,
): Promise<OutputFile[]> {
  const found: SearchPage[] = []
  for (const page of pages.filter(isInSitemap)) {
    const { title, canonical } = page.data.head
    const sections = readSections(await readDocument(page))
    found.push([new URL(canonical).pathname, removeName(title, site.name), sections])
  }
  return toFiles(found, script.slice(1))
}

/** What `search-index.json` contains: relative paths, because the site may be below a base path. */
type SearchIndex = { script: string; pages: string }

function toFiles(found: SearchPage[], script: string): OutputFile[] {
  const content = JSON.stringify(found)
  const path = `assets/search.${shortHash(content)}.json`
  const index: SearchIndex = { script, pages: path }
  return [
    { path: `/${path}`, content },
    { path: searchIndexPath, content: JSON.stringify(index) },
  ]
}

/** `Prices | Our Name` → `Prices`: all results are pages of this site. */
function removeName(title: string, name: string): string {
  const end = [' | ', ' - ', ' – ', ' — ', ' · '].find((each) => title.endsWith(each + name))
  return end === undefined ? title : title.slice(0, -(end + name).length)
}

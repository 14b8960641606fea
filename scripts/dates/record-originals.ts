import { editYaml } from '../edit/edit-yaml.ts'
import type { YamlOperation } from '../edit/yaml-operations.ts'
import { applyTextEdits, readSiteText } from '../edit/text-edits.ts'
import type { WholeSite } from '../prerender/session/inspect-site.ts'

/**
 * Records in each translation the current state of its original, so that a check can tell when the
 * original changes.
 * @param routes of translations; all of them if there are none
 * @returns the routes of the translations that were changed
 */
export async function recordOriginals(
  site: string,
  { pages, resolvedSite }: Pick<WholeSite, 'pages' | 'resolvedSite'>,
  routes: string[],
): Promise<string[]> {
  const originals = new Map(pages.map(({ data, meta }) => [data.route, meta.original]))
  const changed: string[] = []
  for (const { data, meta } of pages) {
    const { route } = data
    const page = resolvedSite?.merged.pages.get(route)
    const value = meta.translates && originals.get(meta.translates.route)
    if (!page || value === undefined || value === meta.translates?.original) continue
    if (routes.length > 0 && !routes.includes(route)) continue
    const { source, path } = page.location
    const text = await readSiteText(site, source.file)
    const edit: YamlOperation = {
      kind: 'set',
      path: [...path, 'original'],
      value,
      before: 'title',
    }
    await applyTextEdits(site, editYaml(source.file, text, [edit]))
    changed.push(route)
  }
  return changed
}

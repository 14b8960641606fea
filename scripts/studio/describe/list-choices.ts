import { collectSiteValues } from '../../../schema/editor/collect-site-values.ts'
import { isPictureFile } from '../../../schema/source/read-picture-infos.ts'
import type { ReadSite } from '../../dev/dev-session.ts'
import type { Choices, BlockChoice } from '../protocol.ts'
import { parse } from 'yaml'
import { getFramePath, loadCatalogueBlocks } from '../../catalogue/load-blocks.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'

/** Lists what an author can choose for a link, a picture or an icon. */
export function listChoices({ input, pages }: ReadSite): Choices {
  const { shared, publicFolder } = input
  const { links } = collectSiteValues({ shared, pages, publicFolder })
  const [pictures, files] = [true, false].map((isPicture) =>
    [...publicFolder.files].filter((file) => isPictureFile(file) === isPicture).sort(),
  )
  const written = links.flatMap(({ values }) =>
    values.map(({ value, description }) => ({
      href: value,
      label: description.replaceAll(/[*`\\]/g, ''),
    })),
  )
  const known = new Set(written.map(({ href }) => href))
  const planned = [...shared.merged.planned].map(([href, { label }]) => ({
    href,
    label: `${label} (planned, not written yet)`,
  }))
  return {
    links: [...written, ...planned.filter(({ href }) => !known.has(href))],
    pictures: pictures!,
    files: files!,
    icons: ((shared.schema.$defs?.icon?.enum ?? []) as unknown[]).map(String),
  }
}

/** Every block with its valid examples, for a palette. */
export async function listBlocks(site: string): Promise<BlockChoice[]> {
  const blocks = await loadCatalogueBlocks(site)
  return blocks.map(({ type, group, description, valid }) => ({
    type,
    group,
    description,
    examples: valid
      .map((example) => ({
        name: example.name,
        value: (parse(example.yaml) as JsonValue[])[0]!,
        previewUrl: `/__catalogue/${getFramePath(type, example, 'light')}`,
      }))
      .sort((a, b) => JSON.stringify(a.value).length - JSON.stringify(b.value).length),
  }))
}

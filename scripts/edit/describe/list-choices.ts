import type { BlockGroup } from '../../../schema/block-types/block-groups.ts'
import { collectSiteValues } from '../../../schema/editor/collect-site-values.ts'
import { isPictureFile } from '../../../schema/source/read-picture-infos.ts'
import { asRecord, getAt } from '../../../schema/util/records.ts'
import type { NameKind } from '../../../schema/validate/json-schema.ts'
import type { ReadSite } from '../../prerender/run/run.ts'

import { parse } from 'yaml'
import { getFramePath, loadCatalogueBlocks } from '../../catalogue/load-blocks.ts'
import type { JsonValue } from '../yaml-operations.ts'

/** `GET choices`: what fields offer. */
export type Choices = {
  /** Pages and their anchors, as links. @property name the short name of a page */
  links: { href: string; label: string; name?: string }[]
  /** The menus of the header that list links, by label, with their indexes. */
  menus: { index: number; label: string }[]
  /** The languages of the site besides its own. */
  languages: { tag: string; label: string }[]
  pictures: string[]
  /** Other published files. */
  files: string[]
  /** Other names that are defined, by kind. */
  names: Partial<Record<NameKind, string[]>>
}

/** `GET blocks`: the palette. */
export type BlockChoice = {
  type: string
  group: BlockGroup
  description: string
  /** A value, and the frame that shows it. */
  example?: { value: JsonValue; previewUrl: string }
}

/** Lists what an author can choose for a link or a picture. */
export function listChoices(site: ReadSite): Choices {
  const { resolved, publicFolder } = site
  const { labels } = resolved.context
  const { names } = collectSiteValues(site)
  const { facts: _, pictures: __, addresses = [], ...others } = names
  const [pictures, files] = [true, false].map((isPicture) =>
    [...publicFolder.files].filter((file) => isPictureFile(file) === isPicture).sort(),
  )
  const written = addresses.flatMap(({ values }) =>
    values.map(({ value, description }) => ({
      href: value,
      label: description.replaceAll(/[*`\\]/g, ''),
      ...(labels.has(value) && { name: labels.get(value)! }),
    })),
  )
  const known = new Set(written.map(({ href }) => href))
  const planned = [...resolved.site.planned].map(([href, { label }]) => ({
    href,
    label: `${label} (planned, not written yet)`,
  }))
  return {
    links: [...written, ...planned.filter(({ href }) => !known.has(href))],
    menus: listMenus(getAt(resolved.site.main.value, ['navigation', 'header', 'menus'])),
    languages: [...resolved.context.languages].map(([tag, { label }]) => ({ tag, label })),
    pictures: pictures!,
    files: files!,
    names: Object.fromEntries(
      Object.entries(others).map(([kind, groups]) => [
        kind,
        groups.flatMap(({ values }) => values.map(({ value }) => value)),
      ]),
    ),
  }
}

const listMenus = (menus: unknown): Choices['menus'] =>
  (Array.isArray(menus) ? menus : []).flatMap((menu, index) => {
    const { label, items } = asRecord(menu)
    return Array.isArray(items) ? [{ index, label: String(label) }] : []
  })

/** Every block with an example, for a palette. */
export async function listBlocks(site: string): Promise<BlockChoice[]> {
  const blocks = await loadCatalogueBlocks(site)
  return blocks.map(({ type, group, description, valid }) => {
    // Others show limits, such as a very long word.
    const best = valid.find(({ name }) => name === 'default') ?? valid[0]
    const example = best && {
      value: (parse(best.yaml) as JsonValue[])[0]!,
      previewUrl: `/__catalogue/${getFramePath(type, best, 'light')}`,
    }
    return { type, group, description, ...(example && { example }) }
  })
}

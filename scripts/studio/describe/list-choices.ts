import { collectSiteValues } from '../../../schema/editor/collect-site-values.ts'
import { isPictureFile } from '../../../schema/source/read-picture-infos.ts'
import type { ReadSite } from '../../dev/dev-session.ts'
import type { Choices } from '../protocol.ts'

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

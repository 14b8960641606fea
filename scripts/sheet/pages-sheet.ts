import { explainTaken } from '../../schema/resolve/site-addresses.ts'
import { asList, asRecord, getAt } from '../../schema/util/records.ts'
import type { Path } from '../../schema/problems/location.ts'
import { formatCommand } from '../launch/commands.mjs'
import { newPageKinds } from '../edit/pages/new-page.ts'
import { locateOwnOverride } from '../edit/describe/describe-set.ts'
import { formatFileLine } from '../../schema/problems/location.ts'
import { listPages, locateEntry } from '../report/list-pages.ts'
import { planNewPage } from '../edit/pages/plan-page.ts'
import { writeValues, type ValueEdit } from './write-values.ts'
import {
  parseYes,
  yes,
  type CellTexts,
  type DescribedTable,
  type SheetSource,
  type SheetRow,
} from './sheet-table.ts'

/** Texts of a page that are edited in a sheet. */
const properties = ['title', 'description', 'label']

/** A row for each page, with what search engines and menus show of it. */
export async function describePagesSheet(source: SheetSource): Promise<DescribedTable> {
  const { edits, resolved } = source
  const { site } = resolved
  const rows: SheetRow[] = []
  const headings = new Map<string, Path>()
  for (const listed of listPages({ resolved, pages: resolved.pages })) {
    const { route, kind, set } = listed
    const page = site.pages.get(route)
    // A planned page has no entry yet.
    if (!page) continue
    const { file, path } = locateEntry(page)
    const written = asRecord(getAt(await edits.value(file), path))
    // Of a page of a set, what its row makes of the template.
    const shown = set === undefined ? written : page.raw
    const blocks = asList(written.blocks)
    const hero = blocks.findIndex((block) => asRecord(block).type === 'hero')
    const template = set === undefined ? undefined : `it is in the template of the set, in ${file}`
    if (!template && hero >= 0) headings.set(route, ['blocks', hero, 'heading'])
    rows.push({
      key: route,
      file,
      texts: {
        address: route,
        kind,
        ...Object.fromEntries(properties.map((name) => [name, toText(shown[name])])),
        heading: template ? '' : toText(asRecord(blocks[hero]).heading),
        noindex: shown.noindex === true ? 'yes' : '',
        file: formatFileLine(listed),
      },
      ...((template ?? hero < 0) && {
        locked: { heading: template ?? 'the page has no hero, whose heading it is' },
      }),
    })
  }
  const locate = (route: string, heading: string): Omit<ValueEdit, 'value'> => {
    const page = site.pages.get(route)!
    const below = heading === 'heading' ? headings.get(route)! : [heading]
    const { file, path } = locateOwnOverride(page) ?? locateEntry(page)
    return { file, path: [...path, ...below] }
  }
  return {
    columns: [
      {
        heading: 'address',
        format: 'text',
        locked: `a page is moved with: ${formatCommand('rename', ['/old', '/new'])}`,
      },
      {
        heading: 'kind',
        format: 'text',
        locked: 'each kind has properties of its own, in the file',
        choices: { texts: newPageKinds, isComplete: false },
      },
      ...properties.map((heading) => ({ heading, format: 'text' as const })),
      { heading: 'heading', format: 'text' },
      { heading: 'noindex', format: 'text', choices: yes },
      {
        heading: 'file',
        format: 'text',
        locked: 'it says where the page is written',
        isComputed: true,
      },
    ],
    rows,
    keyOf: ({ address = '' }) => address,
    explainCell({ kind = '', address = '', noindex = '' }, heading, row) {
      if (heading === 'noindex' && parseYes(noindex) === undefined) return 'write yes, or nothing'
      if (row) return undefined
      if (heading === 'kind' && !newPageKinds.some((each) => each === kind))
        return `write one of ${newPageKinds.join(', ')}`
      return heading === 'address' ? explainTaken(resolved, address) : undefined
    },
    explainRemoval: ({ key }) =>
      `pages are deleted with ${formatCommand('delete', [key])}, so it stays`,
    async plan({ cells, added }) {
      await writeValues(
        edits,
        cells.map(({ row, heading, text }) => ({
          ...locate(row.key, heading),
          value: heading === 'noindex' ? parseYes(text) || undefined : text || undefined,
        })),
      )
      for (const texts of added) await addPage(source, texts)
    },
  }
}

const toText = (value: unknown): string =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value)

/** A new page is a placeholder, until somebody writes its blocks. */
async function addPage({ edits, resolved }: SheetSource, texts: CellTexts): Promise<void> {
  const { address = '', kind = '', title, description, label, heading, noindex = '' } = texts
  const { operations } = planNewPage(resolved, {
    action: 'new',
    route: address,
    kind,
    ...(title && { title }),
    ...(label && { label }),
  })
  const { file } = operations[0]!
  const own = (path: Path, value: string | boolean | undefined): ValueEdit[] =>
    value ? [{ file, path: ['pages', address, ...path], value }] : []
  const blocks = asRecord((operations[0] as { value?: unknown }).value).blocks as unknown[]
  const hero = blocks.findIndex((block) => asRecord(block).type === 'hero')
  for (const operation of operations) await edits.apply(operation.file, [operation])
  await writeValues(edits, [
    ...own(['description'], description),
    ...own(['blocks', hero, 'heading'], heading),
    ...own(['noindex'], parseYes(noindex)),
  ])
}

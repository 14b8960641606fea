import type { FeeTableBlock } from '../../schema/types.gen.ts'
import { DataTable } from '../shared/data-table.tsx'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function FeeTable(block: FeeTableBlock) {
  const { heading, lead, columns = {}, rows, note, words } = block
  const hasNotes = rows.some((row) => row.note !== undefined)
  const tableColumns = [
    { key: 'item', label: columns.item ?? words.item },
    { key: 'price', label: columns.price ?? words.price, numeric: true },
    ...(hasNotes ? [{ key: 'note', label: columns.note ?? words.note }] : []),
  ]
  return (
    <Section block={block} heading={heading} lead={lead}>
      <DataTable caption={heading} columns={tableColumns} rows={rows} rowHeader="item" />
      <Note nodes={note} />
    </Section>
  )
}

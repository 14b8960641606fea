import type { ComparisonTableBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { DataTable } from '../shared/data-table.tsx'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function ComparisonTable(block: ComparisonTableBlock) {
  const { heading, lead, columns, rows, note, actions, words } = block
  const tableColumns = [
    { key: 'label', label: words.label },
    ...columns.map((label, index) => ({ key: String(index), label })),
  ]
  const cells = rows.map((row) => ({
    label: row.label,
    ...Object.fromEntries(row.cells.map((cell, index) => [index, cell])),
  }))
  return (
    <Section block={block} heading={heading} lead={lead}>
      <DataTable caption={heading} columns={tableColumns} rows={cells} rowHeader="label" />
      <Note nodes={note} />
      <ActionList actions={actions} />
    </Section>
  )
}

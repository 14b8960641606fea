import type { FactTable } from '../../schema/page-data.ts'
import type { FeeTableBlock } from '../../schema/types.gen.ts'
import { DataTable } from '../shared/data-table.tsx'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function FeeTable(block: FeeTableBlock) {
  const { heading, lead, note } = block
  return (
    <Section block={block} heading={heading} lead={lead}>
      <DataTable caption={heading} {...arrangeRows(block)} rowHeader="item" />
      <Note nodes={note} />
    </Section>
  )
}

function arrangeRows({ rows, columns = {}, words }: FeeTableBlock) {
  if (!Array.isArray(rows)) return arrangeTable(rows, columns.item)
  const hasNotes = rows.some((row) => row.note !== undefined)
  return {
    columns: [
      { key: 'item', label: columns.item ?? words.item },
      { key: 'price', label: columns.price ?? words.price, numeric: true },
      ...(hasNotes ? [{ key: 'note', label: columns.note ?? words.note }] : []),
    ],
    rows,
  }
}

const arrangeTable = ({ header, columns, rows }: FactTable, label = header) => ({
  columns: [
    { key: 'item', label },
    ...columns.map((column, index) => ({ key: String(index), label: column, numeric: true })),
  ],
  rows: rows.map((row) => ({
    item: row.label,
    ...Object.fromEntries(row.cells.map((cell, index) => [index, cell?.text])),
  })),
})

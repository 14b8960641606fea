import type { ReactNode } from 'react'
import { preventRangeBreaks } from './text/prevent-range-breaks.tsx'

type TableColumn = { key: string; label: string; numeric?: boolean }

type Props = {
  caption: string
  columns: TableColumn[]
  rows: Record<string, ReactNode>[]
  /** The key of the column whose cells are the row headers. */
  rowHeader: string
  /** Whether the columns are narrow enough for a phone. True for two columns. */
  isCompact?: boolean
}

/**
 * An HTML table. On a narrow screen each row becomes a card, with the column's label before each
 * value, unless the table is compact. At medium widths the table may scroll sideways, so its frame
 * is focusable for keyboard users. The frame is a group, because a region per table would add too
 * many landmarks.
 */
export function DataTable({
  caption,
  columns,
  rows,
  rowHeader,
  isCompact = columns.length < 3,
}: Props) {
  return (
    <div className="table-frame" role="group" aria-label={caption} tabIndex={0}>
      <table className={isCompact ? 'data-table compact' : 'data-table'}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, label, numeric }) => (
              <th key={key} scope="col" className={numeric ? 'numeric' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map(({ key, label, numeric }) =>
                key === rowHeader ? (
                  <th key={key} scope="row">
                    {renderCell(row[key])}
                  </th>
                ) : (
                  <td
                    key={key}
                    data-label={label}
                    className={row[key] === undefined ? 'absent' : numeric ? 'numeric' : undefined}
                  >
                    {renderCell(row[key]) ?? '–'}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Renders a single node: on a card, the label and the cell content are the two items of a grid. */
function renderCell(content: ReactNode): ReactNode {
  const rendered = typeof content === 'string' ? preventRangeBreaks(content) : content
  return Array.isArray(rendered) ? <span>{rendered}</span> : rendered
}

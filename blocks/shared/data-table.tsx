import type { ReactNode } from 'react'
import { keepRanges } from './keep-ranges.tsx'

export type Column = { key: string; label: string; numeric?: boolean }

type Props = {
  caption: string
  columns: Column[]
  rows: Record<string, ReactNode>[]
  /** The column that names the row. */
  rowHeader: string
}

/**
 * A real table. On a narrow screen each row of three cells or more becomes a card, with the column's label before each
 * value; between the two a wide table scrolls sideways, so its frame takes the focus. It is a group and no landmark of its own.
 */
export function DataTable({ caption, columns, rows, rowHeader }: Props) {
  return (
    <div className="table-frame" role="group" aria-label={caption} tabIndex={0}>
      <table className={columns.length > 2 ? 'data-table' : 'data-table pair'}>
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
                    {toCell(row[key])}
                  </th>
                ) : (
                  <td
                    key={key}
                    data-label={label}
                    className={row[key] === undefined ? 'absent' : numeric ? 'numeric' : undefined}
                  >
                    {toCell(row[key]) ?? '–'}
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

/** One node each: on a card the label and the cell's content are the two items of a grid. */
function toCell(content: ReactNode): ReactNode {
  const kept = typeof content === 'string' ? keepRanges(content) : content
  return Array.isArray(kept) ? <span>{kept}</span> : kept
}

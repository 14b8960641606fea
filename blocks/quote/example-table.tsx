import type { QuoteBlock, Tariff } from '../../schema/types.gen.ts'
import { DataTable } from '../shared/data-table.tsx'
import { Link } from '../shared/links/link.tsx'
import { formatTotal } from '../shared/request/format-total.ts'
import { calculateQuote, formatAmount } from '../../schema/shared/calculate-quote.ts'

type Props = { tariff: Tariff; currency: string; language: string; words: QuoteBlock['words'] }

/** The totals of some errands, which need no JavaScript. */
export function ExampleTable({ tariff, currency, language, words }: Props) {
  const format = (amount: number) => formatAmount(amount, currency, language)
  const rows = (tariff.examples ?? []).map(({ label, choice }) => {
    const quote = calculateQuote(tariff, choice)
    return {
      errand: label,
      parts: (
        <ul className="quote-parts">
          {quote.lines.map((line, index) => (
            <li key={index}>
              {line.href === undefined ? line.label : <Link href={line.href}>{line.label}</Link>}{' '}
              {format(line.amount)}
            </li>
          ))}
        </ul>
      ),
      total: <strong>{formatTotal(quote, words, currency, language)}</strong>,
    }
  })
  if (rows.length === 0) return null
  return (
    <div className="quote-examples">
      <h3>{words.examples}</h3>
      <DataTable
        caption={words.examples}
        columns={[
          { key: 'errand', label: words.errand },
          { key: 'parts', label: words.parts },
          { key: 'total', label: words.total, numeric: true },
        ]}
        rows={rows}
        rowHeader="errand"
      />
    </div>
  )
}

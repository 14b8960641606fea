import { useMemo } from 'react'
import type { QuoteBlock, Tariff } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { useServiceArea } from '../shared/location/use-location.ts'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { QuoteForm } from './quote-form.tsx'
import { DataTable } from '../shared/data-table.tsx'
import { Link } from '../shared/links/link.tsx'
import { formatTotal } from '../shared/request/format-total.ts'
import { calculateQuote, formatAmount } from '../../schema/shared/calculate-quote.ts'

/**
 * What an errand costs. Without JavaScript, visitors see a table of examples; with it, they choose
 * and see the total.
 */
export function Quote(block: QuoteBlock) {
  const { heading, lead, actions, note, words, tariff, area, examples, language = 'en' } = block
  // This block detects the location only at the visitor's request.
  const buttonArea = useMemo(() => area && { ...area, detect: 'button' as const }, [area])
  const frame = useServiceArea(tariff?.travel && buttonArea)
  // A rule reports a site without a tariff.
  if (!tariff) return null
  const printed = { tariff, words, language, currency: tariff.services[0]!.base.unit }
  return (
    <Section block={block} heading={heading} lead={lead} area={frame}>
      <QuoteForm
        {...printed}
        area={buttonArea}
        phone={block.phone}
        start={block.start}
        id={block.id ?? block.type}
      />
      {examples !== false && <ExampleTable {...printed} />}
      <Note nodes={note} />
      <ActionList actions={actions} />
    </Section>
  )
}

type TableProps = { tariff: Tariff; currency: string; language: string; words: QuoteBlock['words'] }

/** The totals of some errands, which need no JavaScript. */
function ExampleTable({ tariff, currency, language, words }: TableProps) {
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

import { useEffect, useState } from 'react'
import type { QuoteBlock, Tariff } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'
import { quoteParameter } from '../shared/request/requested-quote.ts'
import { InlineText } from '../shared/text/rich-text.tsx'
import { formatAmount, type Quote } from '../../schema/shared/calculate-quote.ts'
import { appendCampaign } from '../shared/visit/campaign.ts'

type Props = {
  quote: Quote
  currency: string
  language: string
  words: QuoteBlock['words']
  /** The page where the visitor asks for what is chosen, and the choice in words. */
  request?: { href: string; choice: string[] }
}

/** The parts of a price, each with a link to the page that explains it, and the total. */
export function Receipt({ quote: { lines, total }, currency, language, words, request }: Props) {
  const format = (amount: number) => formatAmount(amount, currency, language)
  // The document has the plain address, which is the same for search engines and for all choices.
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  const totalText = total === undefined ? words.ask : format(total)
  const chosen = request?.choice ?? []
  const parts = total === undefined ? chosen : [...chosen, `${words.total} ${totalText}`]
  const query = new URLSearchParams({ [quoteParameter]: parts.join(', ') })
  return (
    <div className="quote-receipt">
      <h3>{words.receipt}</h3>
      <dl>
        {lines.map(({ label, detail, amount, note, href, of }, index) => (
          <div key={index}>
            <dt>
              {href === undefined ? label : <Link href={href}>{label}</Link>}
              {detail !== undefined && <small> {detail}</small>}
              {note && (
                <small className="quote-note">
                  <InlineText nodes={note} />
                </small>
              )}
              {of && (
                <small className="quote-note">
                  {of.label} {format(of.amount)}
                </small>
              )}
            </dt>
            <dd>{format(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className="quote-total" role="status">
        {words.total} <strong>{totalText}</strong>
      </p>
      {request && (
        <Link
          className="button secondary"
          href={isHydrated ? appendCampaign(request.href, String(query)) : request.href}
        >
          {words.request}
        </Link>
      )}
    </div>
  )
}

/** What nobody can know in advance. */
export function UnknownParts({ unknown, title }: { unknown: Tariff['unknown']; title: string }) {
  if (!unknown) return null
  return (
    <div className="quote-unknown">
      <h3>{title}</h3>
      <ul>
        {unknown.map(({ label, note, href }, index) => (
          <li key={index}>
            {href === undefined ? label : <Link href={href}>{label}</Link>}
            {note && (
              <small className="quote-note">
                <InlineText nodes={note} />
              </small>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

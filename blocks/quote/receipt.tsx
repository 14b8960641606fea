import { ActionLink } from '../shared/links/action-list.tsx'
import { useEffect, useState } from 'react'
import type { QuoteBlock, Tariff, TariffChoice, TariffUnknown } from '../../schema/types.gen.ts'
import type { ContactLink } from '../../schema/page-data.ts'
import { addMissingParameters } from '../shared/links/add-missing-parameters.ts'
import { Link } from '../shared/links/link.tsx'
import { formatTotal } from '../shared/request/format-total.ts'
import { formatQuoteQuery } from '../shared/request/requested-quote.ts'
import { fillIn } from '../shared/text/fill-in.ts'
import { InlineText } from '../shared/text/rich-text.tsx'
import {
  findPaidTier,
  formatAmount,
  usesKilometers,
  type Quote,
} from '../../schema/shared/calculate-quote.ts'

type Props = {
  quote: Quote
  currency: string
  language: string
  words: QuoteBlock['words']
  travel?: Travel
  unknown: TariffUnknown[]
  /** Whom to ask for a price that cannot be added up. */
  phone?: ContactLink
  /** The page where the visitor asks for what is chosen, and the choice, also in words. */
  request?: { href: string; choice: TariffChoice; description: string[] }
}

type Travel = NonNullable<Tariff['travel']>

/** The parts of a price, each with a link to the page that explains it, and the total. */
export function Receipt({
  quote,
  currency,
  language,
  words,
  travel,
  unknown,
  phone,
  request,
}: Props) {
  const { lines, total, addsTravel } = quote
  const format = (amount: number) => formatAmount(amount, currency, language)
  // The document has the plain address, which is the same for search engines and for all choices.
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  const totalText = formatTotal(quote, words, currency, language)
  const createQuery = ({ choice, description }: NonNullable<Props['request']>) =>
    formatQuoteQuery(
      total === undefined ? description : [...description, `${words.total} ${totalText}`],
      choice,
    )
  return (
    <div className="quote-side">
      <div className="quote-total">
        <p role="status">
          {words.total} <strong>{totalText}</strong>
        </p>
        {total === undefined && phone ? (
          <ActionLink action={{ label: words.call, href: phone.href }} />
        ) : request ? (
          <Link
            className="button primary"
            href={
              isHydrated ? addMissingParameters(request.href, createQuery(request)) : request.href
            }
          >
            {words.request}
          </Link>
        ) : null}
      </div>
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
          {addsTravel && travel && (
            <div>
              <dt>{travel.label}</dt>
              <dd className="quote-open">{describeTravel(travel, words)}</dd>
            </div>
          )}
        </dl>
      </div>
      <UnknownParts unknown={unknown} title={words.unknown} />
    </div>
  )
}

/** What the way will add: plus $1 a mile beyond 20 miles. */
function describeTravel(travel: Travel, words: QuoteBlock['words']): string {
  const { tier, start } = findPaidTier(travel)!
  const perUnit = usesKilometers(travel) ? words.eachKilometer : words.each
  const price = tier.each ? fillIn(perUnit, { price: tier.each.text }) : (tier.amount?.text ?? '')
  return start
    ? fillIn(words.beyond, { price, distance: start.text })
    : fillIn(words.plus, { price })
}

/** What nobody can know in advance. */
function UnknownParts({ unknown, title }: { unknown: TariffUnknown[]; title: string }) {
  if (unknown.length === 0) return null
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

import type { Fact, RichText as Nodes } from '../../schema/page-data.ts'
import { FeatureList, Price } from './price.tsx'
import { RichText } from './rich-text.tsx'

type Offer = { title: string; prefix?: string; price?: Fact; unit?: string; text?: Nodes; features?: string[] }

/** What a card says of an offer: its name, its price, a sentence or two, and what is included. */
export function OfferText({ offer: { title, prefix, price, unit, text, features }, heading }: { offer: Offer; heading?: { level: 'h2'; className: string } }) {
  const Heading = heading?.level ?? 'h3'
  return (
    <>
      <Heading className={heading?.className}>{title}</Heading>
      {price && <Price prefix={prefix} price={price} unit={unit} />}
      {text && (
        <div className="rich">
          <RichText nodes={text} />
        </div>
      )}
      <FeatureList features={features} />
    </>
  )
}

import type { Fact, RichText as Nodes } from '../../schema/page-data.ts'
import type { IconName } from '../../schema/types.gen.ts'
import { Icon } from './icon.tsx'
import { FeatureList, Price } from './price.tsx'
import { TextPart } from './text/rich-text.tsx'

type OfferContent = {
  icon?: IconName
  title: string
  prefix?: string
  price?: Fact
  unit?: string
  text?: Nodes
  features?: string[]
}

/** The content of an offer card: name, price, description and included features. */
export function OfferDetails({
  offer: { icon, title, prefix, price, unit, text, features },
  level: Heading = 'h3',
}: {
  offer: OfferContent
  level?: 'h2' | 'h3'
}) {
  return (
    <>
      <Heading className="card-title">
        {icon && <Icon name={icon} size={28} />}
        {title}
      </Heading>
      {price && <Price prefix={prefix} price={price} unit={unit} />}
      <TextPart nodes={text} />
      <FeatureList features={features} />
    </>
  )
}

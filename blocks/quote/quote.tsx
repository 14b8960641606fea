import { useMemo } from 'react'
import type { QuoteBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { useServiceArea } from '../shared/location/use-location.ts'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { ExampleTable } from './example-table.tsx'
import { QuoteForm } from './quote-form.tsx'

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

import type { ReactNode, Ref } from 'react'
import type { RichText as Nodes } from '../../schema/page-data.ts'
import { preventRangeBreaks } from './text/prevent-range-breaks.tsx'
import { TextPart } from './text/rich-text.tsx'

type Props = {
  block: { type: string; id?: string }
  className?: string
  heading?: string
  lead?: Nodes
  /** On a wide screen, puts the heading beside content that would not fill the column. */
  hasSideHeading?: boolean
  /** Props from `useServiceArea`, for content that depends on the visitor's location. */
  area?: { ref: Ref<HTMLElement>; 'data-area'?: string }
  children: ReactNode
}

/**
 * The outer element of a block. The section has no accessible name, because naming every section
 * would turn all of them into landmarks, which makes landmarks useless for navigation.
 */
export function Section({
  block: { type, id },
  className,
  heading,
  lead,
  hasSideHeading,
  area,
  children,
}: Props) {
  // Content without a heading is not a section. The cast is safe because both elements accept the
  // same props.
  const Frame = (heading ? 'section' : 'div') as 'section'
  const head = (
    <>
      {heading && <h2>{preventRangeBreaks(heading)}</h2>}
      <TextPart nodes={lead} className="lead" />
    </>
  )
  return (
    <Frame className={['block', type, className].filter(Boolean).join(' ')} id={id} {...area}>
      {hasSideHeading && heading ? (
        <div className="column beside">
          <div>{head}</div>
          <div>{children}</div>
        </div>
      ) : (
        <div className="column">
          {head}
          {children}
        </div>
      )}
    </Frame>
  )
}

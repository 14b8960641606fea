import type { ReactNode, Ref } from 'react'
import type { RichText as Nodes } from '../../schema/page-data.ts'
import { preventRangeBreaks } from './text/prevent-range-breaks.tsx'
import { RichText } from './text/rich-text.tsx'

type Props = {
  block: { type: string; id?: string }
  className?: string
  heading?: string
  lead?: Nodes
  /** On a wide screen the heading stands beside what it heads, which would not fill the column. */
  hasSideHeading?: boolean
  /** What is said of the visitor's location in it depends on this area: `useArea`. */
  area?: { ref: Ref<HTMLElement>; 'data-area'?: string }
  children: ReactNode
}

/**
 * The frame of a block, in the page's column. The section has no name of its own: its heading says it, and a page
 * whose every part is a landmark has none.
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
  // A section without a heading would be a chapter without a name.
  // They take the same properties; TypeScript would want those of both at once.
  const Frame = (heading ? 'section' : 'div') as 'section'
  const head = (
    <>
      {heading && <h2>{preventRangeBreaks(heading)}</h2>}
      {lead && (
        <div className="lead">
          <RichText nodes={lead} />
        </div>
      )}
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

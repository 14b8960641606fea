import type { ReactNode } from 'react'
import type { RichText as Nodes } from '../../schema/page-data.ts'
import { RichText } from './rich-text.tsx'

type Props = {
  block: { type: string; id?: string }
  className?: string
  heading?: string
  lead?: Nodes
  children: ReactNode
}

/** The frame of a block: a section named by its heading, in the page's column. */
export function Section({ block: { type, id }, className, heading, lead, children }: Props) {
  const headingId = heading && `${id ?? type}-${slug(heading)}`
  return (
    <section className={['block', type, className].filter(Boolean).join(' ')} id={id} aria-labelledby={headingId}>
      <div className="column">
        {heading && <h2 id={headingId}>{heading}</h2>}
        {lead && (
          <div className="lead">
            <RichText nodes={lead} />
          </div>
        )}
        {children}
      </div>
    </section>
  )
}

/** A heading as part of an id: two blocks of one type differ by it. */
export function slug(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

import type { RelatedBlock } from '../../schema/types.gen.ts'
import { Links } from '../shared/links.tsx'

export function Related({ heading, links }: RelatedBlock) {
  return (
    <section className="related">
      <h2>{heading}</h2>
      <Links links={links} />
    </section>
  )
}

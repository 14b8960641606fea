import type { LinkListBlock } from '../../../schema/types.gen.ts'
import { Link } from './link.tsx'

/** A list of links, each with a short text. */
export function LinkItems({ links }: { links: LinkListBlock['links'] }) {
  return (
    <ul className="link-items">
      {links.map(({ label, href, text }, index) => (
        <li key={index}>
          <Link href={href}>{label}</Link>
          {text && <p>{text}</p>}
        </li>
      ))}
    </ul>
  )
}

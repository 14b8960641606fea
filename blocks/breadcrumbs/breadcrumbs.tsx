import type { BreadcrumbsBlock } from '../../schema/types.gen.ts'
import { Link } from '../shared/links/link.tsx'

export function Breadcrumbs({ id, items = [], words }: BreadcrumbsBlock) {
  if (items.length === 0) return null
  return (
    <nav className="block breadcrumbs" id={id} aria-label={words.label}>
      <ol className="column">
        {items.map(({ label, href }, index) => (
          <li key={index}>
            {href ? (
              <Link href={href}>{label}</Link>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

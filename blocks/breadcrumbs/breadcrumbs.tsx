import type { BreadcrumbsBlock } from '../../schema/types.gen.ts'

export function Breadcrumbs({ id, items = [] }: BreadcrumbsBlock) {
  return (
    <nav className="block breadcrumbs" id={id} aria-label="Breadcrumbs">
      <ol className="column">
        {items.map(({ label, href }, index) => (
          <li key={index}>
            {href ? (
              <a href={href}>{label}</a>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

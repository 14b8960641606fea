import { Links } from '../../blocks/shared/links.tsx'
import type { SiteData } from '../../schema/page-data.ts'

export function Header({ site }: { site: SiteData }) {
  return (
    <header>
      <a className="brand" href="/">
        {site.name}
      </a>
      <nav aria-label="Main">
        {site.header.menus.map(({ label, items = [] }, index) => (
          <details key={index} className="menu">
            <summary>{label}</summary>
            <Links links={items} />
          </details>
        ))}
      </nav>
    </header>
  )
}

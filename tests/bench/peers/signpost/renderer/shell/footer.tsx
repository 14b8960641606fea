import { Links } from '../../blocks/shared/links.tsx'
import type { SiteData } from '../../schema/page-data.ts'

export function Footer({ site }: { site: SiteData }) {
  const { groups, legal } = site.footer
  return (
    <footer>
      {groups.map(({ heading, items }, index) => (
        <div key={index} className="column">
          <h2>{heading}</h2>
          <Links links={items} />
        </div>
      ))}
      <p className="note">{legal}</p>
    </footer>
  )
}

import { Icon } from '../../blocks/shared/icon.tsx'
import { Link } from '../../blocks/shared/links/link.tsx'
import { fillIn } from '../../blocks/shared/text/fill-in.ts'
import type { SiteData } from '../../schema/page-data.ts'

/**
 * The note for a visitor who follows a link while offline. The stylesheet shows it while the
 * document has `data-busy="offline"`, so that it works before hydration.
 */
export function OfflineNote({ site: { phone, words } }: { site: SiteData }) {
  return (
    <div className="offline-note" role="alert">
      <p>{words.offline}</p>
      <Link className="button secondary" href={phone.href}>
        <Icon name="phone" size={20} />
        <span>{fillIn(words.callNumber, { phone: phone.text })}</span>
      </Link>
    </div>
  )
}

import type { DevSession, ReadSite } from '../../dev/dev-session.ts'
import { StudioFailure } from '../draft/studio-failure.ts'

/** The site as it was read last. @throws StudioFailure if it never could be */
export function getSite({ site }: DevSession): ReadSite {
  if (!site) throw new StudioFailure('not-found', 'The site cannot be read: see npm run check.')
  return site
}

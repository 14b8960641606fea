import type { DevSession, ReadSite } from '../../dev/dev-session.ts'
import { StudioFailure } from '../draft/studio-failure.ts'

/**
 * Returns the site as it was read most recently.
 * @throws StudioFailure if it could never be read
 */
export function getSite({ site }: DevSession): ReadSite {
  if (!site) throw new StudioFailure('not-found', 'The site cannot be read: see npm run check.')
  return site
}

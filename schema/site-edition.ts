import type { MomentOptions } from './days/moment.ts'

/** Options of a command that override the site's settings. */
export type SiteEdition = {
  /** Replaces the origin in the settings. */
  origin?: string
  /**
   * Whether placeholders are left out. By default, they are unless the origin is an example domain.
   */
  launch?: boolean
  /** Whether search engines are asked to list no page, as for a preview. */
  noindex?: boolean
  moment?: MomentOptions
}

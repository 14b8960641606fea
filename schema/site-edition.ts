import type { MomentOptions } from './days/moment.ts'

/** Which edition of a site is read: options of a command that count instead of the site's settings. */
export type SiteEdition = {
  /** Replaces the site's own origin. */
  origin?: string
  /** Whether placeholders are left out. By default, if the origin is no example domain. */
  launch?: boolean
  moment?: MomentOptions
}

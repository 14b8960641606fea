import type { SchemeColors } from '../../renderer/theme-colors.ts'
import type { PageSeal } from '../../schema/resolved-values.ts'

/** The content of a share image. The image depends on this and on the code that draws it. */
export type ShareCard = {
  heading: string
  /** The name and the host name of the site. */
  name: string
  host: string
  /** The product or service, and its formatted price. */
  offer?: { name: string; price?: string }
  colors: SchemeColors
  /** The seal of the page. Sites with another decoration have none. */
  seal?: PageSeal
}

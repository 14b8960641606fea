import type { SchemeColors } from '../../renderer/theme-colors.ts'

/** The content of a share image: everything that the image depends on. */
export type ShareCard = {
  heading: string
  /** The name and the host name of the site. */
  name: string
  host: string
  /** The product or service, and its formatted price. */
  offer?: { name: string; price?: string }
  colors: SchemeColors
  /** Whether the site shows no seal. */
  isPlain?: boolean
}

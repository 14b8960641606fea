import type { FileLine } from '../../schema/source/position-types.ts'
import type { PageStatus } from '../pages/list-pages.ts'

/** One address of a site, as search engines find it. */
export type Route = FileLine & {
  address: string
  /** The status with which a host answers that applies the redirects of the build. */
  status: 200 | 301 | 404 | 410
  kind: string
  indexed: boolean
  /** Why search engines are not to list it. */
  reason?: Exclusion
  /** The address that a redirect leads to. */
  redirectTo?: string
  /** Absolute URL. */
  canonical?: string
  inSitemap: boolean
  /** ISO date of the last change of its content, if recorded. */
  lastmod?: string
  /** The language of the document, then those of its other versions. */
  languages: string[]
  title: string
  titleLength: number
  description: string
  descriptionLength: number
  /** The texts of its main headings. A page has exactly one. */
  headings: string[]
  /** The types of what its structured data describes. */
  jsonLdTypes: string[]
  /** The pages of this site that its content links to. */
  linksOut: number
  /** The other pages whose content links to it. */
  linksIn: number
  /** Whether the header or the footer links to it. */
  inMenus: boolean
  /** The fewest links to follow from the home page; left out if it cannot be reached. */
  depth?: number
  /** The number of words in the content, without the header and the footer. */
  words: number
  /** The share of its phrases that no other page has, from 0 to 1; left out if it has no text. */
  ownShare?: number
  /** The page that shares most of its phrases, if one shares many. */
  nearest?: Neighbor
  /** Facts that few other pages print, see `listLocalFacts`. */
  localFacts: string[]
  placeholder: boolean
}

/** @property similarity Sørensen–Dice coefficient of the phrases, from 0 to 1. */
export type Neighbor = { address: string; similarity: number }

export type Exclusion = Exclude<PageStatus, 'listed'> | 'redirect' | 'not-found' | 'gone'

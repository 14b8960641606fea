/** What the development bar shows about a page. */
export type DevPage = {
  route: string
  location: DevLocation
  /** For a page of a set: its row. */
  row?: DevLocation
  status: { isListed: boolean; isDraft?: boolean; reason: string }
  title: LimitedText
  description: LimitedText
  siteName: string
  /** The absolute URL. */
  address: string
  shareImage?: { path: string; alt: string }
  placeholderCount: number
  problems: DevProblem[]
  /** The number of problems of other pages and of the settings. */
  otherProblemCount: number
}

/** A line of a file, and the URL that opens it in an editor. */
export type DevLocation = { label: string; editorUrl: string }

/** @property limit the number of characters above which search engines truncate the text */
export type LimitedText = { text: string; limit: number }

export type DevProblem = {
  severity: 'error' | 'warning'
  message: string
  fix: string
  location: DevLocation
}

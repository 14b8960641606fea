/** What `npm run changes` reports, also the format of its JSON. */
export type ChangeReport = {
  /** What is compared: `main (3f2a1c9)`, `the working folder`. */
  before: ComparedVersion
  after: ComparedVersion
  /** How many pages differ, added, removed and moved ones included. */
  changedPages: number
  pages: {
    added: { route: string; title: string; indexed: boolean }[]
    /** `gone`: hosts answer 410 on purpose. */
    removed: { route: string; title: string; redirectsTo?: string; gone?: boolean }[]
    /** `linkedFrom`: the pages whose links follow the page to its new address. */
    moved: { from: string; to: string; redirects: boolean; linkedFrom: string[] }[]
  }
  redirects: RedirectChange[]
  facts: FactChange[]
  /** Claims that lack evidence now or whose evidence has expired, and did not before. */
  claims: ClaimWithoutEvidence[]
  /** Prices that are above their legal maximum now, and were not before. */
  aboveCap: PriceAboveCap[]
  /** What begins or ends on a coming day, and did not before: `2027-12-24: the page /x begins`. */
  coming: string[]
  /** All other differences. One that several pages share is listed once. */
  differences: SharedDifference[]
  /** Settings that differ, unless what visitors see because of it is listed. */
  settings: SettingChange[]
  /** Files of `public/` and of the site's own blocks that differ, with their sizes. */
  files: { name: string; before?: string; after?: string }[]
  /** Explains in sentences what could not be compared. */
  notes: string[]
}

type ComparedVersion = { name: string; pageCount: number }

/**
 * @property name the path of the setting: `site.theme.accent`
 * @property service what goes to this service or comes from it, if it is one: `what forms send goes to`
 * @property isReordered whether only the order of the values differs
 */
export type SettingChange = {
  name: string
  service?: string
  before?: string
  after?: string
  isReordered?: true
}

/**
 * A redirect was added if `before` is missing, and removed if `after` is. `gone`: hosts answer 410
 * now.
 */
export type RedirectChange = { from: string; before?: string; after?: string; gone?: boolean }

export type FactChange = {
  /** The name of the fact; of a setting, such as `site.phone`. */
  name: string
  label: string
  /** The page whose row has the fact. */
  route?: string
  /** The change, such as `$60 → $65`, or `settled: none → standard`. */
  changes: FactValueChange[]
  /** What pages print instead, if another reading was settled: `$60 → $50`. */
  replaced?: string[]
  /** The pages whose visible text changes with it. */
  printedOn: string[]
  inStructuredDataOf: string[]
}

/** @property until the last day of evidence that has expired */
export type ClaimWithoutEvidence = {
  name: string
  label: string
  text: string
  until?: string
  printedOn: string[]
}

/** @property name of the fact, or `fact.reading` */
export type PriceAboveCap = { name: string; label: string; text: string; limit: string }

/**
 * @property what `value`, the name of the reading, or a property of the fact. Without `before` it
 *   was added, without `after` it was removed.
 */
export type FactValueChange = { what: string; before?: string; after?: string }

export const differenceKinds = [
  'service',
  'indexing',
  'title',
  'description',
  'canonical',
  'heading',
  'text',
  'order',
  'link',
  'picture',
  'structured data',
  'other',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** A difference of one page. Added if `before` is missing, removed if `after` is. */
export type Difference = {
  kind: DifferenceKind
  /** The subject of the difference: the text of a link, a property of structured data. */
  label?: string
  before?: string
  after?: string
}

/** A difference that pages share. */
export type SharedDifference = Difference & {
  routes: string[]
  /** Whether every page has it. */
  everywhere: boolean
  /**
   * In how many texts the same words change, if more than one. `before` and `after` are the first.
   */
  variants: number
}

export type Severity = 'error' | 'warning' | 'note'

/** How a problem relates to others, which decides what is reported first, and what is left out. */
export type Trait =
  /** Often a consequence of another error. A file with only such problems is sorted last. */
  | 'secondary'
  /** The file cannot be read, so what it seems to define is not reported as missing. */
  | 'unreadable-file'
  /** The file is valid, but the site does not use it. */
  | 'unused-file'
  /** A file or table cannot be read, so that the pages it defines are unknown. */
  | 'missing-content'
  /** Something is unused, possibly because what would use it is missing. */
  | 'unused'
  /** Something is missing, possibly because it is in a file that cannot be read. */
  | 'missing-name'
  /** An error about a page that does not exist. */
  | 'missing-page'
  /** An address that was published is missing. */
  | 'gone-address'
  /** An error about a page that could be read. */
  | 'readable-page'
  /** The value of a text differs from what is written, since YAML or a page cannot contain it. */
  | 'damaged-text'
  /** About data that is derived from a page, and that a mistake on the page changes or removes. */
  | 'derived-data'

/** @property fix the usual fix */
type ProblemCodeEntry = { severity: Severity; cause: string; fix: string; traits: Trait[] }

const define =
  (severity: Severity) =>
  (cause: string, fix: string, ...traits: Trait[]): ProblemCodeEntry => ({
    severity,
    cause,
    fix,
    traits,
  })

export const error = define('error')
export const warning = define('warning')
export const note = define('note')

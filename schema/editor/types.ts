import type { NameKind } from '../validate/json-schema.ts'

/** A JSON Schema with the additional keywords that yaml-language-server reads. */
export type EditorSchema = {
  $ref?: string
  $defs?: Record<string, EditorSchema>
  title?: string
  type?: string | string[]
  description?: string
  markdownDescription?: string
  enum?: unknown[]
  markdownEnumDescriptions?: string[]
  pattern?: string
  /** Replaces the message about `pattern`. */
  patternErrorMessage?: string
  /** Replaces the message about every other keyword of the same schema. */
  errorMessage?: string
  /** The property is valid, but completion does not offer it. */
  doNotSuggest?: boolean
  defaultSnippets?: Snippet[]
  properties?: Record<string, EditorSchema>
  items?: EditorSchema
  additionalProperties?: boolean | EditorSchema
  propertyNames?: EditorSchema
  allOf?: EditorSchema[]
  anyOf?: EditorSchema[]
  if?: EditorSchema
  then?: EditorSchema
  [keyword: string]: unknown
}

/**
 * A snippet. In the strings of its body, `$1` and `${2:name}` are tab stops, which the author fills
 * in.
 */
export type Snippet = { label: string; body: unknown; markdownDescription?: string }

/** A value that exists in the site, and its description in Markdown. */
export type KnownValue = { value: string; description: string }

/** Values that belong together: a fact with its readings, a page with its anchors. */
export type KnownValues = { title: string; values: KnownValue[] }

/** The names that a site defines, and that its properties can use. */
export type SiteValues = {
  /**
   * What is defined, by kind: each fact with its readings, such as `insurance.near-me`; each page
   * with its anchors, files, and the resolved tel: and mailto: links; towns; …
   */
  names: Partial<Record<NameKind, KnownValues[]>>
  /** Facts whose readings pages can choose from, with the names of those readings. */
  readings: { fact: string; values: KnownValue[] }[]
  /** Whether links to pages may end with a slash. */
  trailingSlash: boolean
  /** Paths that another program on the same domain answers: /shop, /rent/*. */
  externalPaths: string[]
  /** Settings that texts can cite, such as site.phone. */
  settings: KnownValue[]
  /**
   * Names and routes that a file with mistakes may define, and that are not reported as unknown.
   */
  possibleNames: string[]
}

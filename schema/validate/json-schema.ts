/** What a fact may be about, as the property that cites it requires. */
export type Measure = 'money' | 'time' | 'distance'

/** The JSON Schema keywords that the site specification uses, and its own extensions. */
export type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  description?: string
  expected?: string
  title?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  oneOf?: Schema[]
  discriminator?: { propertyName: string }
  /** This heading becomes the page's h1. */
  h1?: boolean
  /** The block hydrates: interacting with it loads the application. */
  live?: boolean
  /** When a live block loads the application without an interaction. */
  hydrates?: BlockCondition
  /**
   * A script in the `eager` folder of a block or of blocks/shared that loads with the page. With
   * `after`, it loads once the script of that name has a result, and only on pages that have it.
   */
  eager?: { script: string; after?: string } & Pick<BlockCondition, 'with'>
  /** The list must be as long as the list property of this name in the nearest enclosing object. */
  countOf?: string
  /** Variables such as `{distance}` that the browser replaces. */
  blanks?: string[]
  /** What the unit of the cited fact must measure. */
  measures?: Measure
  /** The maximum display width of the picture, in CSS pixels. */
  shownAt?: number
  /** The generator derives the value if the author omits it. */
  derived?: string
  /** What each value of `enum` means, in the same order, in Markdown. */
  enumDescriptions?: string[]
  /**
   * What editors offer here: the names of facts, whole citations, categories of articles, towns of
   * the area served, or the property itself although its value is derived.
   */
  suggest?: 'facts' | 'citations' | 'categories' | 'towns' | 'property'
  /** The words of a group by language and name. Only in the definitions of words. */
  translations?: Record<string, Record<string, unknown>>
  /** The object is a phone number or an email address, which resolves to a link. */
  contact?: boolean
  [keyword: string]: unknown
}

/**
 * `with`: only if the block has this property. `query`: only if the URL has this query parameter.
 * Always, if neither is set.
 */
type BlockCondition = { with?: string; query?: string }

/** Formats and keywords that are not part of JSON Schema. */
export const schemaExtensions = {
  formats: ['text', 'markdown', 'link', 'fact', 'anchor', 'picture'],
  keywords: [
    'tsType',
    'expected',
    'h1',
    'headings',
    'derived',
    'translations',
    'group',
    'live',
    'hydrates',
    'eager',
    'blanks',
    'shownAt',
    'enumDescriptions',
    'suggest',
    'contact',
    'measures',
  ],
}

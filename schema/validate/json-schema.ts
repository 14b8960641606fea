import type { ProblemCode } from '../problems/problem-codes.ts'

/** The kind of quantity that a property requires of the fact it cites. */
export type Measure = 'money' | 'time' | 'distance'

/** What a text can name. `schema/names/name-kinds.ts` says where each is defined. */
const nameKinds = [
  'facts',
  'readings',
  'own-readings',
  'pages',
  'addresses',
  'pictures',
  'locations',
  'languages',
  'categories',
  'block-categories',
  'counted-categories',
  'review-places',
  'review-services',
  'towns',
  'map-towns',
  'block-services',
  'tariff-services',
  'tariff-units',
  'tariff-times',
  'tariff-places',
  'tariff-extras',
  'tariff-towns',
] as const

export type NameKind = (typeof nameKinds)[number]

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
  /** What a wrong value or name is called. In the message, {found} is what is written. */
  problem?: { code: ProblemCode; message: string }
  title?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  oneOf?: Schema[]
  discriminator?: { propertyName: string }
  /** This heading becomes the page's h1. */
  h1?: boolean
  /** Whether the block hydrates: interacting with it loads the application. */
  live?: boolean
  /** When a live block loads the application without an interaction. */
  hydrates?: BlockCondition
  /**
   * A script in the `eager` folder of a block or of blocks/shared that loads with the page. With
   * `after`, it loads once the script of that name has a result, and only on pages that have it. `optional`
   * if a visitor misses little without it.
   */
  eager?: { script: string; after?: string; optional?: true } & Pick<BlockCondition, 'with'>
  /** The list must be as long as the list property of this name in the nearest enclosing object. */
  countOf?: string
  /** Variables such as `{distance}` that the browser fills in. */
  blanks?: string[]
  /** The kind of quantity that the unit of the cited fact must measure. */
  measures?: Measure
  /** The maximum display width of the picture, in CSS pixels. */
  shownAt?: number
  /** The words of somebody else, which the statements of the site do not restrict. */
  quoted?: boolean
  /** Where the value comes from if the author omits it. */
  derived?: string
  /** The list that the object is a template for, if that names a set instead of listing its items. */
  rowOf?: string
  /** What the forms of the studio say instead of the description, which may be about YAML. */
  formHelp?: string
  /** What the forms of the studio call the property, if its name is no plain word. */
  formLabel?: string
  /** The forms of the studio show the property although it is not written yet. */
  formShown?: boolean
  /**
   * What a new value is in the forms of the studio, even of an optional property: a text, or `today`
   * for its date.
   */
  formStart?: string
  /** What each value of `enum` means, in the same order, in Markdown. */
  enumDescriptions?: string[]
  /** The text, or the key of a map, is the name of something that is defined elsewhere. */
  names?: NameKind
  /** The value of `enum` that people mean by another word. */
  meant?: Record<string, string>
  /** What each value of `enum` is called, in forms that dialogs of the studio make. */
  enumLabels?: string[]
  /**
   * What editors suggest: whole citations as the value, or the property itself although its value
   * is derived.
   */
  suggest?: 'citations' | 'property'
  /** The words of a group by language and name. Only in definitions of words. */
  translations?: Record<string, Record<string, unknown>>
  /** The object is a phone number or an email address, which resolves to a link. */
  contact?: boolean
  /**
   * Only the owner decides it: what pages run, where the data of visitors goes, whom they call, what
   * they pay and what the site must say. An assistant cannot change it, and neither can people who
   * may edit, but not publish.
   */
  owner?: boolean
  [keyword: string]: unknown
}

/**
 * A condition on a block: it has the property `with`, or the URL has the query parameter `query`.
 * Always true if neither is set.
 */
type BlockCondition = { with?: string; query?: string }

/** Formats and keywords that are not part of JSON Schema. */
export const schemaExtensions = {
  formats: ['text', 'markdown', 'link', 'fact', 'fact-table', 'set-rows', 'anchor', 'picture'],
  keywords: [
    'tsType',
    'expected',
    'problem',
    'h1',
    'headings',
    'pictures',
    'derived',
    'rowOf',
    'translations',
    'group',
    'live',
    'hydrates',
    'eager',
    'blanks',
    'shownAt',
    'enumDescriptions',
    'meant',
    'formHelp',
    'formLabel',
    'formShown',
    'formStart',
    { keyword: 'names', metaSchema: { enum: [...nameKinds] } },
    'suggest',
    'contact',
    'owner',
    'measures',
    'quoted',
  ],
}

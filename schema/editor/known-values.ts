import type { NameKind } from '../validate/json-schema.ts'
import type { EditorSchema, KnownValue, KnownValues, SiteValues, Snippet } from './types.ts'

/** Matches a text with a column of a set, whose value depends on the row. */
export const columnPattern = '\\{\\{'
const howToRefresh = 'What you add is known after npm run check, or immediately with npm run dev.'

/** With more alternatives than this, checking a value takes too long for an editor. */
export const maxAlternatives = 400
/** Completion gets slow with more values than this. */
export const maxOffered = 1000

/**
 * Creates a schema of the names that a site defines. Each group is a separate alternative, since an
 * explanation lists all values of the alternative that matches. If there are too many names, they
 * are offered but not checked.
 * @param others other valid values, with the message for invalid ones
 */
function createNamesSchema(groups: KnownValues[], others: EditorSchema): EditorSchema {
  const filled = groups.filter(({ values }) => values.length > 0)
  if (filled.length > maxAlternatives)
    return {
      defaultSnippets: filled
        .flatMap(({ values }) => values)
        .slice(0, maxOffered)
        .map(toSnippet),
    }
  // Editors show the message of the first alternative.
  return {
    anyOf: [
      others,
      ...filled.map(({ title, values }) => ({ title, ...createValuesSchema(values) })),
    ],
  }
}

/** Creates a schema of a list of values, each with its description. */
const createValuesSchema = (values: KnownValue[]): EditorSchema => ({
  enum: values.map(({ value }) => value),
  markdownEnumDescriptions: values.map(({ description }) => description),
})

/** Quotes a value that YAML would otherwise cut off: at ` #`, which starts a comment, or at `}`. */
const toSnippet = ({ value, description }: KnownValue): Snippet => ({
  label: value,
  body: /^[\w/-][\w/.#-]*$/.test(value) ? value : `'${value.replace(/[$}]/g, '\\$&')}'`,
  markdownDescription: description,
})

/**
 * Creates a schema of the names of a kind. What is around a text may define other names, and so may
 * an entry for other days, so most kinds are offered but not checked.
 */
export const createNameSchema = (kind: NameKind, values: SiteValues): EditorSchema =>
  createNamesSchema(values.names[kind] ?? [], checkedNames[kind]?.(values) ?? {})

/** The kinds that are checked: what else is valid, and the message about what is not. */
const checkedNames: Partial<Record<NameKind, (values: SiteValues) => EditorSchema>> = {
  facts: ({ possibleNames }) => ({
    pattern: [columnPattern, ...possibleNames.map((name) => `^${name}([.]|$)`)].join('|'),
    patternErrorMessage: `No fact has this name. Press Ctrl+Space for a list. ${howToRefresh}`,
  }),
  addresses: (values) => ({
    title: 'an address',
    pattern: [
      columnPattern,
      '\\$\\{',
      '^https://[^/.]+\\.[^/]',
      '^tel:(\\+?[0-9().-]+)?(;ext=[0-9]+)?$',
      '^sms:',
      '^mailto:([^@\\s]+@[^@\\s]+|\\?\\S+)$',
      '^#(main|root)$',
      ...listPathPatterns(values),
    ].join('|'),
    patternErrorMessage:
      'No page, anchor or file of this site has this address. Press Ctrl+Space for a list, or ' +
      `write https://…, tel:, sms: or mailto:. ${howToRefresh}`,
  }),
  pictures: () => ({
    pattern: `${columnPattern}|\\$\\{`,
    patternErrorMessage:
      'There is no picture with this path in public/. Put the file there, or press Ctrl+Space ' +
      `for a list. ${howToRefresh}`,
  }),
  categories: checkCategories,
  'counted-categories': checkCategories,
}

/** Without any category in a list, every one is valid. */
function checkCategories({ names: { categories = [] } }: SiteValues): EditorSchema {
  if (categories.every(({ values }) => values.length === 0)) return {}
  const message = `No list of articles has this category. ${howToRefresh}`
  return { pattern: columnPattern, patternErrorMessage: message }
}

/** Lists patterns of the valid paths that are not among the addresses. */
function listPathPatterns(values: SiteValues): string[] {
  const { names, externalPaths, possibleNames, trailingSlash } = values
  const isRoute = (name: string) => name.startsWith('/')
  const routes = (names.addresses ?? []).flatMap(({ values: [first] }) =>
    first && isRoute(first.value) ? [first.value] : [],
  )
  return [
    ...externalPaths.map(toPathPattern),
    ...possibleNames.filter(isRoute).map((route) => `^${route}(#|$)`),
    ...(trailingSlash ? routes.map((route) => `^${route}/(#|$)`) : []),
  ]
}

/**
 * Returns the pattern of an external path: of `/shop`, or of everything below `/rent/*`, with or
 * without a query.
 */
function toPathPattern(path: string): string {
  const escaped = path.replace(/\/\*$/, '/').replace(/[.~]/g, (character) => `[${character}]`)
  return path.endsWith('/*') ? `^${escaped}` : `^${escaped}/?([?#]|$)`
}

/**
 * Creates a schema of texts with citations such as `${name}`. For a text that is a single citation,
 * editors show the description of its fact on hover.
 */
export function createCitationsSchema({
  names: { facts = [] },
  settings,
  possibleNames,
}: SiteValues): EditorSchema {
  if (facts.length > maxAlternatives) return {}
  const citable = [...facts.flatMap(({ values }) => values), ...settings].map(({ value }) => value)
  const known = [...citable, ...possibleNames].map((name) => name.replaceAll('.', '[.]')).join('|')
  const name = '[a-z][a-z0-9-]*([.][a-zA-Z0-9][a-zA-Z0-9-]*){0,2}'
  return {
    pattern: `^(?![\\s\\S]*\\$\\{(?!\\s*(${known})\\s*[|}])\\s*${name}\\s*[|}])`,
    patternErrorMessage: `This text cites a fact that does not exist. npm run facts lists all facts. ${howToRefresh}`,
    if: { type: 'string', pattern: '^\\$\\{[^}]*\\}$' },
    then: createNamesSchema(
      [...facts, { title: 'a setting', values: settings }].map(toCitations),
      {},
    ),
  }
}

const toCitations = ({ title, values }: KnownValues): KnownValues => ({
  title,
  values: values.map(({ value, description }) => ({ value: `\${${value}}`, description })),
})

/** Creates a schema that offers whole citations. */
export const createCitationChoicesSchema = ({
  names: { facts = [] },
}: SiteValues): EditorSchema => ({
  defaultSnippets: facts
    .map(toCitations)
    .flatMap(({ values }) => values)
    .slice(0, maxOffered)
    .map(toSnippet),
})

/** Creates schemas of the readings that a page can choose from, by fact. */
export const createReadingChoicesSchemas = ({
  readings,
}: SiteValues): Record<string, EditorSchema> =>
  Object.fromEntries(
    readings.map(({ fact, values }) => [fact, { type: 'string', ...createValuesSchema(values) }]),
  )

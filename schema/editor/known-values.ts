import type { EditorSchema, KnownValue, KnownValues, SiteValues, Snippet } from './types.ts'

/** Text with a column of a set, which is known only once the set's pages are made. */
export const columnPattern = '\\{\\{'
const howToRefresh = 'What you add is known after npm run check, or at once with npm run dev.'

/** With more alternatives than this, checking a value takes too long for an editor. */
export const maxAlternatives = 400
/** Completion gets slow with more values than this. */
export const maxOffered = 1000

/**
 * The names that a site defines. Each group is an alternative of its own, since an explanation
 * lists all values of the alternative that matches. If there are too many names, they are offered,
 * but not checked.
 * @param others what is valid besides, with the message for everything else.
 */
function describeNames(groups: KnownValues[], others: EditorSchema): EditorSchema {
  const filled = groups.filter(({ values }) => values.length > 0)
  if (filled.length > maxAlternatives)
    return {
      defaultSnippets: filled
        .flatMap(({ values }) => values)
        .slice(0, maxOffered)
        .map(toSnippet),
    }
  // The message of the first alternative is the one that is shown.
  return {
    anyOf: [others, ...filled.map(({ title, values }) => ({ title, ...describeValues(values) }))],
  }
}

export const describeValues = (values: KnownValue[]): EditorSchema => ({
  enum: values.map(({ value }) => value),
  markdownEnumDescriptions: values.map(({ description }) => description),
})

/** Quotes a value that YAML would cut off otherwise: at ` #`, which begins a comment, or at `}`. */
const toSnippet = ({ value, description }: KnownValue): Snippet => ({
  label: value,
  body: /^[\w/-][\w/.#-]*$/.test(value) ? value : `'${value.replace(/[$}]/g, '\\$&')}'`,
  markdownDescription: description,
})

/** The name of a fact, or of a fact and one of its readings. */
export const describeFactName = ({ facts, possibleNames }: SiteValues): EditorSchema => ({
  type: 'string',
  ...describeNames(facts, {
    pattern: [columnPattern, ...possibleNames.map((name) => `^${name}([.]|$)`)].join('|'),
    patternErrorMessage: `No fact has this name. Press Ctrl+Space for a list. ${howToRefresh}`,
  }),
})

/** The target of a link. */
export const describeLink = (values: SiteValues): EditorSchema => ({
  type: 'string',
  ...describeNames(values.links, {
    title: 'an address',
    pattern: [
      columnPattern,
      '\\$\\{',
      '^https://(localhost|[^/.]+\\.[^/])',
      '^tel:\\+?[0-9().-]+$',
      '^sms:',
      '^mailto:[^@\\s]+@[^@\\s]+$',
      '^#(main|root)$',
      ...listPathPatterns(values),
    ].join('|'),
    patternErrorMessage:
      'No page, anchor or file of this site has this address. Press Ctrl+Space for a list, or ' +
      `write https://…, tel:, sms: or mailto:. ${howToRefresh}`,
  }),
})

/** Patterns of the paths that are valid although `links` does not list them. */
function listPathPatterns(values: SiteValues): string[] {
  const { links, externalPaths, possibleNames, trailingSlash } = values
  const isRoute = (name: string) => name.startsWith('/')
  const routes = links.flatMap(({ values: [first] }) =>
    first && isRoute(first.value) ? [first.value] : [],
  )
  return [
    ...externalPaths.map(toPathPattern),
    ...possibleNames.filter(isRoute).map((route) => `^${route}(#|$)`),
    ...(trailingSlash ? routes.map((route) => `^${route}/(#|$)`) : []),
  ]
}

/** The pattern of `/shop` and of everything below `/rent/*`, with or without a query. */
function toPathPattern(path: string): string {
  const escaped = path.replace(/\/\*$/, '/').replace(/[.~]/g, (sign) => `[${sign}]`)
  return path.endsWith('/*') ? `^${escaped}` : `^${escaped}/?([?#]|$)`
}

/** The category of an article. */
export const describeCategory = ({ categories }: SiteValues): EditorSchema =>
  describeNames([{ title: 'a category', values: categories }], {
    pattern: columnPattern,
    patternErrorMessage: `No list of articles has this category. ${howToRefresh}`,
  })

/** The path of a picture in public/. */
export const describePictureFile = ({ pictures }: SiteValues): EditorSchema => ({
  type: 'string',
  ...describeNames(pictures, {
    pattern: `${columnPattern}|\\$\\{`,
    patternErrorMessage:
      'There is no picture with this path in public/. Put the file there, or press Ctrl+Space ' +
      `for a list. ${howToRefresh}`,
  }),
})

/**
 * Citations in a text: `${name}`. One that stands alone is described when the pointer rests on it.
 */
export function describeCitations({ facts, settings, possibleNames }: SiteValues): EditorSchema {
  if (facts.length > maxAlternatives) return {}
  const names = [...facts.flatMap(({ values }) => values), ...settings].map(({ value }) => value)
  const known = [...names, ...possibleNames].map((name) => name.replace('.', '[.]')).join('|')
  const name = '[a-z][a-z0-9-]*([.][a-zA-Z][a-zA-Z0-9-]*)?'
  return {
    pattern: `^(?![\\s\\S]*\\$\\{(?!\\s*(${known})\\s*[|}])\\s*${name}\\s*[|}])`,
    patternErrorMessage: `This text cites a fact that does not exist. npm run facts lists all facts. ${howToRefresh}`,
    if: { type: 'string', pattern: '^\\$\\{[^}]*\\}$' },
    then: describeNames([...facts, { title: 'a setting', values: settings }].map(toCitations), {}),
  }
}

const toCitations = ({ title, values }: KnownValues): KnownValues => ({
  title,
  values: values.map(({ value, description }) => ({ value: `\${${value}}`, description })),
})

/** Offers whole citations. */
export const describeCitationChoices = ({ facts }: SiteValues): EditorSchema => ({
  defaultSnippets: facts
    .map(toCitations)
    .flatMap(({ values }) => values)
    .slice(0, maxOffered)
    .map(toSnippet),
})

/** The readings that a page can choose from, by fact. */
export const describeReadingChoices = ({ readings }: SiteValues): Record<string, EditorSchema> =>
  Object.fromEntries(
    readings.map(({ fact, values }) => [fact, { type: 'string', ...describeValues(values) }]),
  )

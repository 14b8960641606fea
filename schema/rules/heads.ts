import type { ProblemCode } from '../problems/problem-codes.ts'
import { problemAt, type SourceLocation, type Problem } from '../problems/problem.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import type { PageRule, SiteRule } from './index.ts'

type HeadField = 'title' | 'description'

const locateField = ({ source, path }: SourceLocation, field: HeadField): SourceLocation => ({
  source,
  path: [...path, field],
})

/** Pages whose text another one has too, each with the first that has it. */
function findRepeatedTexts(
  pages: PageSummary[],
  field: HeadField,
): [page: PageSummary, first: PageSummary][] {
  const first = new Map<string, PageSummary>()
  return pages.flatMap((page): [PageSummary, PageSummary][] => {
    const key = page.data.head[field].trim().toLowerCase()
    const other = first.get(key)
    if (key === '') return []
    if (other) return [[page, other]]
    first.set(key, page)
    return []
  })
}

function reportRepeatedTexts(pages: PageSummary[], field: HeadField, code: ProblemCode): Problem[] {
  return findRepeatedTexts(pages, field).map(([page, other]) => {
    const message = `${page.route} has the same ${field} as ${other.route}.`
    return problemAt(locateField(page.location, field), code, message, {
      expected: 'a text of its own',
      found: page.data.head[field],
    })
  })
}

/** Among thousands of pages the first one tells enough. */
function reportSharedTitles(pages: PageSummary[]): Problem[] {
  const [first, ...more] = findRepeatedTexts(pages, 'title')
  if (!first) return []
  const [page, other] = first
  const others =
    more.length === 0
      ? ''
      : ` ${more.length} more ${more.length === 1 ? 'page has' : 'pages have'} the title of another.`
  const message = `${page.route} has the same title as ${other.route}.${others}`
  return [
    problemAt(locateField(page.location, 'title'), 'SHARED_TITLE', message, {
      expected: 'a text of its own',
      found: page.data.head.title,
    }),
  ]
}

/** A page that is only planned says what the settings say. */
const excludePlanned = (pages: PageSummary[]) => pages.filter(({ meta }) => !meta.planned)

/** The page of an address without a page is not found by searching. */
const isSearchable = (route: string, planned: boolean) => !planned && route !== '/404'

const createLengthCheck =
  (field: HeadField, code: ProblemCode, limit: number): PageRule['check'] =>
  ({ route, location, data, meta }) => {
    const { length } = data.head[field]
    if (length <= limit || !isSearchable(route, meta.planned)) return []
    const details = { expected: `at most ${limit} characters`, found: `${length} characters` }
    return [
      problemAt(locateField(location, field), code, `The ${field} of ${route} is long.`, details),
    ]
  }

export const headPageRules: PageRule[] = [
  { name: 'A title fits in search results', check: createLengthCheck('title', 'TITLE_LONG', 60) },
  {
    name: 'A description fits in search results',
    check: createLengthCheck('description', 'DESCRIPTION_LONG', 155),
  },
]

export const headRules: SiteRule[] = [
  {
    name: 'Every page has a title of its own',
    check: ({ pages, merged }) =>
      merged.settings.sharedTitles === true
        ? reportSharedTitles(excludePlanned(pages))
        : reportRepeatedTexts(excludePlanned(pages), 'title', 'DUPLICATE_TITLE'),
  },
  {
    name: 'Every page has a description of its own',
    check: ({ pages }) =>
      reportRepeatedTexts(excludePlanned(pages), 'description', 'DUPLICATE_DESCRIPTION'),
  },
]

import type { Code } from '../codes.ts'
import { problemAt, type Place, type Problem } from '../problem.ts'
import type { PageSummary } from '../page-summary.ts'
import type { PageRule, Rule } from './index.ts'

type Field = 'title' | 'description'

const placeOf = ({ source, path }: Place, field: Field): Place => ({
  source,
  path: [...path, field],
})

/** Pages whose text another one has too, each with the first that has it. */
function listRepeated(
  pages: PageSummary[],
  field: Field,
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

function findRepeated(pages: PageSummary[], field: Field, code: Code): Problem[] {
  return listRepeated(pages, field).map(([page, other]) => {
    const message = `${page.route} has the same ${field} as ${other.route}.`
    return problemAt(placeOf(page.place, field), code, message, {
      expected: 'a text of its own',
      found: page.data.head[field],
    })
  })
}

/** Among thousands of pages the first one tells enough. */
function countShared(pages: PageSummary[]): Problem[] {
  const [first, ...more] = listRepeated(pages, 'title')
  if (!first) return []
  const [page, other] = first
  const others =
    more.length === 0
      ? ''
      : ` ${more.length} more ${more.length === 1 ? 'page has' : 'pages have'} the title of another.`
  const message = `${page.route} has the same title as ${other.route}.${others}`
  return [
    problemAt(placeOf(page.place, 'title'), 'SHARED_TITLE', message, {
      expected: 'a text of its own',
      found: page.data.head.title,
    }),
  ]
}

/** A page that is only planned says what the settings say. */
const written = (pages: PageSummary[]) => pages.filter(({ meta }) => !meta.planned)

/** The page of an address without a page is not found by searching. */
const isFound = (route: string, planned: boolean) => !planned && route !== '/404'

const limitLength =
  (field: Field, code: Code, limit: number): PageRule['check'] =>
  ({ route, place, data, meta }) => {
    const { length } = data.head[field]
    if (length <= limit || !isFound(route, meta.planned)) return []
    const details = { expected: `at most ${limit} characters`, found: `${length} characters` }
    return [problemAt(placeOf(place, field), code, `The ${field} of ${route} is long.`, details)]
  }

export const ownHeadRules: PageRule[] = [
  { name: 'A title fits in search results', check: limitLength('title', 'TITLE_LONG', 60) },
  {
    name: 'A description fits in search results',
    check: limitLength('description', 'DESCRIPTION_LONG', 155),
  },
]

export const headRules: Rule[] = [
  {
    name: 'Every page has a title of its own',
    check: ({ pages, merged }) =>
      merged.settings.sharedTitles === true
        ? countShared(written(pages))
        : findRepeated(written(pages), 'title', 'DUPLICATE_TITLE'),
  },
  {
    name: 'Every page has a description of its own',
    check: ({ pages }) => findRepeated(written(pages), 'description', 'DUPLICATE_DESCRIPTION'),
  },
]

import type { Code } from '../codes.ts'
import { problemAt, type Place, type Problem } from '../problem.ts'
import type { ResolvedPage } from '../resolve-page.ts'
import type { Rule } from './index.ts'

type Field = 'title' | 'description'

const placeOf = ({ place }: ResolvedPage, field: Field): Place => ({ source: place.source, path: [...place.path, field] })

function findRepeated(pages: ResolvedPage[], field: Field, code: Code): Problem[] {
  const first = new Map<string, ResolvedPage>()
  return pages.flatMap((page) => {
    const text = page.data.head[field]
    const key = text.trim().toLowerCase()
    const other = first.get(key)
    if (key === '') return []
    if (!other) {
      first.set(key, page)
      return []
    }
    const message = `${page.route} has the same ${field} as ${other.route}.`
    return [problemAt(placeOf(page, field), code, message, { expected: 'a text of its own', found: text })]
  })
}

function findLong(pages: ResolvedPage[], field: Field, code: Code, limit: number): Problem[] {
  return pages
    .filter(({ data }) => data.head[field].length > limit)
    .map((page) => {
      const found = `${page.data.head[field].length} characters`
      return problemAt(placeOf(page, field), code, `The ${field} of ${page.route} is long.`, { expected: `at most ${limit} characters`, found })
    })
}

const written = (pages: ResolvedPage[]) => pages.filter(({ meta }) => !meta.planned)

export const headRules: Rule[] = [
  {
    name: 'Every page has a title of its own',
    check: ({ pages, merged }) => findRepeated(written(pages), 'title', merged.settings.sharedTitles === true ? 'SHARED_TITLE' : 'DUPLICATE_TITLE'),
  },
  {
    name: 'Every page has a description of its own',
    check: ({ pages }) => findRepeated(written(pages), 'description', 'DUPLICATE_DESCRIPTION'),
  },
  { name: 'A title fits in search results', check: ({ pages }) => findLong(written(pages), 'title', 'TITLE_LONG', 60) },
  {
    name: 'A description fits in search results',
    check: ({ pages }) => findLong(written(pages), 'description', 'DESCRIPTION_LONG', 155),
  },
]

/** Which items of the list of pages the studio fetches after an edit. */
import { afterEach, expect, test, vi } from 'vitest'
import { VersionedPageList } from '../../scripts/edit/describe/list-page-items.ts'
import type { PageItem } from '../../scripts/edit/describe/list-page-items.ts'
import { fetchDependents } from '../../scripts/studio/ui/state/fetch-state.ts'
import type { PageList } from '../../scripts/studio/ui/state/studio-state.ts'
import { stubStudioServer } from '../helpers/stub-studio-server.ts'

afterEach(() => vi.unstubAllGlobals())

const page = (route: string, title = route): PageItem => ({
  route,
  title,
  kind: 'info',
  status: 'listed',
  placeholder: false,
  file: 'pages.yaml',
  line: 1,
  errors: 0,
  warnings: 0,
  changed: false,
})

test('only what has changed is sent, and the list stays the same', async () => {
  const server = new VersionedPageList()
  const sent: string[][] = []
  stubStudioServer(({ searchParams }) => {
    if (!searchParams.has('since')) return Response.json([])
    const changes = server.listChanges(Number(searchParams.get('since')))
    sent.push(changes.pages.map(({ route }) => route))
    return Response.json(changes)
  })
  const versions = [
    [page('/'), page('/a'), page('/b')],
    [page('/'), page('/a', 'About'), page('/b')],
    [page('/'), page('/a', 'About'), page('/b')],
    [page('/b'), page('/'), page('/c')],
    [page('/b'), page('/'), page('/c'), page('/a', 'About')],
  ]
  const fetchList = async (pageList: PageList = { version: 0, pages: [] }) =>
    (await fetchDependents({ pageList })).pageList
  let known: PageList | undefined
  for (const items of versions) {
    server.update(items)
    const before = known
    known = await fetchList(known)
    expect(known.pages).toEqual(items)
    if (sent.at(-1)!.length === 0) expect(known).toBe(before)
  }
  expect(sent).toEqual([['/', '/a', '/b'], ['/a'], [], ['/c'], ['/a']])
  // Another window knows only what it has fetched itself.
  expect((await fetchList()).pages).toEqual(versions.at(-1))
})

/** When the list of pages, which may be long, is sent. */
import { afterEach, expect, test, vi } from 'vitest'
import { fetchDependents } from '../../scripts/studio/ui/state/fetch-state.ts'
import { stubStudioServer } from '../helpers/stub-studio-server.ts'

afterEach(() => vi.unstubAllGlobals())

test('a list that has not changed stays the same', async () => {
  const newest = { version: 7, pages: [] }
  stubStudioServer(({ searchParams }) => {
    if (!searchParams.has('known')) return Response.json([])
    return Response.json(searchParams.get('known') === '7' ? { version: 7 } : newest)
  })
  const { pageList } = await fetchDependents({})
  expect(pageList).toEqual(newest)
  expect((await fetchDependents({ pageList })).pageList).toBe(pageList)
})

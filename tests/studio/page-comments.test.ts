/** A comment follows its block while that can be recognized, and is listed after that. */
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { Site, Page } from '../../schema/merge/merge-sources.ts'
import { listComments, planComment } from '../../scripts/edit/pages/page-comments.ts'

const createSite = (blocks: object[], comments: Record<string, unknown>[] = []) => {
  const main = { file: 'pages.yaml' }
  const text = stringify({ pages: { '/bread': { blocks } } })
  const site = {
    main,
    pages: new Map([['/bread', { route: '/bread', location: { source: main } } as Page]]),
    comments: comments.map((entry, index) => ({
      entry,
      location: { source: main, path: ['comments', index] },
    })),
  } as unknown as Pick<Site, 'main' | 'pages' | 'comments'>
  return { site, read: async () => text }
}

const hero = { type: 'hero', heading: 'Bread' }
const [first, second] = ['One', 'Two'].map((heading) => ({ type: 'prose', heading }))

async function comment(blocks: object[], index?: number) {
  const { site, read } = createSite(blocks)
  const about = { route: '/bread', text: 'Sure?', ...(index !== undefined && { index }) }
  const [operation] = (await planComment(site, about, 'Ada', read)).operations
  if (operation?.kind !== 'set') throw new Error('A first comment makes the list.')
  return (operation.value as Record<string, unknown>[])[0]!
}

async function place(blocks: object[], entry: Record<string, unknown>) {
  const { site, read } = createSite(blocks, [entry])
  const [{ index, isLost } = {}] = await listComments(site, read)
  return { index, isLost }
}

it('names the block by its id, or by its type and heading', async () => {
  expect(await comment([hero, { ...second, id: 'two' }], 1)).toMatchObject({
    page: '/bread',
    block: 'two',
    text: 'Sure?',
    by: 'Ada',
    on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  expect(await comment([hero, second!], 1)).toMatchObject({ block: 'prose', name: 'Two' })
  expect(await comment([hero, second!])).not.toHaveProperty('block')
})

it('follows the block, and says when it is gone', async () => {
  const entry = await comment([hero, first!, second!], 2)
  expect(await place([second!, first!, hero], entry)).toEqual({ index: 0 })
  const renamed = { ...second, heading: 'Three' }
  expect(await place([hero, renamed], entry)).toEqual({ index: 1 })
  // Which of the two it was about is unknown.
  expect(await place([hero, first!, renamed], entry)).toEqual({ isLost: true })
  expect(await place([hero], entry)).toEqual({ isLost: true })
  expect(await place([hero], { ...entry, page: '/gone' })).toEqual({ isLost: true })
  expect(await place([hero], await comment([hero]))).toEqual({})
})

it('is added to the file that has the others', async () => {
  const { site, read } = createSite([hero], [{ page: '/bread' }, { page: '/' }])
  site.comments[0]!.location.source = { file: 'notes.yaml' } as never
  const { operations } = await planComment(site, { route: '/bread', text: 'x' }, 'Ada', read)
  expect(operations).toMatchObject([{ kind: 'insert', file: 'notes.yaml', path: ['comments', 1] }])
})

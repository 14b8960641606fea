import { expect, test } from 'vitest'
import type { PageItem } from '../../../scripts/edit/describe/list-page-items.ts'
import {
  buildPageMap,
  canMovePage,
  type MapNode,
  proposeAddress,
} from '../../../scripts/studio/ui/form/arrange-pages.ts'

const createPage = (route: string, set?: string) => ({ route, title: route, set }) as PageItem

test('pages are below the address that theirs begins with, whether or not it is a page', () => {
  const routes = ['/towns/york/prices', '/', '/bread', '/bread/rolls', '/breakfast']
  const list = ({ route, page, nodes }: MapNode): unknown[] => [
    page ? route : `(${route})`,
    ...nodes.map(list),
  ]
  expect(list(buildPageMap(routes.map((route) => createPage(route))))).toEqual([
    '/',
    ['/bread', ['/bread/rolls']],
    ['/breakfast'],
    ['(/towns)', ['(/towns/york)', ['/towns/york/prices']]],
  ])
})

test('a page that is dropped on another one gets an address below it', () => {
  expect(proposeAddress('/bread/rolls', '/cakes')).toBe('/cakes/rolls')
  expect(proposeAddress('/bread/rolls', '/')).toBe('/rolls')
  for (const above of ['/bread', '/bread/rolls', '/bread/rolls/seeded'])
    expect(proposeAddress('/bread/rolls', above)).toBeUndefined()
  expect(['/', '/404', '/bread'].map((route) => canMovePage(createPage(route)))).toEqual([
    false,
    false,
    true,
  ])
  expect(canMovePage(createPage('/in/york', '/in/{town}'))).toBe(false)
})

/** The seals of pages: families by kind, members by route, the same wherever they are drawn. */
import { JSDOM } from 'jsdom'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Seal } from '../../blocks/shared/seal/seal.tsx'
import { getPageSeal } from '../../schema/resolve/page/page-seal.ts'
import schema from '../../schema/site.schema.json' with { type: 'json' }

const kinds = schema.$defs.page.properties.kind.enum
const draw = (kind: string, route: string) =>
  renderToStaticMarkup(createElement(Seal, { seal: getPageSeal(kind, route) }))

/** The drawing without its names, which differ anyway. */
const dropNames = (drawing: string) => drawing.replaceAll(/(id|href)="[^"]*"/g, '')

it('each kind of page has a family of seals', () => {
  const drawings = kinds.map((kind) => dropNames(draw(kind, '/a')))
  expect(kinds.length).toBeGreaterThan(10)
  expect(new Set(drawings).size).toBe(kinds.length)
})

it('pages of one kind have seals of their own, and each page always the same one', () => {
  const routes = Array.from({ length: 40 }, (_, index) => `/town-${index}`)
  const drawings = routes.map((route) => dropNames(draw('location', route)))
  expect(new Set(drawings).size).toBeGreaterThan(30)
  expect(routes.map((route) => dropNames(draw('location', route)))).toEqual(drawings)
})

it('a seal is small, and uses its own lines on a page with several seals', () => {
  for (const kind of kinds) {
    const drawing = draw(kind, `/${kind}`)
    expect(drawing.length).toBeLessThan(1450)
    const { document } = new JSDOM(draw(kind, '/b') + drawing).window
    const svg = document.querySelectorAll('svg')[1]!
    for (const use of svg.querySelectorAll('use'))
      expect(svg.contains(document.querySelector(use.getAttribute('href')!))).toBe(true)
  }
})

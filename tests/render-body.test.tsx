/** The body of a page is put together from pieces that pages share. It must be what React makes of the whole. */
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PageBody } from '../renderer/page-body.tsx'
import { renderBody } from '../renderer/render-body.tsx'
import { withJsonLd } from '../renderer/json-ld.ts'
import { loadSite } from '../schema/load-site.ts'
import { root } from './run-script.ts'

const loaded = await loadSite(root)
const site = loaded.site!
const pages = withJsonLd(loaded).map(({ data }) => data)

/** React writes what is loaded ahead before everything else. */
const withoutPreloads = (html: string) => html.replace(/<link rel="preload"[^>]*>/g, '')

describe.each([
  ['with marks for hydration', renderToString],
  ['without them', renderToStaticMarkup],
])('a body in pieces, %s', (_, render) => {
  // A site of its own for each, since pieces are remembered by it.
  const own = { ...site }

  it('is what React makes of the whole page', () => {
    for (const page of pages) {
      const whole = render(<PageBody page={page} site={own} />)
      expect(withoutPreloads(renderBody(page, own, render).html), page.route).toBe(withoutPreloads(whole))
    }
  })

  it('is the same when blocks are so seldom alike that they are rendered in one go', () => {
    const page = pages.find(({ blocks }) => blocks.length > 5)!
    // Enough pages of which none has a block of another for that to be noticed.
    for (let turn = 0; turn < 250; turn++) renderBody({ ...page, blocks: page.blocks.map((block) => ({ ...block, id: `${block.type}-${turn}` })) }, own, render)
    let groups = 0
    const counted = (node: Parameters<typeof render>[0]) => {
      groups++
      return render(node)
    }
    const { html } = renderBody(page, own, counted)
    expect(groups).toBeLessThan(page.blocks.length)
    expect(withoutPreloads(html)).toBe(withoutPreloads(render(<PageBody page={page} site={own} />)))
  })
})

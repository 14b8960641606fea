/** The head of a page is printed, and its body put together from pieces that pages share. Both must be what React makes of the whole. */
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PageHead, fastRenderHead } from '../../renderer/page-head.tsx'
import { Blocks } from '../../renderer/blocks.tsx'
import { PageBody } from '../../renderer/page-body.tsx'
import { joinChunks } from '../../renderer/html-chunks.ts'
import { renderBody } from '../../renderer/render-body.tsx'
import { JsonLd, fastRenderJsonLd } from '../../renderer/json-ld/json-ld-script.tsx'
import { addJsonLd } from '../../renderer/json-ld/build-json-ld.ts'
import { loadSite } from '../../schema/load-site.ts'
import { root } from '../helpers/run-npm-script.ts'

// In development, React says aloud that a hook is called without it, which is how printing learns that a block is not for it.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

const loaded = await loadSite(root)
const site = loaded.site!
const pages = addJsonLd(loaded).map(({ data }) => data)

/** React writes what is loaded ahead before everything else. */
const withoutPreloads = (html: string) => html.replace(/<link rel="preload"[^>]*>/g, '')

describe('a head', () => {
  it.each([
    ['with marks for hydration', renderToString],
    ['without them', renderToStaticMarkup],
  ])('is what React makes of it, %s', (_, render) => {
    const strange = {
      ...pages[0]!.head,
      title: `A & B's "<best>"`,
      description: '</title> &amp; "more"',
      feed: '/a.xml?b&c',
      robots: 'noindex',
    }
    const { article } = pages.find((page) => page.article)!
    for (const page of [
      ...pages,
      { ...pages[0]!, head: strange, article: { ...article!, updated: article!.published } },
    ]) {
      for (const shareImages of ['drawn', 'none', '/picture.png'] as const) {
        const own = { ...site, shareImages, name: `${site.name} & 'Sons'` }
        expect(fastRenderHead(page, own), page.route).toBe(
          render(<PageHead page={page} site={own} />),
        )
      }
    }
  })
})

describe('structured data', () => {
  it('cannot be closed, or opened again, by what a text says', () => {
    const thing = {
      name: `</script><!-- <script> & "more" \u2028 \u2029 \u{1f600} </SCRIPT>`,
      '>': ['<', '<<'],
    }
    const html = joinChunks(fastRenderJsonLd([thing]))
    expect(html).toBe(renderToStaticMarkup(<JsonLd things={[thing]} />))
    const [, inside] = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(html)!
    expect(inside).not.toMatch(/[<>\u2028\u2029]/)
    expect(JSON.parse(inside!)).toEqual(thing)
  })
})

describe.each([
  ['with marks for hydration', { render: renderToString, isPlain: false }],
  ['without them', { render: renderToStaticMarkup, isPlain: true }],
])('a body in pieces, %s', (_, rendering) => {
  const { render } = rendering
  // A site of its own for each, since pieces are remembered by it.
  const own = { ...site }

  it('is what React makes of the whole page', () => {
    for (const page of pages) {
      const whole = render(<PageBody page={page} site={own} />)
      expect(withoutPreloads(joinChunks(renderBody(page, own, rendering).chunks)), page.route).toBe(
        withoutPreloads(whole),
      )
    }
  })

  it('renders adjacent blocks that need React in one call', () => {
    const page = pages.find(({ blocks }) => blocks.length > 5)!
    renderBody(page, own, rendering)
    let groups = 0
    const counted = (node: Parameters<typeof render>[0]) => {
      groups++
      return render(node)
    }
    const html = joinChunks(renderBody(page, own, { ...rendering, render: counted }).chunks)
    expect(groups).toBeLessThan(page.blocks.length)
    expect(withoutPreloads(html)).toBe(withoutPreloads(render(<PageBody page={page} site={own} />)))
  })
})

it('leaves out a block of a type that there is not, which a site may have while it is edited', () => {
  const [hero] = pages[0]!.blocks
  expect(renderToStaticMarkup(<Blocks blocks={[{ type: 'herro' } as never, hero!]} />)).toBe(
    renderToStaticMarkup(<Blocks blocks={[hero!]} />),
  )
})

/** A page's body is joined from chunks that pages share, and must equal React's output for it. */
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Blocks, PageBody } from '../../renderer/page-body.tsx'
import { joinChunks } from '../../renderer/html-chunks.ts'
import { renderBody } from '../../renderer/document.tsx'
import { renderJsonLd } from '../../renderer/document.tsx'
import { addJsonLd } from '../helpers/add-json-ld.ts'
import { readOwnSite } from '../helpers/read-own-site.ts'

// React logs the errors of components.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

const loaded = await readOwnSite()
const site = loaded.siteData!
const pages = addJsonLd(loaded).map(({ data }) => data)

/** React writes preload links before everything else. */
const withoutPreloads = (html: string) => html.replace(/<link rel="preload"[^>]*>/g, '')

describe('structured data', () => {
  it('cannot be closed or reopened by a text', () => {
    const thing = {
      name: `</script><!-- <script> & "more" \u2028 \u2029 \u{1f600} </SCRIPT>`,
      '>': ['<', '<<'],
    }
    const html = renderJsonLd([thing])
    const [, inside] = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(html)!
    expect(inside).not.toMatch(/[<>\u2028\u2029]/)
    expect(JSON.parse(inside!)).toEqual(thing)
  })
})

describe.each([
  ['with hydration markers', { render: renderToString, isPlain: false, throwsBlockErrors: true }],
  [
    'without hydration markers',
    { render: renderToStaticMarkup, isPlain: true, throwsBlockErrors: true },
  ],
])('a body in chunks, %s', (_, rendering) => {
  const { render } = rendering
  // A separate site object each, because chunks are cached by it.
  const siteCopy = { ...site }

  it("equals React's output for the whole page", () => {
    for (const page of pages) {
      const whole = render(<PageBody page={page} site={siteCopy} />)
      expect(
        withoutPreloads(joinChunks(renderBody(page, siteCopy, rendering).chunks)),
        page.route,
      ).toBe(withoutPreloads(whole))
    }
  })

  it('with a minimal shell has the phone and legal pages, and no other way out', () => {
    const [full] = pages
    const page = { ...full!, shell: 'minimal' as const, blocks: [] }
    // The same route with the whole shell has been rendered before.
    const html = joinChunks(renderBody(page, siteCopy, rendering).chunks)
    expect(html).toBe(render(<PageBody page={page} site={siteCopy} />))
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href]) => href)
    const legal = pages.filter(({ kind }) => kind === 'legal').map(({ route }) => route)
    expect(new Set(links)).toEqual(new Set(['/', ...legal, site.header.action!.href]))
    expect(html.slice(0, html.indexOf('<main'))).toContain(`href="${site.phone.href}"`)
    expect(html).toContain(renderToStaticMarkup(<p>{site.footer.legal}</p>))
    expect(html).not.toContain('site-menu')
  })

  it('throws what a component throws, instead of leaving the block empty', () => {
    const broken = { type: 'steps', heading: 'How it works', items: null } as never
    const page = { ...pages[0]!, blocks: [...pages[0]!.blocks, broken] }
    expect(() => renderBody(page, siteCopy, rendering)).toThrow('null')
  })
})

it('a block of an unknown type, as in a site that is being edited, is not rendered', () => {
  const [hero] = pages[0]!.blocks
  expect(renderToStaticMarkup(<Blocks blocks={[{ type: 'herro' } as never, hero!]} />)).toBe(
    renderToStaticMarkup(<Blocks blocks={[hero!]} />),
  )
})

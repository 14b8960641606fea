import fc from 'fast-check'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { expect } from 'vitest'
import { fastRenderHead } from '../../../renderer/fast/fast-head.ts'
import { addJsonLd } from '../../../renderer/json-ld/build-json-ld.ts'
import { PageHead } from '../../../renderer/page-head.tsx'
import { readWholeSite } from '../../../scripts/prerender/session/inspect-site.ts'
import type { PageData, SiteData } from '../../../schema/page-data.ts'
import { root } from '../../helpers/run-npm-script.ts'
import type { FastPathTest } from '../harness.ts'

type HeadInput = { page: PageData; site: SiteData }

const loaded = await readWholeSite(root)
const site = loaded.site!
const pages = addJsonLd(loaded).map(({ data }) => data)
const { article } = pages.find((page) => page.article)!

const shareImages = ['drawn', 'none', '/picture.png'] as const
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(`A & B's "<best>"`, '</title> &amp; "more"', '/a.xml?b&c', 'ä – 😀'),
)
/** React omits empty addresses, which no page has. */
const path = text.map((rest) => `/${rest}`)
const optionalText = fc.option(text, { nil: undefined })

export const headTests: FastPathTest<HeadInput, string>[] = [
  {
    title: 'Head',
    fast: ({ page, site }) => fastRenderHead(page, site),
    reference: ({ page, site }) => {
      const html = renderToStaticMarkup(<PageHead page={page} site={site} />)
      // Hydration does not change the head.
      expect(renderToString(<PageHead page={page} site={site} />)).toBe(html)
      return html
    },
    arbitrary: fc
      .record({
        page: fc.constantFrom(...pages),
        head: fc.record({
          title: text,
          description: text,
          canonical: path,
          robots: optionalText,
          feed: fc.option(path, { nil: undefined }),
        }),
        hasArticle: fc.boolean(),
        images: fc.constantFrom(...shareImages),
        name: text,
      })
      .map(({ page, head, hasArticle, images, name }) => ({
        page: {
          ...page,
          head: { ...page.head, ...head } as PageData['head'],
          ...(hasArticle && { article: { ...article!, updated: article!.published } }),
        },
        site: { ...site, shareImages: images, name },
      })),
    runs: 500,
    minimumCoverage: 1,
    samples: {
      inputs: pages.flatMap((page) =>
        shareImages.map((images) => ({
          page,
          site: { ...site, shareImages: images, name: `${site.name} & 'Sons'` },
        })),
      ),
      minimumCovered: pages.length * shareImages.length,
    },
  },
]

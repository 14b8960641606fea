/** Links can lead to headings inside a text. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Prose } from '../../blocks/prose/prose.tsx'
import type { ProseBlock } from '../../schema/types.gen.ts'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { createInfoPage, writeYaml } from '../helpers/site-yaml.ts'
import { root } from '../helpers/run-npm-script.ts'

let site: string
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-anchors-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
})
afterAll(() => rm(site, { recursive: true }))

it('each has an id of its words, which no block or question loses', async () => {
  const body = [
    '## What it costs',
    '### A **tune-up** for ${tune-up}',
    'See [above](#what-it-costs) and [below](#what-it-costs-2).',
    '## What it costs',
    "## Don't worry",
    '## Hours',
    '## ???',
    '## 東京',
    'See [it](#東京) and [it](#%E6%9D%B1%E4%BA%AC).',
  ].join('\n\n')
  const contents = { heading: 'In this text' }
  await writeYaml(join(site, 'pages/terms.yaml'), {
    pages: {
      '/terms': createInfoPage('Terms', '', {
        blocks: [
          { type: 'hero', heading: 'Terms' },
          { type: 'prose', body, contents },
          {
            type: 'faq',
            id: 'hours',
            heading: 'Asked',
            items: [{ question: "Don't worry?", answer: 'No.' }],
          },
        ],
      }),
      '/other': createInfoPage(
        'Other',
        'See [the terms](/terms#a-tune-up-for-60), [no](/terms#x).',
      ),
    },
  })
  const { pages, problems } = await readWholeSite(site)
  expect(
    problems.filter(({ severity }) => severity === 'error').map(({ message }) => message),
  ).toEqual(['The page /terms has no anchor #x.'])
  const { blocks } = pages.find(({ data }) => data.route === '/terms')!.data
  const html = renderToString(Prose(blocks[1] as ProseBlock))
  expect([...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
    ...['what-it-costs', 'a-tune-up-for-60', 'what-it-costs-2', 'don-t-worry-2', 'hours-2', '東京'],
  ])
  expect([...html.matchAll(/href="#([^"]*)">(?=\w)/g)].map(([, id]) => id)).toEqual([
    // In the contents, then in the text.
    ...['what-it-costs', 'what-it-costs-2', 'don-t-worry-2', 'hours-2'],
    ...['what-it-costs', 'what-it-costs-2', '東京', '%E6%9D%B1%E4%BA%AC'],
  ])
  expect(JSON.stringify(blocks[2])).toContain('"don-t-worry"')
})

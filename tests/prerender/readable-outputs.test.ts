/** What a build writes for AI assistants: each page as Markdown, and llms.txt. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderMarkdown } from '../../scripts/prerender/output/render-markdown.ts'
import { createInfoPage, expectSameAsCleanBuild, StaticBakery } from '../helpers/static-bakery.ts'

const head = {
  title: 'Prices: all of them',
  description: 'What it costs.',
  canonical: 'https://www.example.com/pricing',
}
const convert = (main: string) =>
  renderMarkdown(head, `<head></head><body><nav>Menu</nav><main id="main">${main}</main></body>`)
    .split('---\n')[2]!
    .trim()

describe('a page as Markdown', () => {
  it('begins with its metadata', () => {
    expect(renderMarkdown(head, '<main><h1>Prices</h1></main>')).toBe(`---
title: "Prices: all of them"
description: "What it costs."
url: "https://www.example.com/pricing"
---

# Prices
`)
  })

  it('has absolute addresses', () => {
    expect(
      convert(
        '<p><a href="/book">Book</a><a href="tel:+1">Call</a> <img src="/a.jpg" alt="A van"></p>',
      ),
    ).toBe(
      '[Book](https://www.example.com/book) [Call](tel:+1) ![A van](https://www.example.com/a.jpg)',
    )
  })

  it('keeps tables, questions and lists', () => {
    const table =
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>'
    expect(convert(table)).toBe('| A   | B   |\n| --- | --- |\n| 1   | 2   |')
    expect(convert('<details><summary><h3>Why?</h3></summary><p>Because.</p></details>')).toBe(
      '### Why?\n\nBecause.',
    )
    expect(convert('<dl><div><dt>Open</dt><dd>Always</dd></div></dl>')).toBe('**Open**\nAlways')
  })

  it('leaves out what visitors do not see', () => {
    expect(
      convert(
        '<nav>Home</nav><script>x</script><p hidden>No</p><svg><text>No</text></svg><button>No</button><div data-when="unknown">No</div><p data-when="idle" data-shown="">Yes</p>',
      ),
    ).toBe('Yes')
  })
})

describe('a build', () => {
  let work: string
  let bakery: StaticBakery
  const read = (file: string) => readFile(join(bakery.out, file), 'utf8')
  const isThere = (file: string) => existsSync(join(bakery.out, file))

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'signpost-readable-'))
    bakery = new StaticBakery(join(work, 'site'), join(work, 'out'))
    await bakery.create()
    expect((await bakery.build()).code).toBe(0)
    expect(isThere('llms.txt')).toBe(false)
    expect(isThere('index.md')).toBe(false)
    await bakery.edit('pages.yaml', (main) => {
      main.site.outputs = { markdown: true, llms: true }
    })
    expect((await bakery.build()).code).toBe(0)
  })
  afterAll(() => rm(work, { recursive: true }))

  it('writes the pages that search engines list, and links to them', async () => {
    expect(await read('news/index.md')).toContain('# News of the bakery')
    const { origin } = (await bakery.read('pages.yaml')).site as { origin: string }
    expect(await read('news/index.html')).toContain(
      `<link rel="alternate" type="text/markdown" href="${origin}/news/index.md"`,
    )
    expect(await read('llms.txt')).toContain(
      `\n- [News of the bakery](${origin}/news/index.md): News of the bakery, in short.\n`,
    )
    // These pages are noindex.
    expect(isThere('shops/york/index.md')).toBe(false)
    expect(await read('llms.txt')).not.toContain('/shops/')
  })

  it('updates them with their pages', async () => {
    await bakery.edit('pages/more.yaml', ({ pages }) => {
      pages['/news'] = createInfoPage('News of the bakery', 'A roll. See [our bread](/bread).')
    })
    await expectSameAsCleanBuild(bakery)
    expect(await read('news/index.md')).toMatch(/A roll\. See \[our bread\]\(https:.*\/bread\)\./)
  })

  it('prefers an llms.txt in public/, and removes files of settings that were removed', async () => {
    await writeFile(join(bakery.site, 'public/llms.txt'), 'Ours')
    expect((await bakery.build()).code).toBe(0)
    expect(await read('llms.txt')).toBe('Ours')
    await rm(join(bakery.site, 'public/llms.txt'))
    await bakery.edit('pages.yaml', (main) => delete main.site.outputs)
    await expectSameAsCleanBuild(bakery)
    expect(isThere('news/index.md')).toBe(false)
    expect(isThere('llms.txt')).toBe(false)
  })
})

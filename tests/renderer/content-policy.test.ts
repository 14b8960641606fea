/** The content security policy of a document allows what is in it, and nothing else. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PageData, SiteData } from '../../schema/page-data.ts'
import { renderDocument } from '../../renderer/document.tsx'
import { renderRedirect } from '../../renderer/render-redirect.ts'
import { extractStyles } from '../../renderer/security/extract-styles.ts'
import { buildOwnSite } from '../helpers/own-site.ts'
import { readOwnSite } from '../helpers/read-own-site.ts'

const loaded = await readOwnSite()
const site = loaded.siteData!
const pages = loaded.pages.map(({ data }) => data)
const getPage = (route: string) => pages.find((page) => page.route === route)!
const assets = {
  scripts: {
    loader: '/assets/loader.js',
    analytics: '/a.js',
    search: '/s.js',
    eager: {},
    application: ['/b.js'],
  },
  styles: { shared: 'a{color:red}', blocks: {}, allBlocks: '/blocks.css', typefaces: {} },
}

const parsePolicy = (html: string) => {
  const [, content = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(
    html,
  )!
  return new Map(
    content.split(';').map((directive): [string, string[]] => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}
const readPolicy = (page: PageData, changes: Partial<SiteData> = {}) =>
  parsePolicy(renderDocument(page, { ...site, ...changes }, assets))

describe('the policy of a document', () => {
  it('comes before everything that it must govern', () => {
    const html = renderDocument(getPage('/'), site, assets)
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(
      html.search(/<(link|style|script)/),
    )
  })

  it('allows nothing on the page of an alias', () => {
    const html = renderRedirect('https://bakery.example/bread', '/bread', 'en-US')
    expect(parsePolicy(html).get('default-src')).toEqual(["'none'"])
  })

  it('has the hash of each inline style and script, and nothing unsafe', async () => {
    const { out } = await buildOwnSite()
    for (const { route } of pages) {
      const file = route === '/404' ? '404.html' : `${route}/index.html`
      const html = await readFile(join(out, file), 'utf8')
      const policy = parsePolicy(html)
      const inline = [...html.matchAll(/<(style|script)( type="speculationrules")?>(.*?)<\/\1>/gs)]
      expect(inline.length).toBeGreaterThan(1)
      for (const [, tag, , content] of inline)
        expect(policy.get(`${tag}-src`), route).toContain(
          `'sha256-${createHash('sha256').update(content!).digest('base64')}'`,
        )
      expect(html).not.toContain('unsafe')
      expect(html, route).not.toMatch(/<[^>]* style="/)
      expect(html).not.toMatch(/<[^>]* on[a-z]+="/)
    }
  })

  it('lets the container of Google count and convert, and one of another server nothing more', () => {
    const policy = readPolicy(getPage('/'), { measuring: { tagManager: { id: 'GTM-ABC123' } } })
    for (const [directive, origin] of [
      ['script-src', 'https://www.googleadservices.com'],
      ['connect-src', 'https://*.google-analytics.com'],
      ['img-src', 'https://*.g.doubleclick.net'],
      ['frame-src', 'https://td.doubleclick.net'],
    ] as const)
      expect(policy.get(directive), directive).toContain(origin)
    const script = 'https://tags.example.com/gtm.js'
    const own = readPolicy(getPage('/'), { measuring: { tagManager: { id: 'GTM-A', script } } })
    expect(own.get('script-src')).toContain('https://tags.example.com')
    expect([...own.values()].flat().join(' ')).not.toContain('google')
  })

  it('names the services of the settings by their origins', () => {
    const services = {
      scripts: ['https://widget.example/w.js?v=1'],
      connections: ['https://geo.example/reverse'],
      forms: ['/subscribe', 'https://mail.example/list'],
      allowed: {
        frames: ['https://maps.example'],
        pictures: ['https://photos.example'],
        scripts: ['https://more.example'],
      },
    }
    const policy = readPolicy(getPage('/'), {
      services,
      measuring: { beacon: { endpoint: 'https://count.example/visit' } },
    })
    expect(policy.get('script-src')).toContain('https://widget.example')
    expect(policy.get('frame-src')).toEqual(['https://widget.example', 'https://maps.example'])
    expect(policy.get('img-src')).toEqual([
      "'self'",
      'https://widget.example',
      'https://photos.example',
    ])
    expect(policy.get('connect-src')).toEqual([
      "'self'",
      'https://count.example',
      'https://geo.example',
      'https://widget.example',
      'https://more.example',
    ])
    expect(policy.get('form-action')).toEqual([
      "'self'",
      'mailto:',
      'https://mail.example',
      'https://more.example',
    ])
    expect(policy.has('require-trusted-types-for')).toBe(false)
  })

  it('allows a block to load the frame or the film that it names, in development, too', () => {
    const page = getPage('/')
    const withBlocks = (...blocks: object[]) =>
      ({ ...page, blocks: [...page.blocks, ...blocks] }) as unknown as PageData
    const words = { open: '', note: '', play: '', watch: '' }
    const poster = { src: '/film.jpg', width: 16, height: 9 }
    const framed = withBlocks(
      { type: 'embed', frame: 'https://maps.example/embed', title: 'Map', button: 'Map', words },
      { type: 'video', film: 'https://youtu.be/abcdef', title: 'Film', poster, words },
    )
    const origins = ['https://maps.example', 'https://www.youtube-nocookie.com']
    const policy = readPolicy(framed, { services: undefined })
    expect(policy.get('frame-src')).toEqual(origins)
    expect(policy.has('media-src')).toBe(false)
    const inDevelopment = parsePolicy(renderDocument(framed, { ...site, services: undefined }))
    expect(inDevelopment.get('frame-src')).toEqual(["'self'", ...origins])

    const own = withBlocks({ type: 'video', film: '/film.mp4', title: 'Film', poster, words })
    expect(readPolicy(own).get('media-src')).toEqual(["'self'"])
  })

  it('names the services of a block, and requires trusted types without other scripts', () => {
    const page = getPage('/')
    const subscribe = { form: { endpoint: 'https://list.example/add' } }
    const block = { type: 'posts', subscribe, words: { subscribe: 'Subscribe' } }
    const withForm = { ...page, blocks: [...page.blocks, block] } as unknown as PageData
    const policy = readPolicy(withForm, { services: undefined })
    expect(policy.get('form-action')).toContain('https://list.example')
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
    expect(policy.get('trusted-types')).toEqual(['signpost'])
  })

  it('can be turned off', () => {
    const html = renderDocument(getPage('/'), { ...site, contentPolicy: false }, assets)
    expect(html).not.toContain('Content-Security-Policy')
  })
})

describe('style attributes', () => {
  it('become rules with the same declarations, once each', () => {
    const style = 'background:url(&quot;data:image/webp;base64,UklG&quot;)'
    const shared = { html: '<a title=" style=&quot;x&quot;">' }
    const { chunks, css } = extractStyles([
      shared,
      `<p style="width:5%">A</p><p style="width:5%">B</p><img style="${style}"/>`,
    ])
    const [, name, image] = /data-style="(.+?)".*<img data-style="(.+?)"/.exec(String(chunks[1]))!
    expect(chunks).toEqual([
      shared,
      `<p data-style="${name}">A</p><p data-style="${name}">B</p><img data-style="${image}"/>`,
    ])
    expect(css).toBe(
      `[data-style="${name}"]{width:5%}` +
        `[data-style="${image}"]{background:url("data:image/webp;base64,UklG")}`,
    )
  })

  it('can end neither their rule nor the style element', () => {
    const { css } = extractStyles(['<p style="--x:&lt;/style&gt;}a{color:red">'])
    expect(css).toMatch(/^\[data-style="[\w-]+"\]\{--x:[^<{}]*\}$/)
  })
})

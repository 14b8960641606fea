/**
 * The pages of three sites are the same in development, over HTTP, as in the build: its text, its
 * links, and its pictures, each of which is there although no other page has been opened. The
 * preview of the studio, with an unsaved edit, is the same as the build of what it would save.
 */
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import sharp from 'sharp'
import type { Connect, ViteDevServer } from 'vite'
import { afterEach, expect, it } from 'vitest'
import { getDevState } from '../../renderer/dev/dev-state.ts'
import { renderDevPage } from '../../renderer/dev/render-dev-page.ts'
import { serveSite } from '../../scripts/dev/vite-plugin-signpost.ts'
import { getBasePath } from '../../renderer/routes.ts'
import { setUnsavedSources } from '../../schema/source/text/source-bytes.ts'
import { DevSession } from '../../scripts/dev/dev-session.ts'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import { addPreviewAssets } from '../../scripts/studio/server/studio-page.ts'
import { listOutputFiles } from '../helpers/output-files.ts'
import { buildOwnSite, listVariedDocuments } from '../helpers/own-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { createInfoPage, writeYaml } from '../helpers/site-yaml.ts'

const { snapshot } = getDevState()
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
  getDevState().snapshot = snapshot
})

function closeLater(server: Server): void {
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
}

/** Copies a site, and adds an article with a picture that a build makes smaller. */
async function addRecipe(folder: string): Promise<string> {
  const site = await createFolder()
  await cp(folder, site, { recursive: true })
  await mkdir(join(site, 'public'), { recursive: true })
  const picture = { width: 2240, height: 900, channels: 3, background: '#a63' } as const
  await sharp({ create: picture }).png().toFile(join(site, 'public/rye.png'))
  await writeYaml(join(site, 'pages/recipes.yaml'), {
    pages: {
      '/recipes': createInfoPage('Recipes', '', {
        blocks: [
          { type: 'hero', heading: 'Recipes' },
          { type: 'posts', heading: 'All' },
        ],
      }),
      '/recipes/rye': createInfoPage('Rye', '', {
        kind: 'article',
        article: { published: '2026-03-04', category: 'Baking', image: '/rye.png' },
        blocks: [
          { type: 'breadcrumbs' },
          { type: 'article-header', heading: 'Rye' },
          { type: 'prose', body: 'Back to [all recipes](/recipes).' },
        ],
      }),
    },
  })
  return site
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-same-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function build(site: string): Promise<string> {
  if (site === root) return (await buildOwnSite()).out
  const out = await createFolder()
  const { code, stderr } = await runInProcess('build', ['--site', site, '--out', out])
  expect(code, stderr).toBe(0)
  return out
}

async function serve(dir: string): Promise<number> {
  const server = await serveFolder(dir, 0)
  closeLater(server)
  return (server.address() as AddressInfo).port
}

/** Serves what the development server would answer without the modules of Vite. */
async function startDev(site: string): Promise<number> {
  const session = new DevSession(site)
  await session.start()
  const handlers: Connect.NextHandleFunction[] = []
  const server = createServer((request, response) => {
    const path = decodeURI((request.url ?? '/').split('?')[0]!)
    const next = ([handler, ...others]: Connect.NextHandleFunction[]): void => {
      if (handler) return void handler(request, response, () => next(others))
      if (session.snapshot!.isPublished(path)) return void response.end()
      if (/\.\w+$/.test(path)) return void response.writeHead(404).end()
      response.end(renderDevPage(path))
    }
    next(handlers)
  })
  const middlewares = { use: (handler: Connect.NextHandleFunction) => void handlers.push(handler) }
  serveSite({ middlewares, config: { server: {} } } as unknown as ViteDevServer, {
    current: session,
    all: [session],
  })
  await new Promise<void>((listening) => server.listen(0, listening))
  closeLater(server)
  return (server.address() as AddressInfo).port
}

const pictureAttributes = ['src', 'srcset', 'sizes', 'width', 'height', 'alt', 'poster']

/** What a visitor sees of a document: its texts, where its links lead, and its pictures. */
function describe(html: string) {
  const ids: string[] = []
  const links: (string | undefined)[] = []
  const pictures: (string | undefined)[][] = []
  const texts = { title: '', body: '' }
  const open: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name)
      if (!open.includes('body')) return
      if (attributes.id !== undefined) ids.push(attributes.id)
      if (name === 'a') links.push(attributes.href)
      if (['img', 'source', 'video'].includes(name))
        pictures.push(pictureAttributes.map((each) => attributes[each]))
    },
    ontext(text) {
      if (open.at(-1) === 'title' && open.includes('head')) texts.title += text
      if (open.includes('body') && !/^(?:script|style)$/.test(open.at(-1)!)) texts.body += text
    },
    onclosetag: () => void open.pop(),
  })
  parser.end(html)
  return { title: texts.title, text: texts.body.replace(/\s+/g, ' ').trim(), ids, links, pictures }
}

/** Saves an edit in a copy of a site, and lets this process read it as unsaved in the site. */
async function editUnsaved(site: string): Promise<string> {
  const edited = await createFolder()
  await cp(site, edited, { recursive: true })
  const file = join(edited, 'pages/shop.yaml')
  const text = await readFile(file, 'utf8')
  const changed = text
    .replace('heading: Baked this morning', 'heading: Baked at night for ${loaf}')
    .replace('heading: Across the counter', 'heading: Over the counter')
  expect(changed).not.toBe(text)
  await writeFile(file, changed)
  setUnsavedSources(
    new Map([[join(await realpath(site), 'pages/shop.yaml'), Buffer.from(changed)]]),
  )
  cleanups.push(() => setUnsavedSources(new Map()))
  return edited
}

const listPaths = (pictures: (string | undefined)[][]): string[] =>
  pictures.flatMap(([src, srcset]) =>
    [src, ...(srcset ?? '').split(',').map((candidate) => candidate.trim().split(' ')[0])].filter(
      (path): path is string => path?.startsWith('/') === true,
    ),
  )

it.each([
  ['this site', root, 20, 10],
  ['the bakery, with recipes', join(root, 'tests/sites/bakery'), 4, 4],
  ['the window cleaner', join(root, 'tests/sites/window-cleaning'), 5, 0],
  ['the bakery, with recipes, in the studio', join(root, 'tests/sites/bakery'), 4, 4],
])('%s', async (name, folder, atLeastPages, atLeastPictures) => {
  const site = name.includes('recipes') ? await addRecipe(folder) : folder
  const isStudio = name.includes('studio')
  const out = await build(isStudio ? await editUnsaved(site) : site)
  const [built, dev] = [await serve(out), await startDev(site)]
  const base = getBasePath(getDevState().snapshot.site!)
  const fetchFrom = async (port: number, path: string) =>
    fetch(`http://localhost:${port}${encodeURI(path)}`)
  const files = (await (site === root ? listVariedDocuments : listOutputFiles)(out)).filter(
    (file) => file.endsWith('/index.html'),
  )
  // A list of articles comes before the articles.
  files.sort((one, other) => one.split('/').length - other.split('/').length)
  const asked = new Set<string>()
  let pages = 0
  for (const file of files) {
    const path = file.replace(/\/index\.html$/, '') || '/'
    const whole = await fetchFrom(built, base + path)
    // The page of an alias.
    if (whole.redirected) continue
    pages++
    const wanted = describe(await whole.text())
    const shown = await (await fetchFrom(dev, path)).text()
    const preview = isStudio
      ? addPreviewAssets(shown, { script: '/a.js', imports: [], styles: '/a.css' })
      : shown
    expect(describe(preview), path).toEqual(wanted)
    for (const picture of listPaths(wanted.pictures)) {
      if (asked.has(picture)) continue
      asked.add(picture)
      const { status } = await fetchFrom(dev, picture.slice(base.length))
      expect(status, `${picture} on ${path}`).toBe(200)
    }
  }
  // `_redirects` is for hosts.
  for (const file of ['sitemap.xml', 'robots.txt', 'site.webmanifest', 'site.json']) {
    const answer = await (await fetchFrom(dev, `/${file}`)).text()
    // By its theme, the preview knows that it must be loaded again.
    const served =
      file === 'site.json' ? JSON.stringify({ ...JSON.parse(answer), theme: undefined }) : answer
    expect(served, file).toEqual(await readFile(join(out, file), 'utf8'))
  }
  expect(pages).toBeGreaterThanOrEqual(atLeastPages)
  expect(asked.size).toBeGreaterThanOrEqual(atLeastPictures)
})

/** Texts of an old site that would take an import the square of their length, or more. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getText, parseOldHtml } from '../../scripts/import/html/dom.ts'
import { readDocument } from '../../scripts/import/proof/read-document.ts'
import { readFolder } from '../../scripts/import/sources/read-folder.ts'
import { convertPost } from '../../scripts/import/sources/wordpress-content.ts'
import { runInProcess } from '../helpers/run-in-process.ts'

let work: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-old-pages-'))
})
afterEach(() => rm(work, { recursive: true }))

const length = 100_000
const repeat = (text: string) => text.repeat(length / text.length)

it('a file that begins with many comments is no page', async () => {
  await writeFile(join(work, 'notes'), `${repeat('<!-- a -->')} notes`)
  await writeFile(join(work, 'page'), `${repeat('<!-- a -->')} <!doctype html><p>A page</p>`)
  const { pages, files } = await readFolder(work)
  expect(pages.map(({ address }) => address)).toEqual(['/page'])
  expect([...files.keys()]).toEqual(['/notes'])
})

it('a document with more elements in one than a call can have arguments is read', () => {
  const html = `<main>${'x<br>'.repeat(150_000)}</main>`
  expect(getText(parseOldHtml(html)).length).toBe(299_999)
  expect(readDocument(html).main).toHaveLength(150_000)
})

it('a footer with many separators keeps its words', async () => {
  const footer = `© 2020 Shop ${'| '.repeat(150)}x`
  await writeFile(
    join(work, 'index.html'),
    `<!doctype html><title>Shop</title><main><h1>Shop</h1><p>Our shop.</p></main>
<footer><p>${footer}</p></footer>`,
  )
  const made = join(work, 'made')
  const { stderr } = await runInProcess('import', [work, made])
  expect(stderr).toBe('')
  expect(await readFile(join(made, 'pages.yaml'), 'utf8')).toContain('| x')
})

it.each([
  `[a${repeat(' ')}x`,
  Array.from({ length: 5_000 }, (_, index) => `[a${index} b=c]`).join('\n') +
    Array.from({ length: 5_000 }, (_, index) => `[/a${4_999 - index}]`).join('\n'),
])('a post with many shortcodes or spaces is converted (%#)', (content) => {
  const item = { content, meta: new Map() } as unknown as Parameters<typeof convertPost>[0]
  const site = { byId: new Map(), attachments: new Map() }
  expect(typeof convertPost(item, site, () => {})).toBe('string')
})

it('shared blocks that contain each other end', () => {
  const block = (id: string, ref: string) => ({
    type: 'wp_block',
    id,
    content: `a<!-- wp:block {"ref":${ref}} /-->`.repeat(10),
    meta: new Map(),
  })
  const items = [block('1', '2'), block('2', '1')] as unknown as Parameters<typeof convertPost>[0][]
  const site = { byId: new Map(items.map((each) => [each.id, each])), attachments: new Map() }
  const notes: string[] = []
  convertPost(items[0]!, site, (_, detail) => void notes.push(detail))
  expect(notes[0]).toContain('repeated too often')
})

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findSecretName } from '../../../schema/source/secret-files.ts'
import { resolveInside } from '../../../schema/util/resolve-inside.ts'
import { listSitemapUrls } from '../../shared/list-sitemap-urls.ts'
import { decodeText } from '../decode-text.ts'
import { toOldAddress } from '../old-address.ts'
import { type AddNote, createOldSite, type OldSite } from '../old-site.ts'

const documentPattern = /\.(?:x?html?|php|aspx?|jsp|cfm|cgi)(?:\?|@|%3f|$)/i
/** Files that a crawl saves as documents though their names do not end in .html. */
function startsLikeHtml(text: string): boolean {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    if (end === -1) return false
    rest = rest.slice(end + 3).trimStart()
  }
  return /^<(?:!doctype|html)\b/i.test(rest)
}

/** A text without any element, such as one that proves to a search engine who owns the site. */
const isPlain = (text: string): boolean => text.trim() !== '' && !text.includes('<')

/** Whether a file begins with what no text has, by the rules of browsers. UTF-16 has a mark first. */
const hasBinaryData = (bytes: Uint8Array): boolean =>
  !/^(?:\xff\xfe|\xfe\xff)/.test(Buffer.from(bytes.subarray(0, 2)).toString('latin1')) &&
  bytes.subarray(0, 1445).some((byte) => byte < 9 || byte === 11 || (byte > 13 && byte < 27))

/** Reads a folder of HTML files: hand-written, saved by a crawl, or the output of a generator. */
export async function readFolder(dir: string): Promise<OldSite> {
  const { root, origin } = await findRoot(dir)
  const site = createOldSite()
  if (origin !== undefined) site.origin = origin
  for (const path of await listFiles(root, site.note)) {
    const address = toOldAddress(`/${fromFileName(path)}`)
    const unread = (why: string) => site.note('unread', address, `${path} ${why}`)
    if (path.includes('\uFFFD')) {
      unread('has a name that is not UTF-8. Rename the file, and import again.')
      continue
    }
    const read = () => readFile(join(root, path))
    const name = path.split('/').at(-1)!
    const mayBeDocument = documentPattern.test(name) || !name.includes('.')
    const bytes = mayBeDocument ? await read() : Buffer.alloc(0)
    const isText = !hasBinaryData(bytes)
    const text = mayBeDocument && isText ? decodeText(bytes) : ''
    // GitHub Pages has the host of a site in this file.
    const host = path === 'CNAME' ? text.trim() : ''
    if (/^[\w-]+(?:\.[\w-]+)+$/.test(host)) site.origin ??= `https://${host}`
    const isProgram = /<\?(?:php|=|\s)/i.test(text)
    if (isProgram || !isText) {
      const [why, reason] = isProgram
        ? [
            'is a program, and only the server knows what it shows. Import the address of the running site.',
            'a program of the old server',
          ]
        : [
            'is no document, though its name says so: it has binary data.',
            'binary data with the name of a document',
          ]
      unread(why)
      site.others.set(address, { kind: 'lost', reason })
      continue
    }
    if (!isPlain(text) && (documentPattern.test(name) || startsLikeHtml(text))) {
      // A saved crawl may have the same document as page and page.html.
      site.pages.push({ address, base: `/${fromFileName(path)}`, html: text })
      continue
    }
    site.files.set(address, read)
    if (/^sitemap[\w-]*\.xml$/i.test(name)) addSitemap(site, decodeText(await read()))
  }
  for (const address of [...site.files.keys(), ...site.pages.map((page) => page.address)])
    if (site.others.get(address)?.kind === 'missing') site.others.delete(address)
  return site
}

/** A sitemap says what else the site had. */
function addSitemap(site: OldSite, text: string): void {
  for (const url of listSitemapUrls(text)) {
    if (!URL.canParse(url)) continue
    const { pathname, search } = new URL(url)
    const name = url.slice(url.lastIndexOf('/') + 1)
    if (name.includes('sitemap') && name.endsWith('.xml')) continue
    const reason = 'The sitemap has this address, but it is not in the folder.'
    site.others.set(toOldAddress(pathname + search), { kind: 'missing', reason })
  }
}

/** A crawl puts everything into a folder with the name of the host. */
async function findRoot(dir: string): Promise<{ root: string; origin?: string }> {
  const entries = await readdir(dir, { withFileTypes: true })
  const visible = entries.filter(({ name }) => !name.startsWith('.'))
  const hosts = visible.filter(
    (entry) => entry.isDirectory() && /^[\w-]+(\.[\w-]+)+(\+\d+)?$/.test(entry.name),
  )
  const [host] = hosts
  return visible.length === 1 && host
    ? { root: join(dir, host.name), origin: `https://${host.name.replace(/\+\d+$/, '')}` }
    : { root: dir }
}

/** Crawls write a question mark in a name as @ where it is not allowed. */
const fromFileName = (path: string): string =>
  path
    .replace(/%3f/i, '?')
    .replace(/@(?=[\w%.-]+=)/, '?')
    .replace(/(\?[^/]*)\.html$/, '$1')

/** Matches what programs keep beside the pages, such as FrontPage and Dreamweaver, and no server shows. */
const innerName = /^(?:\.(?!well-known$)|_vti_|_notes$|node_modules$)/

/** Notes hidden files that hold secrets, and links that lead out of the folder. */
async function listFiles(root: string, note: AddNote, below = ''): Promise<string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    const address = `/${path}`
    if (innerName.test(entry.name)) {
      const holds = findSecretName(entry.name)
      if (holds !== undefined) note('withheld', address, `It appears to contain ${holds}.`)
      continue
    }
    const link = entry.isSymbolicLink() ? resolveInside(root, path) : undefined
    if (entry.isDirectory()) found.push(...(await listFiles(root, note, path)))
    else if (entry.isFile() || (link?.path && (await stat(link.path)).isFile())) found.push(path)
    else if (link) {
      const why = link.refused ?? 'is a symbolic link to a folder'
      note('unread', address, `${path} ${why}. Copy it, and import again.`)
    }
  }
  return found
}

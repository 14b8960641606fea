import { readFileSync, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { resolveInside } from '../../../schema/util/resolve-inside.ts'
import { rankByCount } from '../../../schema/util/group-by.ts'
import type { OldDocument, OldMaterial } from './compare-sites.ts'
import { decodeText } from '../decode-text.ts'
import { listSheetPictures, readDocument } from './read-document.ts'
import { toTarget } from './name-targets.ts'

/** A document or a style sheet of a running site, as its server sent it. */
export type SentFile = {
  address: string
  /** Where its relative links begin. */
  base?: string | undefined
  bytes: Uint8Array
  charset?: string | undefined
}

/** Reads a running site from what its server has sent. */
export function readSentDocuments(
  documents: SentFile[],
  sentSheets: SentFile[],
  addresses: string[],
  hosts: Set<string>,
): OldMaterial {
  const sheets = new StyleSheets(hosts)
  for (const { address, bytes } of sentSheets) sheets.add(address, bytes)
  return {
    documents: documents.map(({ address, base = address, bytes, charset }) => ({
      ...{ addresses: [address], base },
      read: () => readDocument(decodeText(bytes, charset), sheets.findFor(base)),
    })),
    addresses,
    stylePictures: sheets.pictures,
    hosts,
  }
}

/** The style sheets of a site, and the pictures that they show. */
class StyleSheets {
  readonly pictures: string[] = []
  readonly #sheets = new Map<string, string>()

  constructor(private readonly hosts: Set<string>) {}

  add(address: string, bytes: Uint8Array): void {
    const css = Buffer.from(bytes).toString('latin1')
    this.#sheets.set(address, css)
    for (const file of new Set(listSheetPictures(css)))
      this.pictures.push(toTarget(file, { address }, new Set()))
  }

  /** @returns what finds a sheet by its address as a document writes it */
  findFor(address: string): (href: string) => string | undefined {
    return (href) => this.#sheets.get(toTarget(href, { address }, this.hosts))
  }
}

/** Reads a folder of HTML files, whoever wrote them. */
export async function readOldFolder(dir: string): Promise<OldMaterial> {
  const entries = await readdir(dir, { withFileTypes: true })
  const [first, ...others] = entries.filter(({ name }) => !name.startsWith('.'))
  const host = first?.isDirectory() && others.length === 0 ? first.name : ''
  // A crawl puts everything into a folder with the name of the host.
  const isHost = /^[\w-]+(?:\.[\w-]+)+(?:[+:]\d+)?$/.test(host)
  const root = isHost ? join(dir, host) : dir
  const hosts = new Set(isHost ? [host.replace(/[+:]\d+$/, '')] : [])
  const stated: string[] = []
  const documents: OldDocument[] = []
  const files = new Set<string>()
  const sheets = new StyleSheets(hosts)
  for (const path of await listFiles(root)) {
    if (path.includes('\uFFFD')) {
      files.add(`/${path}`)
      continue
    }
    // A film may be larger than the memory.
    const bytes = mayBeRead(path) ? await readFile(join(root, path)) : Buffer.alloc(0)
    if (isDocument(path, bytes)) {
      const html = decodeText(bytes)
      const base = `/${path}`
      const read = () =>
        readDocument(decodeText(readFileSync(join(root, path))), sheets.findFor(base))
      // A text without an element, such as a proof of ownership, is no page.
      const isPlain = html.trim() !== '' && !html.includes('<')
      if (isPlain || /<\?(?:php|=|\s)/i.test(html)) files.add(`/${path}`)
      else documents.push({ addresses: listAddresses(path), base, read })
      stated.push(...readStatedHost(html))
    } else {
      files.add(`/${path}`)
      if (path === 'CNAME')
        hosts.add(
          bytes
            .toString('latin1')
            .trim()
            .replace(/^www\./, ''),
        )
      if (/\.css$/i.test(path)) sheets.add(`/${path}`, bytes)
    }
  }
  // A single document may name another site, which had it first.
  const [most] = rankByCount(stated)
  if (most) hosts.add(most.item)
  const known = [...files, ...documents.flatMap((document) => document.addresses)]
  const names = new Set(known.map((address) => address.toLowerCase()))
  const has = (address: string) => {
    const path = address.split('#')[0]!.toLowerCase()
    return names.has(path) || names.has(path.split('?')[0]!)
  }
  return { documents, addresses: [...files], stylePictures: sheets.pictures, hosts, has }
}

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true })
  return entries
    .map((entry) => ({ entry, path: relative(root, join(entry.parentPath, entry.name)) }))
    .filter(
      ({ entry, path }) => entry.isFile() || (entry.isSymbolicLink() && isOwnFile(root, path)),
    )
    .map(({ path }) => path.replaceAll('\\', '/'))
    .filter((path) => !/(?:^|\/)(?:\.(?!well-known\/)|_vti_|(?:_notes|node_modules)\/)/.test(path))
    .sort()
}

/** Whether a link leads to a file of the folder. */
function isOwnFile(root: string, path: string): boolean {
  const { path: file } = resolveInside(root, path.replaceAll('\\', '/'))
  return file !== undefined && statSync(file).isFile()
}

const mayBeRead = (path: string): boolean =>
  /\.(?:css|x?html?|shtml|php|aspx?|jsp|cfm|cgi)(?:$|[?@]|%3f)|(?:^|\/)[^/.]*$/i.test(path) ||
  !/\.\w{1,5}$/.test(path)

function isDocument(path: string, bytes: Uint8Array): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  // Such as a picture with the name of a document. In UTF-16, a mark is first.
  const isUtf16 = bytes[0]! + bytes[1]! === 0xff + 0xfe
  if (!isUtf16 && bytes.subarray(0, 1445).some((byte) => byte < 9)) return false
  if (/\.(?:x?html?|shtml)$/i.test(name)) return true
  if (/\.(?:php|aspx?|jsp|cfm|cgi)(?:$|[?@]|%3f)/i.test(name)) return true
  const start = Buffer.from(bytes.subarray(0, 100_000)).toString('latin1')
  const isNamed = /\.\w{1,5}$/.test(name)
  return (
    !isNamed &&
    /^(?:\s|<!--[\s\S]*?-->)*<(?:!doctype\s+html|html)\b/i.test(start.replace(/^\xef\xbb\xbf/, ''))
  )
}

/** A crawl saves an address with a query under one of several names. */
function listAddresses(path: string): string[] {
  const forms = [`/${path}`]
  const asked = path.replace(/%3f/i, '?').replace(/@(?=[\w%.-]+=)/, '?')
  if (asked.includes('?')) forms.unshift(`/${asked.replace(/(\?.*)\.html$/, '$1')}`, `/${asked}`)
  return forms.map((form) => form.replace(/\/index\.html$/, '/').replace(/(?<=.)\/$/, ''))
}

/** A document may say where it was published. */
function readStatedHost(html: string): string[] {
  const tags = html.match(
    /<(?:link|meta)\b[^>]{0,500}\b(?:canonical|og:url)\b[^>]{0,500}>|<base\b[^>]{0,500}>/gi,
  )
  const [, url = ''] = /(?:href|content)=["']?(https?:[^"'\s>]+)/i.exec((tags ?? []).join('')) ?? []
  return URL.canParse(url) ? [new URL(url).host.replace(/^www\./, '')] : []
}

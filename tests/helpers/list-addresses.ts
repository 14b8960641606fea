/** Finding every address in the files of a built site. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Parser } from 'htmlparser2'
import { listOutputFiles } from './output-files.ts'

/** @property file of the output @property where such as `a href` or `url()` */
export type FoundAddress = { file: string; where: string; address: string }

/** Attributes that hold one address or several. */
const addressAttributes = /^(href|src|action|poster|content|data-(?!base$).+)$/

/** Lists the addresses of this origin in the texts of a built folder: paths and absolute URLs. */
export async function listOutputAddresses(dir: string, origin: string): Promise<FoundAddress[]> {
  const found: FoundAddress[] = []
  for (const file of await listOutputFiles(dir)) {
    const text = await readFile(join(dir, file), 'utf8')
    const add = (where: string, values: string[]) => {
      for (const value of values)
        if (isOwn(value, origin)) found.push({ file, where, address: toPath(value, origin) })
    }
    if (file.startsWith('/.')) continue
    const type = extname(file)
    if (type === '.html') readHtml(text, add)
    else if (type === '.css') readCss(text, add)
    else if (type === '.json' || type === '.webmanifest') readJson(JSON.parse(text), '', add)
    else if (type === '.xml' || type === '.txt') add(type, text.match(/https?:\/\/[^\s<"]+/g) ?? [])
  }
  return found
}

type Add = (where: string, values: string[]) => void

const isOwn = (value: string, origin: string) =>
  /^\/(?!\/)[^\s]*$/.test(value) || value.startsWith(`${origin}/`)
const toPath = (value: string, origin: string) =>
  value.startsWith(origin) ? value.slice(origin.length) : value

function readHtml(html: string, add: Add): void {
  let inside = ''
  let text = ''
  const parser = new Parser({
    onopentag(name, attributes) {
      inside = attributes.type ?? name
      text = ''
      for (const [key, value] of Object.entries(attributes)) {
        const where = `${name} ${key}`
        if (key === 'srcset')
          add(
            where,
            value.split(',').map((part) => part.trim().split(' ')[0]!),
          )
        else if (key === 'content' && attributes['http-equiv'] === 'refresh')
          add(where, [value.replace(/^.*url=/, '')])
        else if (key === 'data-measuring') readJson(JSON.parse(value), where, add)
        else if (addressAttributes.test(key)) add(where, value.split(' '))
        else if (key === 'style') readCss(value, add)
      }
    },
    ontext: (part) => void (text += part),
    onclosetag(name) {
      if (name === 'style') readCss(text, add)
      if (inside === 'application/ld+json' || inside === 'speculationrules')
        readJson(JSON.parse(text), inside, add)
      inside = ''
    },
  })
  parser.end(html)
}

const readCss = (css: string, add: Add): void =>
  add(
    'url()',
    [...css.matchAll(/url\(["']?([^"')]*)/g)].map(([, url]) => url!),
  )

/**
 * Addresses that no browser requests: the route says which page this is, the policy uses the
 * origins of services, and a page without a label has its route as the text of its crumb.
 */
const otherKeys = new Set(['route', 'origin', 'label', 'scripts', 'connections', 'forms'])

function readJson(value: unknown, key: string, add: Add): void {
  if (typeof value === 'string') {
    if (!otherKeys.has(key)) add(key, [value])
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value))
      readJson(item, Array.isArray(value) ? key : name, add)
  }
}

import { toDay } from '../../../schema/days/day.ts'
import { isCalendarDate } from '../../../schema/times/written-day.ts'
import { isRecord } from '../../../schema/util/records.ts'
import { findAll, findFirst, getRawText, type HtmlDocument } from './dom.ts'
import { tryParseJson } from '../../../schema/util/try-parse.ts'

/** What the head of an old document says. */
export type OldHead = {
  title: string
  description: string
  language?: string
  /** Absolute or relative, as written. */
  canonical?: string
  /** The address that it asks others to share. */
  shared?: string
  /** Where relative addresses begin, if it is not the address of the document. */
  base?: string
  /** Where the document sends visitors. */
  refresh?: string
  siteName?: string
  /** Days (ISO) on which an article was published and updated. */
  published?: string
  updated?: string
  category?: string
  author?: string
  noindex: boolean
  /** Every object of the structured data. */
  jsonLd: Record<string, unknown>[]
}

export function readHead(document: HtmlDocument): OldHead {
  const metas = findAll(document, 'meta')
  const getMeta = (...names: string[]) => {
    const found = metas.find(({ attribs }) =>
      names.includes((attribs.name ?? attribs.property ?? '').toLowerCase()),
    )
    return clean(found?.attribs.content)
  }
  const getHeader = (name: string) =>
    clean(
      metas.find(({ attribs }) => attribs['http-equiv']?.toLowerCase() === name)?.attribs.content,
    )
  const [, target] = /url\s*=\s*['"]?([^'"]+)/i.exec(getHeader('refresh') ?? '') ?? []
  // Some themes write an empty one before that of an extension.
  const titles = findAll(document, 'title')
    .filter(({ parent }) => parent && !isSvg(parent))
    .map((element) => collapse(getRawText(element)))
  const canonical = findAll(document, 'link').find(({ attribs }) => attribs.rel === 'canonical')
  const jsonLd = readJsonLd(document)
  const article = jsonLd.find(({ '@type': type }) => /Article|BlogPosting/.test(String(type)))
  return {
    title: titles.find((text) => text !== '') ?? '',
    description: getMeta('description') ?? getMeta('og:description') ?? '',
    language:
      clean(findFirst(document, 'html')?.attribs.lang) ??
      getHeader('content-language')?.split(',')[0],
    canonical: clean(canonical?.attribs.href),
    shared: getMeta('og:url'),
    base: clean(findFirst(document, 'base')?.attribs.href),
    refresh: target?.trim(),
    siteName: getMeta('og:site_name', 'application-name'),
    published: parseDay(
      asText(article?.datePublished) ?? getMeta('article:published_time', 'date'),
    ),
    updated: parseDay(asText(article?.dateModified) ?? getMeta('article:modified_time')),
    category: asText(article?.articleSection) ?? getMeta('article:section'),
    author: asText(article?.author) ?? getMeta('author', 'article:author'),
    noindex: /noindex/i.test(getMeta('robots') ?? ''),
    jsonLd,
  }
}

const collapse = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const clean = (text: string | undefined) =>
  text && collapse(text) !== '' ? collapse(text) : undefined
const isSvg = (node: object) => 'name' in node && node.name === 'svg'

/** The text of a value in structured data: itself, or the name of the object. */
function asText(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value
  if (typeof one === 'string') return clean(one)
  return isRecord(one) ? asText(one.name) : undefined
}

/** @returns the day of a date as sites write it, such as 2019-05-03T10:00:00Z */
export function parseDay(written: string | undefined): string | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(written ?? '') ?? []
  // Generators write a date that is not set as the first day of the calendar.
  if (day !== undefined) return isCalendarDate(day) && day >= '1900' ? day : undefined
  const time = /\b(?:19|20)\d\d\b/.test(written ?? '') ? Date.parse(`${written} UTC`) : NaN
  return Number.isNaN(time) ? undefined : toDay(time)
}

function readJsonLd(document: HtmlDocument): Record<string, unknown>[] {
  const scripts = findAll(document, 'script').filter(
    ({ attribs }) => attribs.type === 'application/ld+json',
  )
  return scripts.flatMap((script) => listObjects(tryParseJson(getRawText(script))))
}

function listObjects(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(listObjects)
  if (!isRecord(value)) return []
  return [value, ...Object.values(value).flatMap(listObjects)]
}

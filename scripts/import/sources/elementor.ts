/** Pages that were made with Elementor, which keeps their text in its own data. */
import {
  asList,
  asRecords,
  asRecord,
  isRecord,
  type UnknownRecord,
} from '../../../schema/util/records.ts'
import type { ImportNote } from '../old-site.ts'
import { tryParseJson } from '../../../schema/util/try-parse.ts'

type NoteContent = (what: ImportNote['what'], detail: string) => void

/** @returns the page as HTML; undefined if the data cannot be read */
export function convertElementor(json: string, note: NoteContent): string | undefined {
  const data = tryParseJson(json) ?? tryParseJson(json.replaceAll(/\\(["\\/])/g, '$1'))
  if (!Array.isArray(data)) {
    note(
      'unread',
      'The data of Elementor is not valid JSON. The text that WordPress has of the page was taken instead.',
    )
    return undefined
  }
  return data.map((element) => convertElement(element, note)).join('\n')
}

function convertElement(element: unknown, note: NoteContent): string {
  if (!isRecord(element)) return ''
  const { elType, widgetType, elements } = element
  if (elType === 'widget')
    return convertWidget(String(widgetType), asRecord(element.settings), note)
  const inner = asList(elements)
  return `<div>${inner.map((child) => convertElement(child, note)).join('\n')}</div>`
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const escapeQuotes = (value: unknown): string => text(value).replaceAll('"', '&quot;')
const urlOf = (value: unknown): string => text(asRecord(value).url)
const wrap = (tag: string, value: unknown) =>
  text(value) === '' ? '' : `<${tag}>${text(value)}</${tag}>`
const link = (label: unknown, to: unknown) =>
  urlOf(to) === '' ? text(label) : `<a href="${escapeQuotes(urlOf(to))}">${text(label)}</a>`
const picture = (image: unknown, caption?: unknown) =>
  urlOf(image) === ''
    ? ''
    : `<figure><img src="${escapeQuotes(urlOf(image))}" alt="${escapeQuotes(asRecord(image).alt)}">${wrap('figcaption', caption)}</figure>`

type Convert = (settings: UnknownRecord) => string

const folded: Convert = ({ tabs }) =>
  asRecords(tabs)
    .map(
      (tab) =>
        `<details><summary>${text(tab.tab_title)}</summary>${text(tab.tab_content)}</details>`,
    )
    .join('')

const box: Convert = ({ title_text: title, description_text: description, link: to, image }) =>
  `${picture(image)}${wrap('h3', title && link(title, to))}${wrap('p', description)}`

/** What each widget shows, as HTML. */
const widgets: Record<string, Convert> = {
  heading: ({ title, header_size: size, link: to }) =>
    wrap(
      /^h[1-6]$/.test(text(size)) ? text(size) : size === undefined ? 'h2' : 'p',
      link(title, to),
    ),
  'text-editor': ({ editor }) => text(editor),
  image: ({ image, caption }) => picture(image, caption),
  button: ({ text: label, link: to }) =>
    urlOf(to) === ''
      ? wrap('p', label)
      : `<p><a class="button" href="${escapeQuotes(urlOf(to))}">${text(label)}</a></p>`,
  'icon-list': ({ icon_list: list }) =>
    `<ul>${asRecords(list)
      .map((entry) => `<li>${link(entry.text, entry.link)}</li>`)
      .join('')}</ul>`,
  accordion: folded,
  toggle: folded,
  tabs: ({ tabs }) =>
    asRecords(tabs)
      .map((tab) => `<h3>${text(tab.tab_title)}</h3>${text(tab.tab_content)}`)
      .join(''),
  'image-gallery': ({ wp_gallery: gallery }) =>
    `<div class="gallery">${asRecords(gallery)
      .map((image) => picture(image))
      .join('')}</div>`,
  'icon-box': box,
  'image-box': box,
  testimonial: ({ testimonial_content: quote, testimonial_name: name, testimonial_job: job }) =>
    `<blockquote>${wrap('p', quote)}${wrap('p', [name, job].map(text).filter(Boolean).join(', '))}</blockquote>`,
  counter: ({ prefix, ending_number: number, suffix, title }) =>
    wrap('p', `${text(prefix)}${text(number)}${text(suffix)} ${text(title)}`.trim()),
  alert: ({ alert_title: title, alert_description: description }) =>
    `${wrap('h3', title)}${wrap('p', description)}`,
  html: ({ html }) => text(html),
  shortcode: ({ shortcode }) => text(shortcode),
  'theme-post-title': () => '',
  divider: () => '',
  spacer: () => '',
  'menu-anchor': ({ anchor }) => `<a id="${escapeQuotes(anchor)}"></a>`,
}

function convertWidget(type: string, settings: UnknownRecord, note: NoteContent): string {
  const convert = widgets[type]
  if (convert) return convert(settings)
  // Whatever a visitor may have read there.
  const shown = collectTexts(settings)
  note(
    'element',
    `the Elementor widget ${type}${shown.length > 0 ? `, with: ${shown.join(' | ')}` : ''}`,
  )
  return ''
}

const textSetting =
  /title|text|label|content|description|caption|url|address|placeholder|name|html|editor/i

function collectTexts(value: unknown, key = ''): string[] {
  if (typeof value === 'string')
    return textSetting.test(key) && /\p{L}{2}/u.test(value)
      ? [value.replaceAll(/<[^<>]*>|\s+/g, ' ').trim()]
      : []
  if (Array.isArray(value)) return value.flatMap((each) => collectTexts(each, key))
  return isRecord(value)
    ? Object.entries(value)
        .filter(
          ([name]) => !name.startsWith('_') && !/typography|color|align|size|_tag$/.test(name),
        )
        .flatMap(([name, child]) => collectTexts(child, name))
    : []
}

import { toPlainText } from '../../../blocks/shared/text/plain-text.ts'
import type { PageData, RichNode, RichText, SiteData } from '../../../schema/page-data.ts'
import { isRecord, type UnknownRecord } from '../../../schema/util/records.ts'
import type { Schema } from '../../../schema/validate/json-schema.ts'
import { getSchemaNode, type ResolvedNode } from '../../../schema/validate/walk-schema.ts'

/** What visitors see of a page or of the shell, in reading order. */
export type Contents = {
  /** Without those of headings and links. */
  texts: string[]
  headings: string[]
  links: ShownLink[]
  pictures: ShownPicture[]
  /** The types of the blocks, with their layouts. */
  blockTypes: string[]
  /** Everything else, by what it is: `tone of the block notice`. */
  others: Map<string, OtherValues>
}

export type ShownLink = { href: string; text: string }
export type ShownPicture = { src: string; alt: string }

/**
 * Values that are neither texts, links nor pictures, such as options.
 * @property isDerived whether they follow from what is compared elsewhere, such as the sizes of
 *   pictures
 */
type OtherValues = { label: string; values: string[]; isDerived: boolean }

/** Sources of derived properties whose texts visitors see: see `derived` in the schema. */
const shownSources =
  /^(page\.(breadcrumbs|article|articles|related)|map-of\..*|site\.(opening-hours|reviews|tariff|address))$/

/** Properties of derived values that are not shown. */
const silentNames = new Set([
  ...['anchor', 'base', 'bar', 'blur', 'calendar', 'counties', 'id', 'icon', 'iso', 'language'],
  ...['projection', 'slug', 'src', 'states', 'style', 'timeZone', 'type', 'unit', 'where'],
])

const headingNames = new Set(['heading', 'title', 'question'])

/** Lists what a page contains, apart from its head. The schema says what each property is. */
export function listPageContents(page: PageData, schema: Schema): Contents {
  const lister = new ContentLister()
  const counts = new Map<string, number>()
  for (const block of page.blocks) {
    const { type, layout } = block as { type: string; layout?: string }
    const count = (counts.get(type) ?? 0) + 1
    counts.set(type, count)
    lister.contents.blockTypes.push(layout === undefined ? type : `${type} ${layout}`)
    lister.enter(`${type} ${count}`, `the block ${type}`)
    lister.addOther('block', type, true)
    lister.visit(block, '', getSchemaNode(schema, 'block').resolve(block), 'shown')
  }
  const { route: _, blocks: __, head, jsonLd: ___, action, ...rest } = page
  lister.enter('page', 'the page')
  if (action) lister.visit(action, 'action', undefined, 'shown')
  for (const name of ['kind', 'language', 'shell'] as const)
    lister.addOther(name, rest[name], false)
  const { title: ____, description: _____, canonical: ______, robots: _______, ...links } = head
  lister.visit({ ...rest, ...links }, '', undefined, 'derived')
  return lister.contents
}

/** Lists what the header, the footer and the bar on phones contain. */
export function listShellContents({ logo, header, footer, words, ...site }: SiteData): Contents {
  const lister = new ContentLister()
  lister.enter('shell', 'the header and footer')
  const { phone, email, address } = site
  for (const part of [logo, header, { phone, email, address }, footer])
    lister.visit(part, '', undefined, 'shown')
  lister.visit({ words, name: site.name }, '', undefined, 'derived')
  return lister.contents
}

/** How a value without a schema is taken: its texts are shown, or it follows from other values. */
type Mode = 'shown' | 'derived'

class ContentLister {
  readonly contents: Contents = {
    texts: [],
    headings: [],
    links: [],
    pictures: [],
    blockTypes: [],
    others: new Map(),
  }
  /** The part that is being visited, for keys and for people. */
  #part = ''
  #partLabel = ''

  enter(part: string, label: string): void {
    this.#part = part
    this.#partLabel = label
  }

  visit(value: unknown, name: string, node: ResolvedNode | undefined, mode: Mode): void {
    if (value === undefined || value === null) return
    if (isRichText(value) || (Array.isArray(value) && node?.schema.format === 'markdown')) {
      if (mode === 'shown') this.#visitRichText(value as RichText, name)
      return
    }
    if (Array.isArray(value)) {
      for (const item of value) this.visit(item, name, node?.items?.resolve(item), mode)
    } else if (isRecord(value)) this.#visitGroup(value, name, node, mode)
    else if (typeof value === 'string') this.#visitString(value, name, node, mode)
    else this.addOther(name, value, mode === 'derived' || node === undefined)
  }

  #visitGroup(
    group: UnknownRecord,
    name: string,
    node: ResolvedNode | undefined,
    mode: Mode,
  ): void {
    const { href, src, alt, label, text, ...rest } = group
    if (mode === 'shown' && typeof text === 'string' && typeof group.unit === 'string') {
      // A fact. Its numbers are in structured data.
      this.contents.texts.push(text)
      this.visit(rest, name, undefined, 'derived')
      return
    }
    const known = new Set<string>()
    if (mode === 'shown' && typeof href === 'string') {
      const own = [label, text].find((each) => typeof each === 'string')
      this.contents.links.push({ href, text: own ?? '' })
      for (const each of ['href', ...(own === undefined ? [] : [own === label ? 'label' : 'text'])])
        known.add(each)
    }
    const file = isRecord(src) ? src.src : src
    if (mode === 'shown' && typeof file === 'string') {
      this.contents.pictures.push({ src: file, alt: typeof alt === 'string' ? alt : '' })
      for (const each of ['src', 'alt']) known.add(each)
      if (isRecord(src)) this.visit({ ...src, src: undefined }, 'picture', undefined, 'derived')
      for (const each of ['width', 'height', 'copies', 'blur']) {
        known.add(each)
        this.visit(group[each], each, undefined, 'derived')
      }
    }
    for (const [key, child] of Object.entries(group)) {
      if (known.has(key)) continue
      const property = (node?.properties.get(key) ?? node?.additional)?.resolve(child)
      const source = property?.schema.derived
      const isSilent = mode === 'derived' || (!property && silentNames.has(key))
      const isHidden = source !== undefined && !shownSources.test(source) && !isContact(child)
      // An author may write what is derived otherwise.
      const isText = property?.schema.format !== undefined
      this.visit(child, key, property, isSilent || (isHidden && !isText) ? 'derived' : 'shown')
    }
  }

  #visitString(value: string, name: string, node: ResolvedNode | undefined, mode: Mode): void {
    const format = node?.schema.format
    if (mode === 'derived') this.addOther(name, value, true)
    else if (format === 'link') this.contents.links.push({ href: value, text: '' })
    else if (format === 'picture') this.contents.pictures.push({ src: value, alt: '' })
    else if (node && format !== 'text' && format !== 'markdown')
      this.addOther(name, value, name === 'type' || format === 'anchor')
    else if (headingNames.has(name)) this.contents.headings.push(value)
    else if (value !== '') this.contents.texts.push(value)
  }

  #visitRichText(nodes: RichText, name: string): void {
    this.addOther(name, describeMarkup(nodes), true)
    // What stands beside paragraphs is a paragraph of its own.
    let run: RichNode[] = []
    const end = () => {
      const text = toPlainText(run)
      if (text !== '') this.contents.texts.push(text)
      run = []
    }
    for (const node of nodes) {
      if (typeof node === 'string' || isInline(node)) {
        run.push(node)
        this.#collectLinks([node])
        continue
      }
      end()
      if (node.t === 'picture') {
        const { file, alt, caption } = node
        this.visit({ src: file, alt, caption }, 'picture', undefined, 'shown')
      } else if (node.t === 'h2' || node.t === 'h3') {
        this.contents.headings.push(toPlainText(node.c))
        this.#collectLinks(node.c)
      } else if ('c' in node) this.#visitRichText(node.c, name)
    }
    end()
  }

  #collectLinks(nodes: RichNode[]): void {
    for (const node of nodes) {
      if (typeof node === 'string' || !('c' in node)) continue
      if (node.t === 'a') this.contents.links.push({ href: node.href, text: toPlainText(node.c) })
      this.#collectLinks(node.c)
    }
  }

  addOther(name: string, value: unknown, isDerived: boolean): void {
    if (value === undefined) return
    const key = `${this.#part} ${name}`
    const { others } = this.contents
    const label = `${name} of ${this.#partLabel}`
    // A block may name a service of its own in place of that of the settings.
    const isOwn = name === 'endpoint' || name === 'script'
    const known = others.get(key) ?? { label, values: [], isDerived: isDerived && !isOwn }
    known.values.push(String(value))
    others.set(key, known)
  }
}

const isContact = (value: unknown): boolean =>
  isRecord(value) && typeof value.href === 'string' && /^(tel|mailto):/.test(value.href)

const isInline = ({ t }: Exclude<RichNode, string>): boolean =>
  t === 'a' || t === 'strong' || t === 'em' || t === 'del' || t === 'br'

/** Whether a value is a text in Markdown. A list of texts is one, too, if no node is in it. */
const isRichText = (value: unknown): value is RichText =>
  Array.isArray(value) &&
  value.some((node) => isRecord(node) && typeof node.t === 'string') &&
  value.every((node) => typeof node === 'string' || (isRecord(node) && typeof node.t === 'string'))

/** `p(strong,a)`: texts that are the same may be formatted otherwise. */
const describeMarkup = (nodes: RichNode[]): string =>
  nodes
    .map((node) =>
      typeof node === 'string'
        ? '-'
        : 'c' in node
          ? `${node.t}(${describeMarkup(node.c)})`
          : node.t,
    )
    .join()

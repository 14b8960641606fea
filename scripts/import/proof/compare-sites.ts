/** Compares an old site with the new one: every difference that a visitor or a search engine meets. */
import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ReportProgress } from '../../prerender/run/show-progress.ts'
import { getBareUrl, toFileName, toTarget } from './name-targets.ts'
import type { BuiltSite, SiteAnswer } from './built-site.ts'
import { isPictureFile, type ShownDocument } from './read-document.ts'

/** An old site as it was read for the proof. */
export type OldMaterial = {
  documents: OldDocument[]
  /** All other addresses that it answered, decoded. */
  addresses: string[]
  /** Whether a file or a document had this address. Undefined if nobody knows. */
  has?(address: string): boolean
  /** Hosts of the old site. */
  hosts: Set<string>
}

export type OldDocument = {
  /** Decoded. What a crawl has saved under another name may have had one of several. */
  addresses: string[]
  /** Reads it again each time, because a site may be larger than the memory. */
  read(): ShownDocument
  /** Whether the source knows only a part of the title, because a program completed it. */
  hasPartOfTitle?: boolean
}

export const differenceHeadings = {
  addresses: 'Addresses that lead nowhere',
  page: 'Documents without a page',
  words: 'Words that are not on the page',
  elsewhere: 'Words that are only on other pages now',
  figures: 'Figures that are not on the page',
  newFigures: 'Figures that the old page did not have',
  pictures: 'Pictures that are not on the page',
  links: 'Links that are not on the page',
  titles: 'Titles',
  descriptions: 'Descriptions',
  noindex: 'What search engines may list',
  leftOut: 'Shortcodes and the like, of which only the text is taken',
  frame:
    'Text, pictures and links of the old header, menu and footer that are nowhere on the new site',
} as const
export type DifferenceKind = keyof typeof differenceHeadings
export type Difference = { kind: DifferenceKind; address: string; detail: string }

export const countedKinds = [
  'words',
  'figures',
  'pictures',
  'links',
  'titles',
  'descriptions',
  'addresses',
] as const
type Counts = Record<(typeof countedKinds)[number], { kept: number; all: number }>

export type Proof = {
  counts: Counts
  differences: Difference[]
  /** How many lines of text most old documents have, so that they count as their frame. */
  frameLines: number
}

export const compareSites = (
  old: OldMaterial,
  built: BuiltSite,
  onProgress?: ReportProgress,
): Promise<Proof> => new Comparison(old, built, onProgress).run()

class Comparison {
  readonly #old: OldMaterial
  readonly #built: BuiltSite
  readonly #onProgress: ReportProgress | undefined
  readonly #counts = Object.fromEntries(
    countedKinds.map((kind) => [kind, { kept: 0, all: 0 }]),
  ) as Counts
  readonly #differences: Difference[] = []
  /** What the frames of the old and the new pages have. */
  readonly #oldFrame = new FrameFinder()
  readonly #newFrame = new FrameFinder()
  /** What any new page has. */
  readonly #everywhere: PageIndex = { words: new Set(), pictures: new Set(), links: new Set() }

  constructor(old: OldMaterial, built: BuiltSite, onProgress: ReportProgress | undefined) {
    this.#old = old
    this.#built = built
    this.#onProgress = onProgress
  }

  async run(): Promise<Proof> {
    const { documents, addresses, hosts } = this.#old
    const { routes } = this.#built
    const all = routes.length + 2 * documents.length
    let done = 0
    const report = async () => {
      if (++done % 20 !== 0) return
      this.#onProgress?.('proof', done, all)
      await setImmediate()
    }
    for (const route of routes) {
      const page = this.#built.read(route)
      if (page) {
        const listed = this.#list(page, route)
        this.#newFrame.add(listed)
        addToIndex(this.#everywhere, listed)
      }
      await report()
    }
    for (const { addresses: own, read } of documents) {
      this.#oldFrame.add(this.#list(read(), own[0]!, hosts))
      await report()
    }
    for (const frame of [this.#newFrame, this.#oldFrame]) frame.end()
    for (const document of documents) {
      this.#compareDocument(document)
      await report()
    }
    this.#compareFrame()
    for (const address of addresses)
      this.#count(
        'addresses',
        this.#built.answer(address) !== undefined,
        address,
        () => 'The new site has no answer.',
      )
    return {
      counts: this.#counts,
      differences: this.#differences,
      frameLines: this.#oldFrame.lines.size,
    }
  }

  #list(shown: ShownDocument, address: string, hosts?: Set<string>): Listed {
    const base = { address, base: shown.base }
    const own = hosts ?? new Set([getHost(this.#built.origin)])
    return {
      lines: shown.lines,
      pictures: shown.pictures.map((files) => files.map((file) => toTarget(file, base, own))),
      links: [...new Set(shown.links.map((href) => toTarget(href, base, own)))],
    }
  }

  #add(kind: DifferenceKind, address: string, detail: string): void {
    this.#differences.push({ kind, address, detail })
  }

  #count(kind: keyof Counts, isKept: boolean, address: string, explain: () => string): void {
    const count = this.#counts[kind]
    count.all++
    if (isKept) count.kept++
    else this.#add(kind, address, explain())
  }

  #compareDocument({ addresses, read, hasPartOfTitle }: OldDocument): void {
    const shown = read()
    const answers = addresses.map((each) => this.#built.answer(each))
    const at = Math.max(
      answers.findIndex((each) => each !== undefined),
      0,
    )
    const [address, answer] = [addresses[at]!, answers[at]]
    for (const each of shown.leftOut ?? []) this.#add('leftOut', address, each)
    this.#count('addresses', answer !== undefined, address, () => 'The new site has no answer.')
    const route = answer && 'route' in answer ? answer.route : undefined
    const page = route === undefined ? undefined : this.#built.read(route)
    const old = this.#list(shown, address, this.#old.hosts)
    const fresh = page ? this.#list(page, route!) : { lines: [], pictures: [], links: [] }
    if (!page && shown.lines.length > 0 && shown.refresh === undefined)
      this.#add('page', address, `${describeAnswer(answer)} It said: ${shown.lines.join(' | ')}`)
    this.#compareWords(address, old, fresh, shown, page)
    this.#compareTargets(address, old, fresh)
    if (!page) return
    if (shown.title !== '') {
      const [before, after] = [toPlain(shown.title), toPlain(page.title)]
      const isSame = hasPartOfTitle ? after.includes(before) : before === after
      this.#count('titles', isSame, address, () => `“${shown.title}” is “${page.title}” now.`)
    }
    if (shown.description !== '')
      this.#count(
        'descriptions',
        toPlain(shown.description) === toPlain(page.description),
        address,
        () => `“${shown.description}” is “${page.description}” now.`,
      )
    if (shown.isNoindex !== page.isNoindex)
      this.#add(
        'noindex',
        address,
        shown.isNoindex ? 'It asked not to be listed.' : 'It asks not to be listed now.',
      )
  }

  #compareWords(
    address: string,
    old: Listed,
    fresh: Listed,
    shown: ShownDocument,
    page: ShownDocument | undefined,
  ): void {
    const content = leaveOutFrame(fresh.lines, this.#newFrame)
    const left = new WordCounter(content)
    const around = createIndex(fresh)
    for (const line of leaveOutFrame(old.lines, this.#oldFrame)) {
      const tokens = listTokens(line)
      const missing = tokens.filter((token) => !left.take(token))
      const lost = new Set(missing)
      for (const token of tokens) this.#counts[kindOf(token)].all++
      for (const kind of ['words', 'figures'] as const) {
        const own = missing.filter((token) => kindOf(token) === kind)
        this.#counts[kind].kept +=
          tokens.filter((token) => kindOf(token) === kind).length - own.length
      }
      if (lost.size === 0) continue
      const list = [...lost]
      const isElsewhere = list.every((token) => this.#everywhere.words.has(token))
      const isAround = list.every((token) => around.words.has(token))
      const kind = isElsewhere
        ? 'elsewhere'
        : list.some((token) => kindOf(token) === 'words')
          ? 'words'
          : 'figures'
      const where = isAround ? ', which the page has at another place' : ''
      this.#add(kind, address, `${list.join(' ')}${where} (in: ${shorten(line)})`)
    }
    const numbers = new WordCounter([...content, ...(page?.numbers ?? [])])
    const lostNumbers = shown.numbers.filter((number) => !numbers.take(number))
    if (lostNumbers.length > 0)
      this.#add('figures', address, `${lostNumbers.join(' ')} in front of the items of a list`)
    const known = new Set(
      [...old.lines, ...shown.numbers, shown.title, shown.description].flatMap(listTokens),
    )
    for (const line of content) {
      if (page?.added.includes(line)) continue
      const added = listTokens(line).filter(
        (token) => kindOf(token) === 'figures' && !known.has(token),
      )
      if (added.length > 0)
        this.#add('newFigures', address, `${[...new Set(added)].join(' ')} (in: ${shorten(line)})`)
    }
  }

  #compareTargets(address: string, old: Listed, fresh: Listed): void {
    const index = createIndex(fresh)
    for (const files of old.pictures) {
      if (this.#oldFrame.pictures.has(files[0]!)) continue
      this.#comparePicture(address, files, index, 'pictures')
    }
    for (const link of old.links) {
      if (this.#oldFrame.links.has(link)) continue
      this.#compareLink(address, link, index, 'links')
    }
  }

  #comparePicture(
    address: string,
    files: string[],
    index: PageIndex,
    kind: 'pictures' | 'frame',
  ): void {
    const { has } = this.#old
    if (files.some((file) => index.pictures.has(toFileName(file)))) {
      this.#countTarget('pictures', true)
      return
    }
    const isThere = !has || files.some((file) => has(file))
    if (isThere) this.#countTarget('pictures', false)
    const why = isThere ? '' : ', which the old site did not have'
    this.#add(kind, address, `${files[0]}${why}`)
  }

  #compareLink(address: string, link: string, index: PageIndex, kind: 'links' | 'frame'): void {
    const isKept = this.#isLinked(link, address, index)
    if (isKept === undefined) return
    const ledNowhere = !isKept && link.startsWith('/') && this.#old.has?.(link) === false
    if (!ledNowhere) this.#countTarget('links', isKept)
    if (!isKept)
      this.#add(kind, address, `${link}${ledNowhere ? ', which led nowhere on the old site' : ''}`)
  }

  #countTarget(kind: 'pictures' | 'links', isKept: boolean): void {
    this.#counts[kind].all++
    if (isKept) this.#counts[kind].kept++
  }

  /** @returns undefined for a link to a part of the same page, which a browser scrolls to */
  #isLinked(link: string, from: string, { links, pictures }: PageIndex): boolean | undefined {
    // What a small picture led to may be shown now.
    if (links.has(link) || (isPictureFile(link) && pictures.has(toFileName(link)))) return true
    if (!link.startsWith('/')) {
      const bare = getBareUrl(link)
      return [...links].some((each) => getBareUrl(each) === bare)
    }
    const [path = '/'] = link.split('#')
    if (path === from.split('#')[0] || path === '') return undefined
    const answer = this.#built.answer(path)
    if (!answer) return false
    if ('route' in answer) {
      if (this.#answersSame(from, answer.route)) return undefined
      return [...links].some((each) => each.split(/[#?]/)[0] === answer.route)
    }
    return 'file' in answer ? links.has(answer.file) : 'url' in answer && links.has(answer.url)
  }

  #answersSame(address: string, route: string): boolean {
    const own = this.#built.answer(address)
    return own !== undefined && 'route' in own && own.route === route
  }

  #compareFrame(): void {
    const { lines, pictures, links } = this.#oldFrame
    for (const [line, { pages }] of lines) {
      const tokens = listTokens(line)
      const missing = tokens.filter((token) => !this.#everywhere.words.has(token))
      for (const token of tokens) {
        const kind = this.#counts[kindOf(token)]
        kind.all++
        if (!missing.includes(token)) kind.kept++
      }
      if (missing.length > 0)
        this.#add(
          'frame',
          '',
          `${[...new Set(missing)].join(' ')} (on ${pages} pages, in: ${shorten(line)})`,
        )
    }
    for (const files of pictures.values())
      this.#comparePicture('', files, this.#everywhere, 'frame')
    for (const link of links) this.#compareLink('', link, this.#everywhere, 'frame')
  }
}

const getHost = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '')

const describeAnswer = (answer: SiteAnswer | undefined): string =>
  !answer
    ? 'The new site has no answer.'
    : 'gone' in answer
      ? 'The new site says that it is gone.'
      : 'url' in answer
        ? `It leads to ${answer.url}.`
        : 'file' in answer
          ? 'A file is there now.'
          : `${answer.route} has errors, so that it was not built.`

/** What a document shows, with its targets resolved. */
type Listed = { lines: string[]; pictures: string[][]; links: string[] }

/**
 * What most documents have: by line, file or target. A line may be in it several times. A line of a
 * single document is not kept, because all of them may be larger than the memory.
 */
class FrameFinder {
  lines = new Map<string, { pages: number; times: number }>()
  pictures = new Map<string, string[]>()
  links = new Set<string>()
  readonly #lines = new Map<string, { line?: string; pages: number; times: number }>()
  readonly #pictures = new Map<string, { pages: number; files: string[] }>()
  readonly #links = new Map<string, number>()
  #count = 0

  add({ lines, pictures, links }: Listed): void {
    this.#count++
    for (const [line, times] of countEach(lines)) {
      const key = hash('sha1', line, 'base64')
      const known = this.#lines.get(key)
      this.#lines.set(
        key,
        known
          ? { line, pages: known.pages + 1, times: Math.min(known.times, times) }
          : { pages: 1, times },
      )
    }
    for (const [first, files] of new Map(pictures.map((each) => [each[0]!, each])))
      this.#pictures.set(first, { pages: (this.#pictures.get(first)?.pages ?? 0) + 1, files })
    for (const link of links) this.#links.set(link, (this.#links.get(link) ?? 0) + 1)
  }

  end(): void {
    const minimum = Math.max(this.#count / 2, 2)
    for (const { line, ...found } of this.#lines.values())
      if (line !== undefined && found.pages >= minimum) this.lines.set(line, found)
    for (const [name, { pages, files }] of this.#pictures)
      if (pages >= minimum) this.pictures.set(name, files)
    for (const [link, pages] of this.#links) if (pages >= minimum) this.links.add(link)
    for (const found of [this.#lines, this.#pictures, this.#links]) found.clear()
  }
}

function countEach(items: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** What a page has more often than its frame is content. */
function leaveOutFrame(lines: string[], frame: FrameFinder): string[] {
  const left = new Map<string, number>()
  return lines.filter((line) => {
    const times = left.get(line) ?? frame.lines.get(line)?.times ?? 0
    left.set(line, times - 1)
    return times <= 0
  })
}

type PageIndex = { words: Set<string>; pictures: Set<string>; links: Set<string> }

function addToIndex({ words, ...index }: PageIndex, { lines, pictures, links }: Listed): void {
  // A copy, since a part of a text keeps all of it in memory.
  for (const line of lines)
    for (const token of listTokens(line))
      if (!words.has(token)) words.add(Buffer.from(token).toString())
  for (const file of pictures.flat()) index.pictures.add(toFileName(file))
  for (const link of links) index.links.add(link)
}

const createIndex = (page: Listed): PageIndex => {
  const index: PageIndex = { words: new Set(), pictures: new Set(), links: new Set() }
  addToIndex(index, page)
  return index
}

/**
 * Divides a text into words, numbers and signs, in the form in which they are compared. A raised
 * digit is one of its own.
 */
const listTokens = (text: string): string[] =>
  text
    .replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replaceAll(/[\u2070-\u209c\u00b2\u00b3\u00b9]+/g, ' $& ')
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{N}+|[\p{L}\p{M}]+|[%‰]|\p{Sc}/gu) ?? []

const kindOf = (token: string): 'words' | 'figures' => (/^\p{L}/u.test(token) ? 'words' : 'figures')

const toPlain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

const maxShownLength = 300
const shorten = (line: string): string =>
  line.length > maxShownLength ? `${line.slice(0, maxShownLength)} …` : line

/** The words of a page, each of which may be taken as often as it is there. */
class WordCounter {
  readonly #counts = new Map<string, number>()
  readonly #tokens: string[]
  #starts: Map<string, number[]> | undefined

  constructor(lines: string[]) {
    this.#tokens = lines.flatMap(listTokens)
    for (const token of this.#tokens) this.#counts.set(token, (this.#counts.get(token) ?? 0) + 1)
  }

  take(token: string): boolean {
    const count = this.#counts.get(token) ?? 0
    if (count > 0) this.#counts.set(token, count - 1)
    return count > 0 || this.#hasDivided(token)
  }

  /** Elements without a space between them are one word of the old text, and may be several now. */
  #hasDivided(token: string): boolean {
    if (!/^\p{L}{2}/u.test(token)) return false
    this.#starts ??= this.#indexStarts()
    for (const start of this.#starts.get(token[0]!) ?? []) {
      let joined = ''
      for (let at = start; joined.length < token.length && at < this.#tokens.length; at++)
        joined += this.#tokens[at]!
      if (joined === token) return true
    }
    return false
  }

  #indexStarts(): Map<string, number[]> {
    const starts = new Map<string, number[]>()
    for (const [at, token] of this.#tokens.entries()) {
      const list = starts.get(token[0]!)
      if (list) list.push(at)
      else starts.set(token[0]!, [at])
    }
    return starts
  }
}

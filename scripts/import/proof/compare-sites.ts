/** Compares an old site with the new one: every difference that a visitor or a search engine meets. */
import { setImmediate } from 'node:timers/promises'
import { countItems, groupBy } from '../../../schema/util/group-by.ts'
import type { ReportProgress } from '../../prerender/run/show-progress.ts'
import { getBareUrl, toFileName, toTarget } from './name-targets.ts'
import type { BuiltSite, SiteAnswer } from './built-site.ts'
import { isPictureAddress, type ShownDocument } from './read-document.ts'

/** An old site as it was read for the proof. */
export type OldMaterial = {
  documents: OldDocument[]
  /** All other addresses that it answered, decoded. */
  addresses: string[]
  /** What style sheets show. */
  stylePictures?: string[]
  /** Whether a file or a document had this address. Undefined if nobody knows. */
  has?(address: string): boolean
  /** Hosts of the old site. */
  hosts: Set<string>
}

export type OldDocument = {
  /** Decoded. What a crawl has saved under another name may have had one of several. */
  addresses: string[]
  /** Where its relative links begin, if it is another address, such as /posts/ of /posts. */
  base?: string
  /** Reads it again each time, because a site may be larger than the memory. */
  read(): ShownDocument
  /** Whether the source has only its content, which a program put into a page with a longer title. */
  isContent?: boolean
}

export const differenceHeadings = {
  addresses: 'Addresses that lead nowhere',
  page: 'Documents without a page',
  words: 'Words that are not on the page',
  figures: 'Figures that are not on the page',
  fewer: 'Words and figures that the page has, but not as often, such as a second copy of a menu',
  newFigures: 'Figures that the old page did not have',
  hidden:
    'Texts that the old page hid, maybe until a script showed them, and that are not on the page',
  styled:
    'Texts that style sheets hid, maybe until a script showed them, and that the page shows now',
  pictures: 'Pictures that are not on the page',
  shellPictures:
    'Pictures that most old pages show, such as icons beside a phone number: the new header and footer have only a logo',
  links: 'Links that are not on the page',
  titles: 'Titles',
  descriptions: 'Descriptions',
  noindex: 'What search engines may list',
  leftOut:
    'Shortcodes, of which only the text is taken, and the tags and custom fields of WordPress',
  stylePictures: 'Pictures that only the style sheets of the old design show',
} as const
export type Loss = keyof typeof differenceHeadings
type Difference = { kind: Loss; address: string; detail: string }

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
}

const documentsPerReport = 20

export const compareSites = (
  old: OldMaterial,
  built: BuiltSite,
  onProgress?: ReportProgress,
): Promise<Proof> => new Comparison(old, built, onProgress).run()

class Comparison {
  readonly #counts = Object.fromEntries(
    countedKinds.map((kind) => [kind, { kept: 0, all: 0 }]),
  ) as Counts
  readonly #differences: Difference[] = []
  /** The names of the pictures that new pages show. */
  readonly #pictures = new Set<string>()

  constructor(
    private readonly old: OldMaterial,
    private readonly built: BuiltSite,
    private readonly onProgress: ReportProgress | undefined,
  ) {}

  async run(): Promise<Proof> {
    const { documents, addresses, stylePictures = [] } = this.old
    for (const [index, document] of documents.entries()) {
      this.#compareDocument(document)
      if (index % documentsPerReport !== 0) continue
      this.onProgress?.('proof', index, documents.length)
      await setImmediate()
    }
    // The header and the footer of the new site have text alone, besides the logo.
    const pictures = this.#differences.filter(({ kind }) => kind === 'pictures')
    for (const group of groupBy(pictures, ({ detail }) => detail).values())
      if (group.length > 1 && group.length * 2 > documents.length)
        for (const difference of group) difference.kind = 'shellPictures'
    for (const file of stylePictures)
      if (!this.#pictures.has(toFileName(file))) this.#add('stylePictures', '', file)
    for (const address of addresses) this.#countAddress(address, this.built.answer(address))
    return { counts: this.#counts, differences: this.#differences }
  }

  /** Resolves the targets of a document. */
  #resolve(shown: ShownDocument, address: string, hosts: Set<string>): ShownDocument {
    const place = { address, base: shown.base, folder: getFolder(this.built.origin) }
    const resolve = (written: string) => toTarget(written, place, hosts)
    return {
      ...shown,
      pictures: shown.pictures.map((files) => files.map(resolve)),
      links: [...new Set(shown.links.map(resolve))],
    }
  }

  #add(kind: Loss, address: string, detail: string): void {
    this.#differences.push({ kind, address, detail })
  }

  #count(kind: keyof Counts, isKept: boolean): void {
    this.#counts[kind].all++
    if (isKept) this.#counts[kind].kept++
  }

  #countAddress(address: string, answer: SiteAnswer | undefined): void {
    this.#count('addresses', answer !== undefined)
    if (!answer) this.#add('addresses', address, describeAnswer(answer))
  }

  #countText(
    kind: 'titles' | 'descriptions',
    address: string,
    [before, after]: [string, string],
    isPart = false,
  ): void {
    if (before === '') return
    const [was, is] = [toPlain(before), toPlain(after)]
    const isKept = isPart ? is.includes(was) : was === is
    this.#count(kind, isKept)
    if (!isKept) this.#add(kind, address, `“${before}” is “${after}” now.`)
  }

  #compareDocument({ addresses, base, read, isContent }: OldDocument): void {
    const shown = read()
    const answers = addresses.map((each) => this.built.answer(each))
    const at = Math.max(
      answers.findIndex((each) => each !== undefined),
      0,
    )
    const [address, answer] = [addresses[at]!, answers[at]]
    for (const each of shown.leftOut ?? []) this.#add('leftOut', address, each)
    this.#countAddress(address, answer)
    const route = answer && 'route' in answer ? answer.route : undefined
    const page = route === undefined ? undefined : this.built.read(route)
    const old = this.#resolve(shown, base ?? address, this.old.hosts)
    if (!page) {
      // A document that leads elsewhere says so only to old browsers.
      if (shown.refresh === undefined) this.#addLost(address, old, answer)
      return
    }
    const fresh = this.#resolve(page, route!, new Set([getHost(this.built.origin)]))
    for (const file of fresh.pictures.flat()) this.#pictures.add(toFileName(file))
    // Around the content of an export, the new site has what a program showed on the old one.
    if (isContent) fresh.lines = page.main
    this.#compareWords(address, old, fresh)
    this.#compareTargets(address, old, fresh)
    this.#countText('titles', address, [shown.title, page.title], isContent)
    this.#countText('descriptions', address, [shown.description, page.description])
    if (shown.isNoindex !== page.isNoindex)
      this.#add(
        'noindex',
        address,
        shown.isNoindex ? 'It asked not to be listed.' : 'It asks not to be listed now.',
      )
  }

  /** A document without a page is one difference. */
  #addLost(address: string, lost: ShownDocument, answer: SiteAnswer | undefined): void {
    const { lines, pictures, links } = lost
    if (lines.length + pictures.length === 0) return
    const isNotFound = /^\/404(?:\.html?)?$/.test(address)
    if (!isNotFound) {
      for (const token of lines.flatMap(listTokens)) this.#count(kindOf(token), false)
      for (const _ of pictures) this.#count('pictures', false)
      for (const _ of links) this.#count('links', false)
    }
    const why = isNotFound
      ? 'What visitors see at addresses that do not exist is under notFound in pages.yaml now.'
      : describeAnswer(answer)
    const parts = Object.entries({
      'It said': lines,
      'It showed': pictures.map(([file]) => file),
      'It led to': links,
    })
    const said = parts.map(([name, items]) =>
      items.length > 0 ? ` ${name}: ${items.join(' | ')}` : '',
    )
    this.#add('page', address, why + said.join(''))
  }

  #compareWords(address: string, old: ShownDocument, fresh: ShownDocument): void {
    const freshLines = fresh.lines.map((line) => ({ line, tokens: listTokens(line) }))
    const oldLines = old.lines.map((line) => ({ line, tokens: listTokens(line) }))
    const freshTokens = freshLines.flatMap(({ tokens }) => tokens)
    const left = countItems(freshTokens)
    const present = new Set(freshTokens)
    for (const { line, tokens } of oldLines) {
      const missing = tokens.filter((token) => {
        const isKept = take(left, token)
        this.#count(kindOf(token), isKept)
        return !isKept
      })
      if (missing.length === 0) continue
      const lost = missing.filter((token) => !present.has(token))
      const isWord = lost.some((token) => kindOf(token) === 'words')
      const kind = lost.length === 0 ? 'fewer' : isWord ? 'words' : 'figures'
      this.#add(kind, address, `${[...new Set(missing)].join(' ')} (in: ${shorten(line)})`)
    }
    for (const text of old.hidden)
      if (listTokens(text).some((token) => !present.has(token)))
        this.#add('hidden', address, shorten(text))
    for (const text of old.styled)
      if (listTokens(text).some((token) => present.has(token)))
        this.#add('styled', address, shorten(text))
    // A list has its numbers still, or they are text now.
    const numbers = countItems(fresh.numbers)
    const lostNumbers = old.numbers.filter((each) => !take(numbers, each) && !take(left, each))
    if (lostNumbers.length > 0)
      this.#add('figures', address, `${lostNumbers.join(' ')} in front of the items of a list`)
    // What shows nothing, such as a set of frames, leads to what another document shows.
    if (old.lines.length + old.pictures.length === 0) return
    const head = [...old.numbers, old.title, old.description].flatMap(listTokens)
    const known = new Set([...oldLines.flatMap(({ tokens }) => tokens), ...head])
    for (const { line, tokens } of freshLines) {
      if (fresh.added.includes(line)) continue
      const added = tokens.filter((token) => kindOf(token) === 'figures' && !known.has(token))
      if (added.length > 0)
        this.#add('newFigures', address, `${[...new Set(added)].join(' ')} (in: ${shorten(line)})`)
    }
  }

  #compareTargets(address: string, old: ShownDocument, fresh: ShownDocument): void {
    const { has } = this.old
    const shown = new Set(fresh.pictures.flat().map(toFileName))
    for (const files of old.pictures) {
      const isKept = files.some((file) => shown.has(toFileName(file)))
      const isThere = isKept || !has || files.some((file) => has(file))
      if (isThere) this.#count('pictures', isKept)
      const why = isThere ? '' : ', which the old site did not have'
      if (!isKept) this.#add('pictures', address, `${files[0]}${why}`)
    }
    const links = new Set(fresh.links)
    const bare = new Set(fresh.links.flatMap((each) => [getBareUrl(each), each.split(/[#?]/)[0]!]))
    for (const link of old.links) {
      const isKept = this.#isLinked(link, address, { links, bare, pictures: shown })
      if (isKept === undefined) continue
      const ledNowhere = !isKept && link.startsWith('/') && has?.(link) === false
      if (!ledNowhere) this.#count('links', isKept)
      const why = ledNowhere ? ', which led nowhere on the old site' : ''
      if (!isKept) this.#add('links', address, `${link}${why}`)
    }
  }

  /**
   * @param fresh.bare the links without what differs between two addresses of the same thing
   * @returns undefined for a link to a part of the same page, which a browser scrolls to
   */
  #isLinked(
    link: string,
    from: string,
    fresh: Record<'links' | 'bare' | 'pictures', Set<string>>,
  ): boolean | undefined {
    const { links, bare, pictures } = fresh
    // What a small picture led to may be shown now.
    if (links.has(link) || (isPictureAddress(link) && pictures.has(toFileName(link)))) return true
    if (!link.startsWith('/')) return bare.has(getBareUrl(link))
    const [path = '/'] = link.split('#')
    if (path === from.split('#')[0] || path === '') return undefined
    const answer = this.built.answer(path)
    if (!answer) return false
    if ('route' in answer) {
      const own = this.built.answer(from)
      const isSame = own && 'route' in own && own.route === answer.route
      return isSame ? undefined : bare.has(answer.route)
    }
    // Files where the build has its own move to a folder.
    if ('gone' in answer) return links.has(`/files${path}`)
    return links.has('file' in answer ? answer.file : answer.url)
  }
}

/** The path that both sites are below, if it is not their whole host. */
const getFolder = (origin: string): string =>
  URL.canParse(origin) ? new URL(origin).pathname.replace(/\/$/, '') : ''

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

/**
 * Divides a text into words, numbers and signs, in the form in which they are compared. A raised
 * digit is one of its own.
 */
const listTokens = (text: string): string[] =>
  // Most lines have nothing to replace.
  (/^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : toPlainLetters(text)).match(
    /\p{N}+|[\p{L}\p{M}]+|[%‰]|\p{Sc}/gu,
  ) ?? []

const toPlainLetters = (text: string): string =>
  text
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\u2070-\u209c\u00b2\u00b3\u00b9]+/g, ' $& ')
    .normalize('NFKC')
    .toLowerCase()

const kindOf = (token: string): 'words' | 'figures' => (/^\p{L}/u.test(token) ? 'words' : 'figures')

const toPlain = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

const maxShownLength = 300
const shorten = (line: string): string =>
  line.length > maxShownLength ? `${line.slice(0, maxShownLength)} …` : line

/** Takes one of what is counted. @returns whether there is one left */
function take(counts: Map<string, number>, token: string): boolean {
  const count = counts.get(token) ?? 0
  if (count > 0) counts.set(token, count - 1)
  return count > 0
}

import { getAliasPath, parseAlias } from '../../resolve/alias-address.ts'
import { getDocumentPath, listParentRoutes } from '../../util/route-paths.ts'
import { problemAt, problemInFile, type Problem } from '../../problems/problem.ts'
import { collectAddresses, type Address } from '../../resolve/site-addresses.ts'
import type { PageSummary } from '../../resolve/page-summary.ts'
import type { SiteRuleContext } from '../types.ts'

/** Matches the files that a build writes besides pages, aliases and feeds, in lowercase. */
export const generatedFile =
  /^\/(404(\.html?|\.json)?|page\.json|site\.json|sitemap(-\d+)?\.xml|robots\.txt|search-index\.json|_redirects|assets(\/.*)?|og(\/.*)?)$/
/** Matches files that a build generates unless public/ contains them, in lowercase. */
const generatedUnlessPublic =
  /^\/(_headers|licenses\.txt|llms\.txt|favicon\.(ico|svg)|apple-touch-icon\.png|icon-(192|512|maskable-512)\.png|site\.webmanifest)$/

/** A page, alias or file that is published at an address. */
type Owner = {
  /** Its name in messages, such as `the page /about`. */
  name: string
  /** The file that the build writes for it. */
  file: string
  /** For an alias, the page or the other site that it leads to. */
  target?: string
  /** Of a page. */
  route?: string
}

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)

/** Normalizes a name. Some file systems ignore case, and the two ways to encode an accent. */
const foldName = (path: string): string =>
  isAscii(path)
    ? path.toLowerCase()
    : path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC')

/**
 * Normalizes an address. Some hosts serve the same file at /about, /about/, /about.html and
 * /about/index.html. None leaves out .htm.
 */
const normalizeAddress = (path: string): string =>
  foldName(path).replace(/(\/index)?(\.html)?\/?$/, '') || '/'

/** The owners of the site's addresses, files and folders. */
class AddressBook {
  readonly #owners = new Map<string, Owner>()
  readonly #files = new Map<string, Owner>()
  /** The folders that contain files, each with the owner of one of them. */
  readonly #folders = new Map<string, Owner>()
  /** Aliases such as /2019/*, by what the addresses below them begin with. */
  readonly #wildcards = new Map<string, Owner>()

  addWildcard(prefix: string, owner: Owner): void {
    this.#wildcards.set(prefix, owner)
  }

  /** @returns what a wildcard would hide; other aliases precede it */
  explainHiding(prefix: string): string | undefined {
    const folded = foldName(prefix)
    for (const [address, { name, target }] of this.#owners)
      if (target === undefined && address.startsWith(folded)) return `would replace ${name}`
    return undefined
  }

  add(address: string, owner: Owner): void {
    const file = foldName(owner.file)
    if (!this.#owners.has(normalizeAddress(address)))
      this.#owners.set(normalizeAddress(address), owner)
    if (!this.#files.has(file)) this.#files.set(file, owner)
    for (const folder of listParentRoutes(file))
      if (!this.#folders.has(folder)) this.#folders.set(folder, owner)
  }

  /** @returns why something cannot be added; undefined if it can be added */
  explainConflict(address: string, { file, target }: Owner): string | undefined {
    const folded = foldName(file)
    if (target === undefined)
      for (const [prefix, { name }] of this.#wildcards)
        if (file.startsWith(prefix)) return `would be hidden by ${name}`
    // Two aliases of a page redirect alike, so it does not matter which one a host serves.
    const isHarmless = (owner: Owner) =>
      target !== undefined && owner.target === target && owner.file !== file
    const same = this.#findFile(folded)
    if (same && !isHarmless(same))
      return `would overwrite ${same.name}${same.file === file ? '' : ' on a disk that ignores case'}`
    const folder = this.#folders.get(folded)
    if (folder) return `cannot be a file, because ${folder.name} needs a folder of that name`
    const blocking = listParentRoutes(folded).flatMap((parent) => this.#findFile(parent) ?? [])[0]
    if (blocking) return `needs the folder ${blocking.file}, but ${blocking.name} is a file`
    const other = this.#owners.get(normalizeAddress(address))
    // No file is written for /prices.html of the page /prices.
    const isOwnPage = other?.route !== undefined && other.route === target && file === address
    return other && !isOwnPage && !isHarmless(other)
      ? `would replace ${other.name} on hosts that leave out .html and index.html`
      : undefined
  }

  /** @param path the path as returned by `foldName` */
  #findFile(path: string): Owner | undefined {
    const file = this.#files.get(path)
    if (file || !path.endsWith('/page.json')) return file
    const page = this.#files.get(path.replace(/page\.json$/, 'index.html'))
    return page && page.target === undefined
      ? { name: `the data of ${page.name}`, file: path }
      : undefined
  }
}

function addPages(book: AddressBook, pages: PageSummary[]): void {
  for (const { route, meta, data } of pages) {
    const name = `the ${meta.planned ? 'planned route' : 'page'} ${route}`
    book.add(route, { name, file: getDocumentPath(route), route })
    const { feed } = data.head
    if (feed !== undefined) book.add(feed, { name: `the feed ${feed}`, file: feed })
  }
}

/** @param aliases in the order in which they count */
function checkAliases(
  aliases: Address[],
  { publicFiles }: SiteRuleContext,
  book: AddressBook,
): Problem[] {
  return aliases.flatMap(({ address, kind, to = '', location }) => {
    const { path, isPrefix } = parseAlias(address)
    const form = kind === 'alias' ? 'alias' : 'redirect'
    const report = (what: string, fix?: string) => [
      problemAt(location!, 'ALIAS_COLLISION', `The ${form} ${address} ${what}.`, {
        found: address,
        fix,
      }),
    ]
    if (/%[\da-f]{2}/i.test(path))
      return report('has a % code that is not UTF-8', 'Write the letter itself, such as ü.')
    if (getDocumentPath(to) === path || (!isPrefix && path === to))
      return report(`is an address of the page ${to} anyway`, 'Delete the alias.')
    const owner = {
      name: `the ${form} ${address} of ${to}`,
      // Others have no file, and only hosts redirect them.
      file: getAliasPath(address, to) ?? address,
      target: to,
    }
    const folded = foldName(isPrefix ? `${path}x` : address)
    const isGenerated = generatedUnlessPublic.test(folded) && !publicFiles.has(folded)
    const conflict =
      generatedFile.test(folded) || isGenerated
        ? 'would overwrite a file of the build'
        : ((isPrefix ? book.explainHiding(path) : undefined) ??
          book.explainConflict(address, owner))
    if (conflict !== undefined) return report(conflict)
    if (isPrefix) book.addWildcard(path, owner)
    book.add(address, owner)
    return []
  })
}

function checkPublicFiles({ publicFiles }: SiteRuleContext, book: AddressBook): Problem[] {
  return [...publicFiles].flatMap((file) => {
    const owner = { name: `public${file}`, file }
    const conflict = generatedFile.test(foldName(file))
      ? 'would overwrite a file of the build'
      : book.explainConflict(file, owner)
    if (conflict === undefined) {
      book.add(file, owner)
      return []
    }
    const message = `public${file} ${conflict}.`
    return [problemInFile(`public${file}`, 'PUBLIC_COLLISION', message, { found: file })]
  })
}

/** Every alias and every file in public/ has an address of its own. */
export function checkAddresses(context: SiteRuleContext): Problem[] {
  const written = [...collectAddresses(context).values()]
  const repeated = written.flatMap((address) => address.repeated ?? [])
  const aliases = [...written, ...repeated].filter(
    ({ kind }) => kind === 'alias' || kind === 'redirect',
  )
  // Pages alone cannot collide, since their routes are unique.
  if (context.publicFiles.size === 0 && aliases.length === 0) return []
  const book = new AddressBook()
  addPages(book, context.pages)
  return [...checkAliases(aliases, context, book), ...checkPublicFiles(context, book)]
}

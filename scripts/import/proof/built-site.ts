import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Problem } from '../../../schema/problems/problem.ts'
import { collectBuiltAddresses, findAddress } from '../../../schema/resolve/site-addresses.ts'
import { bundle } from '../../prerender/bundle/bundle.ts'
import { Session } from '../../prerender/read/session.ts'
import type { ReportProgress } from '../../prerender/run/show-progress.ts'
import { run, type ReadSite } from '../../prerender/run/run.ts'
import { readDocument, type ShownDocument } from './read-document.ts'

/** The new site as visitors get it. */
export type BuiltSite = {
  routes: string[]
  /** Reads a page again each time, because a site may be larger than the memory. */
  read(route: string): ShownDocument | undefined
  origin: string
  problems: Problem[]
  checked: ReadSite
  /** @param address decoded, maybe with a query */
  answer(address: string): SiteAnswer | undefined
}

/** What a site answers: a page, maybe at another address, a file, or that it is gone. */
export type SiteAnswer = { route: string } | { file: string } | { gone: true } | { url: string }

/** What every build writes, besides pages. */
const writtenFile =
  /^\/(?:robots\.txt|sitemap\.xml|404(?:\.html?)?|site\.webmanifest|favicon\.ico)$/

/**
 * Builds the pages of a site, with its placeholders.
 * @param use gets the built site, or undefined if it cannot be read. Afterwards, its files are gone
 */
export async function useBuiltSite<T>(
  site: string,
  use: (built: BuiltSite | undefined) => Promise<T>,
  onProgress?: ReportProgress,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-proof-'))
  try {
    const { rendererModule: renderer, assets } = await bundle({ site })
    const output = { folder, assets, files: [] }
    const open = async () => ({ target: { renderer, output } })
    // Only how many problems there are counts, not their lines.
    const edition = { launch: false }
    const session = new Session({ site, edition, reportNotes: true, locatesLater: true })
    const built = await run(session, { sink: { open }, hooks: { onProgress } })
    if (built.status !== 'done') return await use(undefined)
    const { resolved, publicFolder } = built.input
    const pages = [...built.made.records.values()].flatMap(({ result }) => result.pictures)
    const originals = new Map(
      [...pages, ...resolved.shellFindings.pictures].flatMap(({ src, copies }) =>
        copies ? [[copies.base, src]] : [],
      ),
    )
    /** A resized copy has only the plain letters of a name. */
    const nameOriginal = (file: string) =>
      originals.get(/\/assets\/pictures\/.*(?=-\d+\.\w+$)/.exec(file)?.[0] ?? '') ?? file
    const routes = built.pages.map(({ route }) => route)
    const read = (route: string) => {
      const file = join(folder, route, 'index.html')
      if (!existsSync(file)) return undefined
      const shown = readDocument(readFileSync(file, 'utf8'))
      return { ...shown, pictures: shown.pictures.map((files) => files.map(nameOriginal)) }
    }
    const addresses = collectBuiltAddresses(resolved)
    const answer = (address: string): SiteAnswer | undefined => {
      const [path = '/', query] = address.split('?', 2)
      const found = findAddress(addresses, path, query)
      if (found?.status === 200) return { route: found.address }
      if (found?.status === 301 && found.to !== undefined)
        return /^https?:/.test(found.to) ? { url: found.to } : { route: found.to.split(/[?#]/)[0]! }
      if (publicFolder.files.has(path) || writtenFile.test(path)) return { file: path }
      return found?.status === 410 ? { gone: true } : undefined
    }
    return await use({
      ...{ routes, read, answer, problems: built.problems },
      origin: resolved.siteData?.origin ?? '',
      checked: { ...built.input, pages: built.pages },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

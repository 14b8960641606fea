import type {
  FactItem,
  NodeDetails,
  PageListChanges,
  PageOutline,
  ProblemList,
} from '../../protocol.ts'
import { type NodeAddress, formatAddress } from '../../source-address.ts'
import { type OpenSet, composeSetPage } from '../form/set-edits.ts'
import { getJson, StudioRequestError } from './api.ts'
import { isPageOpen, type OpenPage, type PageList, type StudioState } from './studio-state.ts'

/**
 * @param chosen where edits of the fields of a page of a set go
 * @throws StudioRequestError
 */
export async function fetchPage(route: string, chosen: OpenSet['chosen'] = {}): Promise<OpenPage> {
  const outline = await getJson<PageOutline>('outline', { route })
  const written = await fetchEntry(outline.page.address)
  if (!outline.set) return { route, outline, page: written, entry: written }
  const { address, value: template } = written
  const set: OpenSet = { ...outline.set, address, template, chosen }
  const page = { ...written, value: composeSetPage(set) }
  return { route, outline, page, entry: page, set }
}

/** @throws StudioRequestError */
export const fetchEntry = (address: NodeAddress): Promise<NodeDetails> =>
  getJson<NodeDetails>('node', { address: formatAddress(address) })

/**
 * Fetches a page and its entry again.
 * @returns undefined if the page was removed, or its file has a mistake: its problems say so
 */
async function fetchAgain(open: OpenPage): Promise<OpenPage | undefined> {
  try {
    const page = await fetchPage(open.route, open.set?.chosen)
    return isPageOpen(open) ? page : { ...page, entry: await fetchEntry(open.entry.address) }
  } catch (error) {
    if (error instanceof StudioRequestError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Fetches what has changed in the list of pages: it may be long. @throws StudioRequestError */
export async function fetchPageList(known: PageList = { version: 0, pages: [] }) {
  const since = String(known.version)
  const { version, pages, routes } = await getJson<PageListChanges>('pages', { since })
  if (pages.length === 0 && !routes) return known
  const items = new Map([...known.pages, ...pages].map((page) => [page.route, page]))
  const order = routes ?? known.pages.map(({ route }) => route)
  return { version, pages: order.map((route) => items.get(route)!) }
}

/** Fetches what depends on the draft. @throws StudioRequestError */
export const fetchDependents = ({ open, pageList }: Pick<StudioState, 'open' | 'pageList'>) =>
  Promise.all([
    fetchPageList(pageList),
    getJson<ProblemList>('problems'),
    getJson<FactItem[]>('facts'),
    open && fetchAgain(open),
  ])

import type {
  FactItem,
  NodeAddress,
  NodeDetails,
  PageItem,
  PageOutline,
  ProblemList,
} from '../../protocol.ts'
import { formatAddress } from '../../source-address.ts'
import { getJson, StudioRequestError } from './api.ts'
import { isPageOpen, type OpenPage } from './studio-state.ts'

/** @throws StudioRequestError */
export async function fetchPage(route: string): Promise<OpenPage> {
  const outline = await getJson<PageOutline>('outline', { route })
  const page = await fetchEntry(outline.page.address, route)
  return { route, outline, page, entry: page }
}

/**
 * @param route of the page that is open
 * @throws StudioRequestError
 */
export const fetchEntry = (address: NodeAddress, route: string): Promise<NodeDetails> =>
  getJson<NodeDetails>('node', { address: formatAddress(address), route })

/**
 * Fetches a page and its entry again.
 * @returns undefined if the page was removed, or its file has a mistake: its problems say so
 */
async function fetchAgain(open: OpenPage): Promise<OpenPage | undefined> {
  try {
    const page = await fetchPage(open.route)
    return isPageOpen(open)
      ? page
      : { ...page, entry: await fetchEntry(open.entry.address, open.route) }
  } catch (error) {
    if (error instanceof StudioRequestError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Fetches what depends on the draft. @throws StudioRequestError */
export const fetchDependents = (open: OpenPage | undefined) =>
  Promise.all([
    getJson<PageItem[]>('pages'),
    getJson<ProblemList>('problems'),
    getJson<FactItem[]>('facts'),
    open && fetchAgain(open),
  ])

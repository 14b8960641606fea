import type { NodeDetails } from '../../describe/describe-node.ts'
import { type ValuePlace, formatAddress, isWithinPath } from '../../../edit/source-address.ts'
import { type OpenSet, composeSetPage } from '../form/set-edits.ts'
import { askServer, StudioRequestError } from './api.ts'
import { isPageOpen, type OpenPage, type StudioState } from './studio-state.ts'
import type { Path } from '../../../../schema/problems/location.ts'

/**
 * @param asked the address of the page, or one that leads to it
 * @param chosen where edits of the fields of a page of a set go
 * @throws StudioRequestError
 */
export async function fetchPage(asked: string, chosen: OpenSet['chosen'] = {}): Promise<OpenPage> {
  const outline = await askServer('outline', { route: asked })
  const { route } = outline
  const [written, original] = await Promise.all([
    fetchEntry(outline.page),
    outline.original && fetchEntry(outline.original),
  ])
  if (!outline.set)
    return { route, outline, page: written, entry: written, ...(original && { original }) }
  const { address, value: template } = written
  const set: OpenSet = { ...outline.set, address, template, chosen }
  const page = { ...written, value: composeSetPage(set) }
  return { route, outline, page, entry: page, set }
}

/** @throws StudioRequestError */
export const fetchEntry = ({ file, path }: ValuePlace): Promise<NodeDetails> =>
  askServer('node', { address: formatAddress({ file, path }) })

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

/** Fetches the list of pages, which may be long, if it has changed. @throws StudioRequestError */
async function fetchPageList(
  known: StudioState['pageList'] = { version: 0, pages: [] },
): Promise<StudioState['pageList']> {
  const { version, pages } = await askServer('pages', { known: known.version })
  return pages ? { version, pages } : known
}

/** Fetches what depends on the draft. @throws StudioRequestError */
export async function fetchDependents(known: Partial<Pick<StudioState, 'open' | 'pageList'>>) {
  const [pageList, problems, facts, comments, open] = await Promise.all([
    fetchPageList(known.pageList),
    askServer('problems', {}),
    askServer('facts', {}),
    askServer('comments', {}),
    known.open && fetchAgain(known.open),
  ])
  return { pageList, problems, facts, comments, ...(open && { open }) }
}

/** A value with a form of its own, and the path in it of the value to be shown. */
type FoundEntry = { entry: ValuePlace; path: Path; isPage: boolean }

/** The depth of the values in a file that have a form of their own. */
const entryDepths: Record<string, number> = { site: 1, navigation: 1, statements: 1, facts: 2 }

/**
 * Finds the form that shows a value: the form of the page, of a fact, or of settings that all pages
 * share.
 * @returns undefined if no form does, as for another page
 */
export function findEntry(page: ValuePlace, { file, path }: ValuePlace): FoundEntry | undefined {
  if (file === page.file && isWithinPath(path, page.path))
    return { entry: page, path: path.slice(page.path.length), isPage: true }
  const depth = entryDepths[String(path[0])]
  if (depth === undefined || path.length < depth) return undefined
  return { entry: { file, path: path.slice(0, depth) }, path: path.slice(depth), isPage: false }
}

/** Finds the table that a value is in: a file of rows, or the rows of a set. */
export function findTable({ file, path }: ValuePlace): ValuePlace | undefined {
  const depth = path.findIndex((step) => typeof step === 'number')
  const isInSet = path[0] === 'sets' && path[2] === 'rows' && (depth === 3 || depth === 4)
  const isRoot = depth === 0 || path.length === 0
  return isRoot || isInSet ? { file, path: path.slice(0, depth) } : undefined
}

/**
 * Fetches what the studio shows at first.
 * @param route of the page that is opened, if there is one
 * @throws StudioRequestError
 */
export async function loadState(route: string): Promise<StudioState> {
  const [session, schema, choices, dependents, open] = await Promise.all([
    askServer('session', {}),
    askServer('schema', {}),
    askServer('choices', {}),
    fetchDependents({}),
    fetchPage(route).catch(() => undefined),
  ])
  return {
    ...dependents,
    session,
    schema,
    choices,
    blocks: [],
    draft: session.draft,
    ...(open && { open }),
    selection: { path: [], source: 'pages', serial: 0 },
    dialogs: [],
  }
}

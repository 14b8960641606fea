import type { Schema } from '../../../../schema/validate/json-schema.ts'
import type { Choices, FactItem, ProblemList, SessionInfo } from '../../protocol.ts'
import { getJson } from './api.ts'
import { fetchPage, fetchPageList } from './fetch-page.ts'
import type { StudioState } from './studio-state.ts'

/**
 * Fetches what the studio shows at first.
 * @param route of the page that is opened, if there is one
 * @throws StudioRequestError
 */
export async function loadState(route: string): Promise<StudioState> {
  const [session, schema, choices, facts, pageList, problems, open] = await Promise.all([
    getJson<SessionInfo>('session'),
    getJson<Schema>('schema'),
    getJson<Choices>('choices'),
    getJson<FactItem[]>('facts'),
    fetchPageList(),
    getJson<ProblemList>('problems'),
    fetchPage(route).catch(() => undefined),
  ])
  return {
    session,
    schema,
    choices,
    facts,
    blocks: [],
    pageList,
    problems,
    draft: session.draft,
    ...(open && { open }),
    selection: { path: [], by: 'pages', serial: 0 },
  }
}

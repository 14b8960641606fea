import type { IncomingMessage, ServerResponse } from 'node:http'
import { UserError } from '../../shared/user-error.ts'
import { listBlocks } from '../../edit/describe/list-choices.ts'
import {
  describeCommitted,
  describeSaved,
  type VisitorChangesReporter,
} from '../describe/visitor-changes.ts'
import { RequestFailure, type FailureCode } from '../../edit/request-failure.ts'
import { maxPictureMebibytes } from '../pictures/check-picture.ts'
import type { SavedPicture, SaveResult, StudioError } from '../protocol.ts'
import { followWorkflow, planProposal, propose } from '../propose-changes.ts'
import { sharePreview } from '../share-preview.ts'
import { readPageAction } from '../../edit/read-operation.ts'
import { addComment, changePage } from '../../edit/pages/change-page.ts'
import { parseAddress } from '../../edit/source-address.ts'
import {
  readAddress,
  readFileBody,
  readJson,
  readComment,
  readConflict,
  readCrop,
  readDay,
  readEdit,
  readFix,
  readLabel,
  readProposal,
  readRecovered,
  readRedirectAction,
  readRowEdit,
  readSourceEdit,
  readVersion,
} from './read-requests.ts'
import type { Person } from './people.ts'
import type { Studio } from './studio.ts'
import type { StudioEdits } from './studio-edits.ts'

type Body = Record<string, unknown>
export type Answers = {
  get: Record<string, (query: URLSearchParams) => unknown>
  post: Record<string, (body: Body) => unknown>
  savePicture: (name: string, bytes: Buffer) => Promise<SavedPicture>
}

/**
 * What the studio's page can request.
 * @param site the folder of the site
 * @param own who edits, if several people do, and what tells the administrator what they have done
 */
export function createRequestHandlers(
  studio: Studio,
  edits: StudioEdits,
  visitorChanges: VisitorChangesReporter,
  site: string,
  { person, log }: { person?: Person; log?: (act: string) => void } = {},
): Answers {
  const { draft } = studio
  // The blocks of the project change rarely, and their examples take a while.
  let blocks: ReturnType<typeof listBlocks> | undefined
  return {
    get: {
      session: () => studio.describeSession(),
      pages: (query) => studio.listPages(Number(query.get('since') ?? 0)),
      outline: (query) => studio.outlinePage(query.get('route') ?? '/'),
      node: (query) => studio.describeNode(parseAddress(query.get('address') ?? '')),
      schema: () => studio.schema,
      marks: (query) => studio.markPage(query.get('route') ?? '/'),
      problems: () => studio.listProblems(),
      facts: () => studio.listFacts(),
      quotes: (query) => studio.quoteFact(query.get('fact') ?? ''),
      find: (query) =>
        studio.findTexts({
          text: query.get('text') ?? '',
          isWhole: query.has('whole'),
          ...(query.has('route') && { route: query.get('route')! }),
        }),
      media: () => studio.listMedia(),
      links: (query) => studio.listLinks(query.get('route') ?? '/'),
      choices: () => studio.listChoices(),
      'original-changes': (query) => studio.listOriginalChanges(query.get('route') ?? '/'),
      history: (query) =>
        studio.listHistory(query.get('route') ?? '/', Number(query.get('skip') ?? 0)),
      'history/changes': (query) =>
        describeCommitted(site, query.get('commit') ?? '', query.get('route') ?? '/'),
      source: (query) => studio.describeSource(parseAddress(query.get('address') ?? '')),
      'source-place': (query) => studio.findSourcePlace(readPlace(query)),
      redirects: () => studio.listRedirects(),
      tables: () => studio.listTables(),
      rows: (query) => studio.describeRows(parseAddress(query.get('address') ?? '')),
      comments: () => studio.listComments(),
      blocks: () => (blocks ??= listBlocks(site)),
      changes: () => studio.listChanges(),
      'changes/report': () => visitorChanges.report(),
      proposal: () => planProposal({ site, draft }),
      publication: (query) => followWorkflow(site, query.get('commit') ?? ''),
    },
    post: {
      edits: (body) => draft.edit(readEdit(body)),
      trials: (body) => visitorChanges.try(readEdit(body).operations),
      undo: (body) => draft.undo(readLabel(body)),
      redo: (body) => draft.redo(readLabel(body)),
      revert: ({ file }) => draft.revert(typeof file === 'string' ? file : undefined),
      async save(body): Promise<SaveResult> {
        const saved = await draft.save(readVersion(body), await studio.planDates())
        log?.(`saved ${saved.join(', ') || 'nothing'}`)
        return { saved, draft: draft.state }
      },
      pages: (body) => changePage(studio, readVersion(body), readPageAction(body), person?.name),
      source: (body) => edits.editSource(readSourceEdit(body)),
      rows: (body) => edits.changeRows(readVersion(body), readAddress(body), readRowEdit(body)),
      redirects: (body) => edits.changeRedirects(readVersion(body), readRedirectAction(body)),
      comments: (body) => addComment(studio, readVersion(body), readComment(body), person?.name),
      crops: (body) => edits.cropPicture(readCrop(body)),
      fixes: (body) => edits.fixProblem(readVersion(body), readFix(body)),
      async propose(body) {
        const request = readProposal(body)
        if (request.publish && person?.role === 'edit')
          throw new RequestFailure('forbidden', 'You may propose changes here, not publish them.')
        if (request.publish) await studio.assertPublishable()
        const describe = () => describeSaved(site)
        const proposal = await propose({ site, draft, person, describe }, request)
        const { branch, commit } = proposal
        log?.(`${request.publish ? 'published' : 'proposed'} ${commit} on ${branch}`)
        return proposal
      },
      share() {
        if (person)
          throw new RequestFailure('forbidden', 'The preview would be a folder of the server.')
        return sharePreview(site)
      },
      day: (body) => studio.showDay(readDay(body)),
      recovered: (body) => draft.recover(readRecovered(body)),
      conflicts: (body) => {
        const { id, keep } = readConflict(body)
        return draft.settle(id, keep)
      },
    },
    async savePicture(name, bytes) {
      const picture = await edits.savePicture(name, bytes)
      log?.(`uploaded public${picture.file}`)
      return picture
    },
  }
}

const readPlace = (query: URLSearchParams) => ({
  file: query.get('file') ?? '',
  line: Number(query.get('line') ?? 1),
  column: Number(query.get('column') ?? 1),
})

const statuses: Record<FailureCode, number> = {
  forbidden: 403,
  stale: 409,
  conflict: 409,
  refused: 422,
  'too-large': 413,
  invalid: 400,
  'not-found': 404,
  failed: 500,
}

/** Answers one request, whose origin has been checked. @param name such as `outline` */
export async function answerRequest(
  answers: Answers,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const { savePicture } = answers
    const find = <T>(list: Record<string, T>) =>
      Object.hasOwn(list, name) ? list[name] : undefined
    if (request.method === 'POST' && name === 'pictures') {
      const bytes = await readFileBody(request, maxPictureMebibytes)
      return sendJson(response, 200, await savePicture(searchParams.get('file') ?? '', bytes))
    }
    const [get, post] = [find(answers.get), find(answers.post)]
    if (request.method === 'GET' && get) return sendJson(response, 200, await get(searchParams))
    if (request.method === 'POST' && post)
      return sendJson(response, 200, await post(await readJson(request)))
    throw new RequestFailure('not-found', `The studio has no ${request.method} ${name}.`)
  } catch (error) {
    sendFailure(response, error as Error)
  }
}

/** A mistake of the studio itself is for the terminal: nobody else needs to know its code. */
export function sendFailure(response: ServerResponse, error: Error): void {
  const { code, message, version } = toFailure(error)
  const body: StudioError = { error: { code, message, ...(version !== undefined && { version }) } }
  // The rest of a request that is too large is not read.
  if (code === 'too-large') response.setHeader('connection', 'close')
  sendJson(response, statuses[code], body)
}

function toFailure(error: Error): RequestFailure {
  if (error instanceof RequestFailure) return error
  if (error instanceof UserError)
    return new RequestFailure('refused', error.message.replace(' Nothing was written.', ''))
  console.error(error)
  return new RequestFailure(
    'failed',
    'The studio could not do this because of a mistake in it. The terminal says more.',
  )
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    .end(JSON.stringify(body))
}

import type { DraftState, WindowEdit } from '../../edit/draft/draft-state.ts'
import type { ServerResponse } from 'node:http'
import { setUnsavedSources } from '../../../schema/source/text/source-bytes.ts'
import type { DevSession } from '../../dev/dev-session.ts'
import { VisitorChangesReporter } from '../describe/visitor-changes.ts'
import { Draft } from '../../edit/draft/draft.ts'
import type { RenderBlocks } from '../marks/mark-page.ts'

import type { RequestContext } from './requests.ts'
import type { Person } from './people.ts'
import { isEditableFile } from '../../edit/drafted-site.ts'
import { assertOwnersValues } from '../../edit/owners-changes.ts'
import { Studio } from './studio.ts'

/**
 * `GET events` (server-sent events), each as JSON in `data`.
 *
 * - *changed*: the draft or the files; what was fetched for an older version is outdated.
 * - *checked*: `GET problems` has more.
 * - *shown*: pages have the latest edits.
 * - *code*: the code of pages has changed, so that they must be loaded again.
 */
export type StudioEvent =
  | { kind: 'changed'; draft: DraftState; byOthers: boolean }
  | { kind: 'checked'; version: number }
  | { kind: 'shown' }
  | { kind: 'code' }

/** A draft, the session that shows it, and the windows in which it is open. */
export type Editor = {
  session: DevSession
  draft: Draft
  context: RequestContext
  events: EventStream
  /** Sends events to a window, until it is closed. */
  follow: (window: string, response: ServerResponse) => void
}

/**
 * @property site the folder of the site
 * @property loadRenderer loads the current components
 */
export type EditorOptions = {
  site: string
  session: DevSession
  loadRenderer: () => Promise<RenderBlocks>
}

/**
 * One of several people who edit.
 * @property log tells the administrator what this person has done
 * @property onEdited called when `draft.editors` may differ
 */
type OwnEditor = {
  person: Person
  log: (act: string) => void
  store: string
  listOthers: () => WindowEdit[]
  onEdited: () => void
}

/** Unsaved texts are read in place of the files, and changed files reach the draft first. */
export function createEditor(
  { site, session, loadRenderer }: EditorOptions,
  own?: OwnEditor,
): Editor {
  const events = new EventStream()
  const sendChanged = (byOthers: boolean) =>
    events.send({ kind: 'changed', draft: draft.state, byOthers })
  const draft: Draft = new Draft({
    dir: site,
    isSource: (file) => isEditableFile(session.site, file),
    onChange(unsaved, changedPaths) {
      setUnsavedSources(unsaved)
      session.readAgain(changedPaths)
      // It was saved, or there is nothing to compare.
      if (unsaved.size === 0) visitorChanges.forget()
      sendChanged(false)
      own?.onEdited()
    },
    // A window stays open while its server starts again, or forgets a computer that sleeps.
    firstVersion: Date.now(),
    ...(own && {
      editor: own.store,
      person: own.person,
      listOthers: own.listOthers,
      assertAllowed(changes) {
        const schema = session.site?.shared.schema
        if (schema && own.person.role === 'edit') assertOwnersValues(schema, changes)
      },
    }),
  })
  session.observe({
    async onFilesChanged(paths) {
      visitorChanges.forget()
      if (await draft.takeOutsideChanges(paths)) sendChanged(true)
    },
    onShown: () => events.send({ kind: 'shown' }),
    onChecked: () => events.send({ kind: 'checked', version: draft.version }),
  })
  const visitorChanges = new VisitorChangesReporter(draft)
  const studio = new Studio(session, draft, loadRenderer, own?.person)
  const context = { studio, visitorChanges, person: own?.person, log: own?.log }
  const follow = (window: string, response: ServerResponse) => {
    response.on('close', () => {
      draft.forgetWindow(window)
      sendChanged(false)
      own?.onEdited()
    })
    events.add(response)
    // It may show what an earlier session had.
    sendChanged(false)
  }
  return { session, draft, context, events, follow }
}

const keepAliveMs = 25_000

/** Server-sent events to every window of a draft. */
class EventStream {
  readonly #responses = new Set<ServerResponse>()

  add(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    response.write(':\n\n')
    this.#responses.add(response)
    const timer = setInterval(() => response.write(':\n\n'), keepAliveMs)
    timer.unref()
    response.on('close', () => {
      clearInterval(timer)
      this.#responses.delete(response)
    })
  }

  /** The number of open windows. */
  get size(): number {
    return this.#responses.size
  }

  end(): void {
    for (const response of this.#responses) response.end()
  }

  send(event: StudioEvent): void {
    for (const response of this.#responses) response.write(`data: ${JSON.stringify(event)}\n\n`)
  }
}

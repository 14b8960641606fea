import pLimit from 'p-limit'
import type { EditRequest } from '../../../edit/inputs.ts'
import type { DraftState } from '../../../edit/draft/draft-state.ts'
import type { FileEdit } from '../../../edit/yaml-operations.ts'
import { tellServer, StudioRequestError } from './api.ts'

type Edit = Omit<EditRequest, 'version' | 'id'>

type PendingEdit = { edit: Edit; id: string }

type EditQueueOptions = {
  /** Called with the answer to each request. */
  onAnswer: (draft: DraftState) => void
  /** Called when an edit was refused. What follows it is dropped, since it may depend on it. */
  onRefused: (error: StudioRequestError) => void
  /** Called when the server does not answer. @returns resolves once it does */
  onUnreachable: () => Promise<void>
}

/**
 * Sends edits and other requests one after the other, the first immediately. A text that is replaced
 * while it waits is not sent, so typing never waits for the server.
 */
export class EditQueue {
  readonly #options: EditQueueOptions
  readonly #turns = pLimit(1)
  /** The edits that the server has not answered. */
  readonly #pending = new Set<PendingEdit>()
  /** What a new edit may replace: an edit that waits, with no request after it. */
  #last: PendingEdit | undefined
  #version = 0
  #count = 0

  constructor(options: EditQueueOptions) {
    this.#options = options
  }

  setVersion(version: number): void {
    this.#version = Math.max(this.#version, version)
  }

  /** Whether the server knows all edits. */
  get isIdle(): boolean {
    return this.#pending.size === 0
  }

  add(edit: Edit): void {
    if (this.#last && replaces(edit, this.#last.edit)) {
      // The server knows only what was shown before the text that was not sent.
      const { shown } = this.#last.edit
      this.#last.edit = { ...edit, ...(shown !== undefined && { shown }) }
      return
    }
    const pending = { edit, id: String(++this.#count) }
    this.#pending.add(pending)
    this.#last = pending
    void this.#turns(async () => {
      if (this.#last === pending) this.#last = undefined
      if (this.#pending.has(pending)) await this.#send(pending)
      this.#pending.delete(pending)
    })
  }

  /** Makes another request once the edits so far are answered. Later edits wait for it. */
  run<T>(request: () => Promise<T>): Promise<T> {
    this.#last = undefined
    return this.#turns(request)
  }

  async #send(pending: PendingEdit): Promise<void> {
    const { edit, id } = pending
    const sent = this.#version
    try {
      const draft = await tellServer('edits', { ...edit, id, version: sent })
      this.setVersion(draft.version)
      this.#options.onAnswer(draft)
    } catch (error) {
      if (!(error instanceof StudioRequestError)) throw error
      // An event may have announced the newer version before this answer.
      if (error.code === 'stale' && error.version !== undefined && error.version > sent) {
        this.setVersion(error.version)
        return this.#send(pending)
      }
      if (error.code === 'unreachable') {
        await this.#options.onUnreachable()
        return this.#send(pending)
      }
      this.#pending.clear()
      this.#options.onRefused(error)
    }
  }
}

/** Whether an edit makes another pointless: it sets the same text again. */
function replaces(edit: Edit, earlier: Edit): boolean {
  const [next, last] = [edit, earlier].map(getOnlySet)
  return (
    edit.group !== undefined &&
    edit.group === earlier.group &&
    next !== undefined &&
    last !== undefined &&
    next.file === last.file &&
    next.path.join('/') === last.path.join('/')
  )
}

function getOnlySet({ operations }: Edit): FileEdit | undefined {
  const [only] = operations
  return operations.length === 1 && only?.kind === 'set' ? only : undefined
}

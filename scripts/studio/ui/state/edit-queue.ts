import type { DraftState, EditRequest, StudioOperation } from '../../protocol.ts'
import { postJson, StudioRequestError } from './api.ts'

type Edit = Omit<EditRequest, 'version'>

type EditQueueOptions = {
  /** Called with the answer to each request. */
  onAnswer: (draft: DraftState) => void
  /** Called when an edit was refused. What follows it is dropped, since it may depend on it. */
  onRefused: (error: StudioRequestError) => void
}

const retryDelayMs = 2000

/**
 * Sends edits one after the other, the first immediately. Texts that are replaced while another is
 * on its way are not sent, so typing never waits for the server.
 */
export class EditQueue {
  readonly #options: EditQueueOptions
  #edits: Edit[] = []
  #version = 0
  #sending: Promise<void> | undefined

  constructor(options: EditQueueOptions) {
    this.#options = options
  }

  setVersion(version: number): void {
    this.#version = Math.max(this.#version, version)
  }

  get isIdle(): boolean {
    return this.#edits.length === 0 && this.#sending === undefined
  }

  add(edit: Edit): void {
    const last = this.#edits.at(-1)
    if (last && replaces(edit, last)) this.#edits[this.#edits.length - 1] = edit
    else this.#edits.push(edit)
    void this.flush()
  }

  /** Sends the queued edits. Resolves when all are answered. */
  async flush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
    await this.#sending
    if (this.#edits.length > 0) await this.flush()
  }

  async #sendAll(): Promise<void> {
    for (let edit = this.#edits.shift(); edit; edit = this.#edits.shift()) await this.#send(edit)
  }

  async #send(edit: Edit): Promise<void> {
    const sent = this.#version
    try {
      const draft = await postJson<DraftState>('edits', { ...edit, version: sent })
      this.setVersion(draft.version)
      this.#options.onAnswer(draft)
    } catch (error) {
      if (!(error instanceof StudioRequestError)) throw error
      // An event may have announced the newer version before this answer.
      if (error.code === 'stale' && error.version !== undefined && error.version > sent) {
        this.setVersion(error.version)
        return this.#send(edit)
      }
      if (error.code === 'unreachable') {
        this.#options.onRefused(error)
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
        return this.#send(edit)
      }
      this.#edits = []
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

function getOnlySet({ operations }: Edit): StudioOperation | undefined {
  const [only] = operations
  return operations.length === 1 && only?.kind === 'set' ? only : undefined
}

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomicSync } from '../../../schema/source/file-cache.ts'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'
import type { DraftOperation } from './apply-step.ts'
import type { LoggedSave } from './save-log.ts'
import type { DraftConflict } from './draft-state.ts'

/**
 * Steps that are not saved.
 * @property bases the texts that they were made for
 * @property conflicts that the author has not settled
 */
export type StoredDraft = {
  savedAt: string
  bases: Record<string, string>
  steps: { label: string; operations: DraftOperation[] }[]
  conflicts?: DraftConflict[]
}

/** Keeps unsaved steps and what was saved in the cache, so that they survive a crash. */
export class DraftStore {
  readonly #path: string
  readonly #offeredPath: string
  readonly #savesPath: string
  #saves: LoggedSave[] = []

  /**
   * @param dir the site's folder
   * @param editor whose steps they are: two editors of a site may run at the same time
   */
  constructor(dir: string, editor = 'studio') {
    const name = createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 16)
    this.#path = join(getCacheFolder(), editor, `${name}.json`)
    this.#offeredPath = `${this.#path}.offered`
    // One for everybody who edits the site.
    this.#savesPath = join(getCacheFolder(), 'studio', `${name}.json.saves`)
  }

  /** Sets aside what an earlier session left, until the author decides. */
  takeOffered(): StoredDraft | undefined {
    try {
      if (existsSync(this.#path)) renameSync(this.#path, this.#offeredPath)
      return JSON.parse(readFileSync(this.#offeredPath, 'utf8')) as StoredDraft
    } catch {
      return undefined
    }
  }

  dropOffered(): void {
    rmSync(this.#offeredPath, { force: true })
  }

  /** Without steps and conflicts, nothing is kept. */
  write(draft: StoredDraft): void {
    if (draft.steps.length === 0 && !draft.conflicts?.length) rmSync(this.#path, { force: true })
    else this.#replace(this.#path, draft)
  }

  readSaves(): LoggedSave[] {
    try {
      return JSON.parse(readFileSync(this.#savesPath, 'utf8')) as LoggedSave[]
    } catch {
      return this.#saves
    }
  }

  writeSaves(saves: LoggedSave[]): void {
    this.#saves = saves
    this.#replace(this.#savesPath, saves)
  }

  #replace(path: string, content: object): void {
    try {
      writeFileAtomicSync(path, JSON.stringify(content), 0o600)
    } catch {
      // On a full or read-only disk, it only lives in memory.
    }
  }
}

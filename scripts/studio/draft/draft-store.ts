import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'
import type { DraftOperation } from './apply-step.ts'

/**
 * Steps that are not saved.
 * @property bases the texts that they were made for
 */
export type StoredDraft = {
  savedAt: string
  bases: Record<string, string>
  steps: { label: string; operations: DraftOperation[] }[]
}

/** Keeps unsaved steps in the cache, so that they survive a crash. */
export class DraftStore {
  readonly #path: string
  readonly #offeredPath: string

  /** @param dir the site's folder */
  constructor(dir: string) {
    const name = createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 16)
    this.#path = join(getCacheFolder(), 'studio', `${name}.json`)
    this.#offeredPath = `${this.#path}.offered`
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

  /** Without steps, nothing is kept. */
  write(draft: StoredDraft): void {
    try {
      if (draft.steps.length === 0) {
        rmSync(this.#path, { force: true })
        return
      }
      mkdirSync(dirname(this.#path), { recursive: true })
      writeFileSync(`${this.#path}.tmp`, JSON.stringify(draft), { mode: 0o600 })
      renameSync(`${this.#path}.tmp`, this.#path)
    } catch {
      // On a full or read-only disk, edits only live in memory.
    }
  }
}

import { tryRead } from '../../shared/try-read.ts'
import { tryParseJson } from '../../../schema/util/try-parse.ts'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomicSync } from '../../../schema/util/file-cache.ts'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'
import { spliceText, type Splice, findDifference } from '../../../schema/util/splice-text.ts'
import type { ValuePlace } from '../source-address.ts'
import { createStep, type Step } from './history.ts'
import type { LoggedSave } from './save-log.ts'
import type { DraftConflict } from './draft-state.ts'

/**
 * Steps that are not saved.
 * @property bases the texts that they were made for
 * @property steps each with what it replaces in the texts after the step before it
 * @property conflicts that the author has not settled
 */
export type StoredDraft = {
  savedAt: string
  bases: Record<string, string>
  steps: { label: string; addresses: ValuePlace[]; splices: ({ file: string } & Splice)[] }[]
  conflicts?: DraftConflict[]
}

type StoredStep = StoredDraft['steps'][number]

const packed = new WeakMap<Step, StoredStep>()

/** What is stored of a step: a draft is stored after each letter, so texts are not. */
export function packStep(step: Step): StoredStep {
  const known = packed.get(step)
  if (known) return known
  const { label, addresses, changes } = step
  const splices = changes.map(({ file, before, after }) => ({
    file,
    ...findDifference(before, after),
  }))
  packed.set(step, { label, addresses, splices })
  return { label, addresses, splices }
}

/** The steps that were stored. */
export function unpackSteps({ bases, steps }: StoredDraft): Step[] {
  const texts = new Map(Object.entries(bases))
  return steps.map(({ label, addresses, splices }) => {
    const changes = splices.map(({ file, ...splice }) => {
      const before = texts.get(file)!
      const after = spliceText(before, [splice])
      texts.set(file, after)
      return { file, before, after }
    })
    return { ...createStep(label, changes), addresses }
  })
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
      const stored = JSON.parse(readFileSync(this.#offeredPath, 'utf8')) as StoredDraft
      // Another version may have written it.
      return stored.steps.every(({ splices }) => Array.isArray(splices)) ? stored : undefined
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
    return tryParseJson(String(tryRead(this.#savesPath))) ?? this.#saves
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

/**
 * What a process is about to do to several files of a folder. Who takes the folder's lock and finds
 * a journal knows that its writer was killed in between, and completes or undoes its work.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tryRead } from './try-read.ts'
import { tryParseJson } from '../../schema/util/try-parse.ts'
import { findStateFolder, locateState } from './state-folder.ts'

export class Journal<T> {
  readonly #folder: string
  readonly #name: string
  readonly #isValid: (value: unknown) => value is T

  /** @param kind of the journal, since a site and an output may be the same folder */
  constructor(folder: string, kind: string, isValid: (value: unknown) => value is T) {
    this.#folder = folder
    this.#name = `${kind}.json`
    this.#isValid = isValid
  }

  /** Whether somebody has begun to write, and has not ended. */
  get isThere(): boolean {
    const path = findStateFolder(this.#folder, this.#name)
    return path !== undefined && existsSync(path)
  }

  /** @returns undefined if there is none. One that is damaged is removed. */
  read(): T | undefined {
    const path = findStateFolder(this.#folder, this.#name)
    const text = path && tryRead(path)?.toString()
    if (text === undefined) return undefined
    const value = tryParseJson(text)
    if (this.#isValid(value)) return value
    this.remove()
    return undefined
  }

  /** Written in one step. */
  write(value: T): void {
    const path = locateState(this.#folder, this.#name)
    writeFileSync(`${path}.tmp`, JSON.stringify(value), { mode: 0o600 })
    renameSync(`${path}.tmp`, path)
  }

  remove(): void {
    rmSync(locateState(this.#folder, this.#name), { force: true })
  }
}

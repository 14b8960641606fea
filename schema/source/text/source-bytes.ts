import { readFileSync, statSync } from 'node:fs'
import { describeFileState, isSettled } from '../file-state.ts'
import { getOwnState } from '../../util/own-state.ts'

/** Unsaved edits, by the real path of the file: the bytes that are read instead of the file. */
export type UnsavedSources = ReadonlyMap<string, Uint8Array>

const getState = () =>
  getOwnState<{ unsaved: UnsavedSources }>('unsaved', () => ({ unsaved: new Map() }))

/**
 * Makes this process read unsaved edits instead of the files or, in the hosted studio, only the
 * requests of one person. Threads receive them when they start.
 */
export function setUnsavedSources(sources: UnsavedSources): void {
  getState().unsaved = new Map([...sources].map(([path, bytes]) => [path, toBuffer(bytes)]))
}

/** Reads unsaved edits instead of the files while a function runs. */
export async function withUnsavedSources<T>(
  sources: UnsavedSources,
  read: () => Promise<T>,
): Promise<T> {
  setUnsavedSources(sources)
  try {
    return await read()
  } finally {
    setUnsavedSources(new Map())
  }
}

/** Converts bytes that were sent to a thread, which are a Uint8Array, back to a Buffer. */
const toBuffer = (bytes: Uint8Array) =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const getUnsavedSources = (): UnsavedSources => getState().unsaved

export const isUnsaved = (path: string): boolean => getUnsavedSources().has(path)

/**
 * Reads a file of a site, or its unsaved text.
 * @param path the real path, without symbolic links
 * @throws NodeJS.ErrnoException
 */
export const readSourceBytes = (path: string): Buffer =>
  (getUnsavedSources().get(path) as Buffer | undefined) ?? readFileSync(path)

/**
 * Reads a file of a site, or its unsaved text.
 * @returns its bytes, or the error of the file system
 */
export function tryReadSourceBytes(path: string): Buffer | NodeJS.ErrnoException {
  try {
    return readSourceBytes(path)
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

/**
 * Returns a value that changes with the content of a file.
 * @returns undefined if the file does not exist, or may change unnoticed
 */
export function describeSourceState(path: string): object | string | undefined {
  const unsaved = getUnsavedSources().get(path)
  if (unsaved) return unsaved
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && isSettled(stats) ? describeFileState(stats) : undefined
}

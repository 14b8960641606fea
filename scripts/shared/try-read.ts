import { readFileSync } from 'node:fs'

/** Reads a file. @returns undefined if it can't be read, such as a missing one */
export function tryRead(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

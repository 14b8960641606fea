import { readFileSync } from 'node:fs'

/** Reads a file. @returns its bytes, or the error of the file system. */
export function tryReadBytes(path: string): Buffer | NodeJS.ErrnoException {
  try {
    return readFileSync(path)
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

import { readFile } from 'node:fs/promises'
import { UserError } from './user-error.ts'

/** Reads a file that the user has named. @throws UserError if there is none */
export const readInputFile = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new UserError(`The file ${path} does not exist.`) : error
  })

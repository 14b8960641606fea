/** Keeps concurrent builds of one output from harming each other. */
import { renameSync, rmSync } from 'node:fs'
import { UserError } from '../../shared/user-error.ts'
import { getFolderId } from './scan-folder.ts'

/** Another build has replaced the output, so the files to keep may be gone. */
export class OutputReplacedError extends UserError {
  constructor(out: string) {
    super(`Another build has replaced ${out}. Wait until it has ended, and build again.`)
  }
}

/** Starts again if another build has replaced the output: then little is left to do. */
export async function retryIfReplaced<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof OutputReplacedError) || attempt === maxBuildAttempts) throw error
    }
  }
}
const maxBuildAttempts = 5

/**
 * Renames a folder, which only one of several builds can do.
 * @param id the ID of the intended folder
 * @returns false if the folder is gone, was replaced by another one, or cannot be renamed
 */
export function claimFolder(folder: string, to: string, id?: string): boolean {
  try {
    renameSync(folder, to)
  } catch {
    return false
  }
  if (id === undefined || getFolderId(to) === id) return true
  removeFolder(to)
  return false
}

export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true })

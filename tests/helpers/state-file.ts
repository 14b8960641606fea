import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the program keeps its journal and its lock of a folder: below the hash of its real path. */
export function toStateFile(folder: string, name: string): string {
  const state = process.env.XDG_STATE_HOME ?? join(homedir(), '.local/state')
  const key = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)
  return join(state, `signpost/${key}-${name}`)
}

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'blocks/shared/early'

/** The scripts that blocks have come with a page: name → source. What they share with the application is in them, and the application takes it from there. */
export const listEarlyScripts = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(root, folder))
      .sort()
      .map((file) => [file.replace(/\.ts$/, ''), `${folder}/${file}`]),
  )

import { basename } from 'node:path'
import { globSync } from 'tinyglobby'

/** The scripts that blocks have come with a page: name → source. What they share with the application is in them, and the application takes it from there. */
export const listEagerScripts = (root: string): Record<string, string> =>
  Object.fromEntries(
    globSync('blocks/*/eager/*.ts', { cwd: root })
      .sort()
      .map((file) => [basename(file, '.ts'), file]),
  )

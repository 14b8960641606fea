/**
 * `npm pack` and `npm publish` run this before they pack, and with `--undo` afterward: writes what
 * the package has in place of the sources of its commands, and the README for its users.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeStudioBundle } from '../studio/server/browser-bundle.ts'
import { bundleCommands } from './bundle-commands.mjs'
import { packageCommands } from './commands.mjs'

const root = join(import.meta.dirname, '../..')
const bundles = join(root, 'commands')
const readme = join(root, 'README.md')
/** npm always packs a README.md, so that of the repository waits here. */
const savedReadme = join(root, 'node_modules/.signpost/README.md')

async function prepare(): Promise<void> {
  undo()
  await bundleCommands(root, Object.keys(packageCommands), bundles)
  await writeStudioBundle(root, join(bundles, 'studio'))
  mkdirSync(dirname(savedReadme), { recursive: true })
  renameSync(readme, savedReadme)
  copyFileSync(join(root, 'docs/package.md'), readme)
}

function undo(): void {
  rmSync(bundles, { recursive: true, force: true })
  if (existsSync(savedReadme)) renameSync(savedReadme, readme)
}

if (process.argv.includes('--undo')) undo()
else
  await prepare().catch((error: Error) => {
    undo()
    throw error
  })

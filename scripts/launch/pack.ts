/**
 * `npm pack` and `npm publish` run this before they pack, and with `--undo` afterward: writes what
 * the package has in place of the sources of its commands, and the documents for its users.
 */
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { writeStudioBundle } from '../studio/server/browser-bundle.ts'
import { bundleCommands } from './bundle-commands.mjs'
import { localizeCommands, packageCommands } from './commands.mjs'
import { noticesFile, renderNotices } from './third-party-notices.ts'

const root = join(import.meta.dirname, '../..')
const bundles = join(root, 'commands')
const notices = join(root, noticesFile)
/** What a package changes, and where it waits meanwhile. */
const documents = ['README.md', 'docs']
const saved = join(root, 'node_modules/.signpost/documents')

async function prepare(): Promise<void> {
  undo()
  const commands = await bundleCommands(root, Object.keys(packageCommands), bundles)
  const studio = await writeStudioBundle(root, join(bundles, 'studio'))
  writeFileSync(notices, renderNotices([...commands, ...studio]))
  for (const name of documents) cpSync(join(root, name), join(saved, name), { recursive: true })
  renameSync(join(root, 'docs/package.md'), join(root, 'README.md'))
  // The commands of a site differ from those of the repository.
  for (const file of globSync('docs/**/*.md', { cwd: root, absolute: true }))
    writeFileSync(file, localizeCommands(readFileSync(file, 'utf8'), [], true))
}

function undo(): void {
  rmSync(bundles, { recursive: true, force: true })
  rmSync(notices, { force: true })
  if (!existsSync(saved)) return
  for (const name of documents) {
    rmSync(join(root, name), { recursive: true, force: true })
    cpSync(join(saved, name), join(root, name), { recursive: true })
  }
  rmSync(saved, { recursive: true })
}

if (process.argv.includes('--undo')) undo()
else
  await prepare().catch((error: Error) => {
    undo()
    throw error
  })

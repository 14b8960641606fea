/**
 * `npm pack` and `npm publish` run this before they pack, and with `--undo` afterward: writes what
 * the package has in place of the sources of its commands, and the documents for its users.
 */
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'
import { bundleResultFile } from '../prerender/bundle/bundle.ts'
import { bundleStudio } from '../prerender/bundle/bundle-studio.ts'
import { bundleCommands } from './bundle-commands.mjs'
import { localizeCommands, packageCommands } from './commands.mjs'
import { noticesFile, renderNotices } from './third-party-notices.ts'

const root = join(import.meta.dirname, '../..')
const bundles = join(root, 'commands')
const notices = join(root, noticesFile)
/** What a package changes, and where it waits meanwhile. */
const documents = ['README.md', 'SECURITY.md', 'docs', 'schema/errors.gen.md']
const saved = join(root, 'node_modules/.signpost/documents')

async function prepare(): Promise<void> {
  undo()
  const commands = await bundleCommands(root, Object.keys(packageCommands), bundles)
  const studio = await bundleStudio(root, join(bundles, 'studio'))
  writeFileSync(join(bundles, 'studio', bundleResultFile), JSON.stringify(studio.bundle))
  writeFileSync(notices, renderNotices([...commands, ...studio.modules]))
  for (const name of documents) cpSync(join(root, name), join(saved, name), { recursive: true })
  renameSync(join(root, 'docs/package.md'), join(root, 'README.md'))
  // The commands of a site differ from those of the repository.
  for (const file of globSync('{README,SECURITY,docs/**/*,schema/errors.gen}.md', { cwd: root })) {
    const text = dropDeadLinks(readFileSync(join(root, file), 'utf8'), dirname(file))
    writeFileSync(join(root, file), localizeCommands(text, [], true))
  }
}

/** The files that a package contains, as `files` in package.json says. */
const packaged =
  /^(docs\/(?!decisions|images|architecture|performance)|(blocks|renderer|schema)\/|\w+\.md$)/

/**
 * Leaves the words of links to files that the package does not contain, and nothing of pictures
 * and of rows of a table.
 * @param folder the folder of the document, from the root
 */
function dropDeadLinks(text: string, folder: string): string {
  return text.replace(
    /^\|.*\]\(([^)#\s]+)[^)]*\) \|\n|!?\[([^\]]*)\]\((?!\w+:)([^)#\s]+)[^)]*\)/gm,
    (whole, row?: string, words?: string, target?: string) =>
      packaged.test(join(folder, row ?? target!)) ? whole : whole.startsWith('[') ? words! : '',
  )
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

import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import type { SiteBlocks } from './site-blocks.ts'

/** Adds the blocks of a site to a bundle, and to the development server. */
export const createVitePlugins = (root: string, blocks: SiteBlocks): Plugin[] => [
  createSourcePlugin(root, blocks),
  createServerImportPlugin(blocks),
]

const createSourcePlugin = (root: string, blocks: SiteBlocks): Plugin => ({
  name: 'site-blocks',
  enforce: 'pre',
  // Of parts of Signpost. Plugins do not resolve the imports of stylesheets.
  config: () => ({ resolve: { alias: [{ find: /^signpost(?=\/)/, replacement: root }] } }),
  configureServer({ watcher }) {
    const { folders } = blocks
    if (folders.length === 0) return
    watcher.add(folders)
    watcher.on('all', (event, path) => {
      if (event === 'change' || !folders.some((folder) => path.startsWith(folder + sep))) return
      // The contents of these modules have changed, although their files have not.
      for (const file of blocks.listingModules) watcher.emit('change', file)
    })
  },
  async resolveId(name, importer, options) {
    const found = importer === undefined ? undefined : blocks.resolve(name, removeQuery(importer))
    if (!found || 'path' in found) return undefined
    const fromProject = join(root, 'renderer/server.ts')
    return this.resolve(found.package, fromProject, { ...options, skipSelf: true })
  },
  load: (id) => blocks.replaceModule(removeQuery(id)),
})

/**
 * On the development server, Node itself loads packages, and would look for them beside the block.
 * Replaces these imports, after JSX has added some, by modules that belong to no file, whose
 * imports are resolved from the project.
 */
const createServerImportPlugin = (blocks: SiteBlocks): Plugin => ({
  name: 'site-blocks-server-imports',
  enforce: 'post',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  resolveId: (id) => (id.startsWith(reexportPrefix) ? id : undefined),
  load(id) {
    if (!id.startsWith(reexportPrefix)) return undefined
    const name = JSON.stringify(id.slice(reexportPrefix.length))
    return `export * from ${name}\nexport { default } from ${name}\n`
  },
  transform(code, id) {
    const importer = removeQuery(id)
    return code.replace(
      /(\bfrom\s*|\bimport\s*)"([^"\n]+)"/g,
      (whole, keyword: string, name: string) => {
        const found = blocks.resolve(name, importer)
        return found && 'package' in found ? keyword + JSON.stringify(reexportPrefix + name) : whole
      },
    )
  },
})

const reexportPrefix = '\0signpost:'

const removeQuery = (id: string) => id.split('?')[0]!

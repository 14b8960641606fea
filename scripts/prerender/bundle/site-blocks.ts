import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { globSync } from 'tinyglobby'
import { findBlocks, type BlockFolder } from '../../../schema/block-types/find-blocks.ts'
import { loadSiteSchema } from '../../../schema/block-types/load-site-schema.ts'
import { findSiteBlocks, locateSiteBlocks } from '../../../schema/block-types/site-blocks.ts'
import { generateRegistry, generateStyles } from '../../generate/registry.ts'
import { UserError } from '../../shared/user-error.ts'

/**
 * Packages that blocks share with the renderer. A second copy of React would have a state of its
 * own.
 */
const sharedPackages = /^(react|react-dom|react-router-dom)(\/|$)/
/** Blocks of a site import parts of Signpost as `signpost/blocks/shared/…`. */
const projectPackage = /^signpost\//

const registryModule = 'blocks/registry.gen.ts'
const stylesModule = 'blocks/styles.gen.ts'
const listingModules = [registryModule, stylesModule, 'renderer/client/hydrate.tsx']

/** Lists the folders with blocks that are not Signpost's. The site's own may not exist yet. */
export function listBlockFolders(site: string): string[] {
  const own = locateSiteBlocks(site)
  const existing = findSiteBlocks(site).folders.map(({ path }) => path)
  return [...new Set([...(own === undefined ? [] : [own]), ...existing])]
}

/** The blocks of the project, and those of a site that has some of its own. */
export class SiteBlocks {
  readonly #root: string
  readonly #site: string | undefined
  /** Where the site's own blocks are, or would be, and those of packages. */
  readonly folders: string[]

  constructor(root: string, site?: string) {
    this.#root = root
    // Vike's working folder is another one.
    this.#site = site === undefined ? undefined : resolve(site)
    this.folders = this.#site === undefined ? [] : listBlockFolders(this.#site)
  }

  /** @returns all blocks that can be used, sorted by type. */
  async find(): Promise<BlockFolder[]> {
    const own = this.#site === undefined ? [] : (await loadSiteSchema(this.#site)).blocks
    const blocks = [...(await findBlocks(join(this.#root, 'blocks'))), ...own]
    return blocks.sort((a, b) => (a.type < b.type ? -1 : 1))
  }

  /**
   * @returns the scripts of the site's blocks that load with a page: files by name, relative to the
   * project.
   */
  listOwnEagerScripts(): Record<string, string> {
    const files = this.folders.flatMap((cwd) =>
      existsSync(cwd) ? globSync('*/eager/*.ts', { cwd, absolute: true }) : [],
    )
    const scripts = nameEagerScripts(files.map((file) => relative(this.#root, file)))
    const taken = Object.keys(listEagerScripts(this.#root)).find((name) => name in scripts)
    if (taken !== undefined)
      throw new UserError(
        `${scripts[taken]}: Signpost itself has a script named ${taken}. Rename this one.`,
      )
    return scripts
  }

  /** Resolves what a block of the site imports. */
  resolve(name: string, importer: string): { path: string } | { package: string } | undefined {
    if (!this.isOwn(importer)) return undefined
    if (projectPackage.test(name))
      return { path: join(this.#root, name.replace(projectPackage, '')) }
    return sharedPackages.test(name) ? { package: name } : undefined
  }

  /** The modules that list blocks. */
  get listingModules(): string[] {
    return listingModules.map((name) => join(this.#root, name))
  }

  /** @returns the replacement for the code of a module that lists blocks. */
  async replaceModule(file: string): Promise<string | undefined> {
    const index = this.folders.length === 0 ? -1 : this.listingModules.indexOf(file)
    if (index === -1) return undefined
    const getFolder = ({ type, path }: BlockFolder) => (this.isOwn(path) ? path : `./${type}`)
    if (listingModules[index] === registryModule)
      return generateRegistry(await this.find(), getFolder)
    if (listingModules[index] === stylesModule) return generateStyles(await this.find(), getFolder)
    const imports = Object.values(this.listOwnEagerScripts()).map(
      (script) => `import '${join(this.#root, script)}'\n`,
    )
    return imports.join('') + (await readFile(file, 'utf8'))
  }

  /** Whether a file belongs to a block that is not Signpost's. */
  isOwn(path: string): boolean {
    return this.folders.some((folder) => path.startsWith(folder + sep))
  }
}

/**
 * Lists the scripts of blocks that load with a page.
 * @returns Source files by name. The bundle of an eager script contains the modules that it shares
 * with the application, which imports them from there.
 */
export const listEagerScripts = (root: string): Record<string, string> =>
  nameEagerScripts(globSync('blocks/*/eager/*.ts', { cwd: root }))

/** @returns the files by the names of their scripts. */
const nameEagerScripts = (files: string[]): Record<string, string> =>
  Object.fromEntries(files.sort().map((file) => [basename(file, '.ts'), file]))

import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { slugify } from '../../schema/util/slugify.ts'
import { isPackage } from '../launch/commands.mjs'

const root = join(import.meta.dirname, '../..')

/** The commands that package.json of a site names, for people who type `npm run dev`. */
const scripts = ['dev', 'studio', 'check', 'build', 'upgrade']

/** Creates what makes a folder a site with Signpost as a package. */
export function createPackageFiles(
  dir: string,
  { name }: { name: string },
): Record<string, string> {
  const { engines } = readManifest()
  const manifest = {
    name: slugify(basename(resolve(dir))) || slugify(name),
    private: true,
    type: 'module',
    engines,
    scripts: Object.fromEntries(scripts.map((script) => [script, `signpost ${script}`])),
    dependencies: { signpost: findSource(dir) },
  }
  return { 'package.json': `${JSON.stringify(manifest, null, 2)}\n` }
}

const readManifest = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
    engines: Record<string, string>
  }

/**
 * Where a site installs Signpost from: the registry, or the tarball that this copy was installed
 * from.
 * @param dir the folder of the site
 */
function findSource(dir: string): string {
  const packages = dirname(root)
  const lockFile = join(packages, '.package-lock.json')
  if (isPackage && existsSync(lockFile)) {
    const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as {
      packages: Record<string, { resolved?: string }>
    }
    const { resolved } = lock.packages['node_modules/signpost'] ?? {}
    if (resolved?.startsWith('file:'))
      return `file:${relative(resolve(dir), resolve(packages, '..', resolved.slice('file:'.length)))}`
  }
  return `^${readManifest().version}`
}

import { glob } from 'tinyglobby'

/**
 * Lists the URL paths of a site's public/ folder: `/people/baker.jpg`. Empty if it does not exist.
 */
export async function listPublicFiles(dir: string): Promise<Set<string>> {
  const files = await glob('**', { cwd: dir, dot: true, onlyFiles: true }).catch(() => [])
  return new Set(files.sort().map((file) => `/${file.replaceAll('\\', '/')}`))
}

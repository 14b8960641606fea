import { glob } from 'tinyglobby'

/** The addresses of the files in a site's public/ folder: `/people/baker.jpg`. Empty when there is no folder. */
export async function listPublicFiles(dir: string): Promise<Set<string>> {
  const files = await glob('**', { cwd: dir, dot: true, onlyFiles: true }).catch(() => [])
  return new Set(files.sort().map((file) => `/${file.replaceAll('\\', '/')}`))
}

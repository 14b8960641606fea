import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A page or example to take screenshots of, in one color scheme. */
export type Subject = {
  /** The folder of its screenshots, such as `pages/pricing` or `examples/hero/default`. */
  name: string
  scheme: 'light' | 'dark'
  url: string
}

/** Lists every page of a built site in both color schemes. @param address where it is served */
export async function listPageSubjects(dir: string, address: string): Promise<Subject[]> {
  const routes = (await listPageFolders(dir)).map((folder) => (folder === '.' ? '/' : `/${folder}`))
  return routes.flatMap((route) =>
    (['light', 'dark'] as const).map((scheme) => ({
      name: `pages${route === '/' ? '/home' : route}`,
      scheme,
      url: address + route,
    })),
  )
}

/** Lists every example of a built catalogue, which has a document for each color scheme. */
export async function listExampleSubjects(dir: string, origin: string): Promise<Subject[]> {
  return (await listPageFolders(dir)).flatMap((folder) => {
    const [, type, slug, scheme] = /^frames\/(.*)\/(.*)\/(light|dark)$/.exec(folder) ?? []
    return type === undefined
      ? []
      : [
          {
            name: `examples/${type}/${slug}`,
            scheme: scheme as Subject['scheme'],
            url: `${origin}/${folder}/`,
          },
        ]
  })
}

async function listPageFolders(dir: string): Promise<string[]> {
  const files = (await readdir(dir, { recursive: true })).map((file) => file.replaceAll('\\', '/'))
  return files
    .filter((file) => /(^|\/)page\.json$/.test(file))
    .map((file) => dirname(file))
    .sort()
}

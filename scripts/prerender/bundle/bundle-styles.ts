import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import type * as lightningcss from 'lightningcss'
import type { Assets } from '../../../renderer/assets.ts'
import { typefaces } from '../../../schema/theme/pairings.ts'
import { UserError } from '../../shared/user-error.ts'
import type { SiteBlocks } from './site-blocks.ts'

const sharedStylesheets = [
  'blocks/shared/base.css',
  'blocks/shared/shared.css',
  'renderer/shell/shell.css',
]
/**
 * Minifies each stylesheet separately, so that a page can inline only those of its blocks.
 * @param client The folder to write referenced files to.
 */
export async function bundleStyles(
  root: string,
  client: string,
  siteBlocks: SiteBlocks,
): Promise<{ styles: Assets['styles']; files: string[] }> {
  const files: string[] = []
  await mkdir(join(client, 'assets'), { recursive: true })
  const write = async (name: string, content: Uint8Array | string) => {
    const { name: base, ext } = {
      name: basename(name, extname(name)).replace(/\.gen$/, ''),
      ext: extname(name),
    }
    const file = `assets/${base}.${createHash('sha256').update(content).digest('base64url').slice(0, 8)}${ext}`
    await writeFile(join(client, file), content)
    if (!files.includes(file)) files.push(file)
    return `/${file}`
  }
  // Loaded here, because most builds use a cached bundle.
  const { transform } = createRequire(import.meta.url)('lightningcss') as typeof lightningcss
  const minify = async (file: string, visitor: lightningcss.Visitor<never> = {}) => {
    const code = await readFile(file)
    const minified = transform({ filename: file, code, minify: true, visitor }).code.toString()
    return publishAssets(minified, dirname(file), write)
  }
  // A stylesheet imports those of shared parts that only some blocks show.
  const minifyWithImports = async (file: string): Promise<string[]> => {
    const names: string[] = []
    const takeImport = ({
      value: { url, layer, supports, media },
    }: {
      value: lightningcss.ImportRule
    }) => {
      if (layer || supports || (media?.mediaQueries.length ?? 0) > 0)
        throw new UserError(
          `${file}: The import of ${url} has a condition. Write the condition in ${url}, around its rules.`,
        )
      names.push(url)
      return []
    }
    const own = await minify(file, { Rule: { import: takeImport } })
    const parts = names.map((name) => {
      const found = siteBlocks.resolve(name, file)
      return minifyWithImports(found && 'path' in found ? found.path : join(dirname(file), name))
    })
    return [...(await Promise.all(parts)).flat(), own]
  }
  const shared = (
    await Promise.all(sharedStylesheets.map((file) => minify(join(root, file))))
  ).join('')
  const stylesheets = (await siteBlocks.find()).flatMap(({ path, styles }) =>
    styles.map((name) => ({ name, file: join(path, `${name}.css`) })),
  )
  const blocks = Object.fromEntries(
    await Promise.all(
      stylesheets.map(async ({ name, file }) => [name, await minifyWithImports(file)] as const),
    ),
  )
  // Relative to the file, which lies in the folder of the files that it refers to.
  const css = [...new Set(Object.values(blocks).flat())]
    .join('')
    .replaceAll('url("/assets/', 'url("')
  const allBlocks = await write('blocks.css', css)
  const faces = Object.keys(typefaces).map(async (name) => {
    const css = await minify(join(root, `blocks/shared/fonts/${name}.gen.css`))
    return [name, { css, url: /url\("([^"]*)"\)/.exec(css)![1]! }] as const
  })
  return {
    styles: { shared, blocks, allBlocks, typefaces: Object.fromEntries(await Promise.all(faces)) },
    files,
  }
}

/** Writes the files that CSS refers to under names with their hash, and returns the new CSS. */
async function publishAssets(
  css: string,
  folder: string,
  write: (name: string, content: Uint8Array) => Promise<string>,
): Promise<string> {
  const urls = new Map<string, string>()
  for (const [, name = ''] of css.matchAll(localUrl))
    urls.set(name, await write(name, await readFile(join(folder, name))))
  return css.replace(localUrl, (_, name: string) => `url("${urls.get(name)}")`)
}

const localUrl = /url\(["']?\.\/([^"')]+)["']?\)/g

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import type * as lightningcss from 'lightningcss'
import { findBlocks } from '../../generate/find-blocks.ts'

export type BundledStyles = {
  /** What every page needs: layers, tokens, typefaces, shared parts, the shell. */
  shared: string
  /** Block type → its own css, where it has some. */
  blocks: Record<string, string>
  /**
   * The address of every block's css in one file, for navigation in the page. What every page needs is not in it: a second
   * declaration of a typeface would set the page anew.
   */
  allBlocks: string
  /** Addresses of the typefaces. */
  fonts: string[]
}

const sharedStylesheets = [
  'blocks/shared/fonts/fonts.gen.css',
  'blocks/shared/base.css',
  'blocks/shared/shared.css',
  'renderer/shell/shell.css',
]
/** A picture of up to this size costs less in the css than a request. Bytes. */
const maxInlineBytes = 1500

/**
 * Minifies the stylesheets one by one, so that a page can carry those of its own blocks and no others.
 * @param client where the files that they name are written.
 */
export async function bundleStyles(
  root: string,
  client: string,
): Promise<{ styles: BundledStyles; files: string[] }> {
  const files: string[] = []
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
  // Most builds have nothing to bundle.
  const { transform } = createRequire(import.meta.url)('lightningcss') as typeof lightningcss
  const minify = async (file: string) => {
    const { code } = transform({
      filename: file,
      code: await readFile(join(root, file)),
      minify: true,
    })
    return embedAssets(code.toString(), dirname(join(root, file)), write)
  }
  const shared = (await Promise.all(sharedStylesheets.map(minify))).join('')
  const types = (await findBlocks(join(root, 'blocks')))
    .filter(({ hasStyles }) => hasStyles)
    .map(({ type }) => type)
  const blocks = Object.fromEntries(
    await Promise.all(
      types.map(async (type) => [type, await minify(`blocks/${type}/${type}.css`)] as const),
    ),
  )
  const allBlocks = await write('blocks.css', Object.values(blocks).join(''))
  const fonts = files.filter((file) => file.endsWith('.woff2')).map((file) => `/${file}`)
  return { styles: { shared, blocks, allBlocks, fonts: fonts.sort() }, files }
}

/** Puts small drawings into the css, and gives every other file that it names an address of its own. */
async function embedAssets(
  css: string,
  folder: string,
  write: (name: string, content: Uint8Array) => Promise<string>,
): Promise<string> {
  const addresses = new Map<string, string>()
  for (const [, name = ''] of css.matchAll(/url\(["']?\.\/([^"')]+)["']?\)/g)) {
    const content = await readFile(join(folder, name))
    const isSmallDrawing = name.endsWith('.svg') && content.length <= maxInlineBytes
    addresses.set(
      name,
      isSmallDrawing
        ? `data:image/svg+xml,${encodeURIComponent(content.toString().trim())}`
        : await write(name, content),
    )
  }
  return css.replace(
    /url\(["']?\.\/([^"')]+)["']?\)/g,
    (_, name: string) => `url("${addresses.get(name)}")`,
  )
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { generatedFile } from '../../schema/rules/addresses/colliding-addresses.ts'
import { findActiveFiles } from '../../schema/source/active-files/find-active-files.ts'
import { listPublicFiles } from '../../schema/source/list-public-files.ts'
import { isPictureFile, readPictureInfos } from '../../schema/source/read-picture-infos.ts'
import { findSecretName } from '../../schema/source/secret-files.ts'
import { explainUnsafePath } from '../../schema/util/resolve-inside.ts'
import { writeNestedFile } from '../shared/write-nested-file.ts'
import { toPath } from './old-address.ts'
import type { OldAnswer, OldSite } from './old-site.ts'

/** What the new site has its own of, or nobody needs without the old design. */
const replacedFile =
  /^\/(?:robots\.txt|sitemap[\w-]*\.xml(?:\.gz)?|site\.webmanifest|404\.html?|llms\.txt|search-index\.json|\.htaccess)$/i
const designFile = /\.(?:css|js|mjs|map|json|woff2?|ttf|eot|otf|scss|less|php|aspx?|ts|xsl|swf)$/i
const feedFile = /\.(?:xml|rss|atom|rdf)$/i

/** The files of the new site by their old addresses, as paths in public/. */
type CopiedFiles = { files: Map<string, string>; pictures: Map<string, string> }

/**
 * Copies files to public/, and says of the others what is at their addresses. What a site must not
 * publish, such as a file with passwords or a drawing with a script, is removed and noted; a picture
 * that cannot be read is noted.
 * @param pages the addresses of pages
 */
export async function copyFiles(
  { files: sources, others, note }: OldSite,
  pages: { has(address: string): boolean },
  dir: string,
): Promise<CopiedFiles> {
  const folder = join(dir, 'public')
  const files = new Map<string, string>()
  const names = new Set<string>()
  const withhold = (address: string, detail: string) => {
    files.delete(address)
    others.set(address, { kind: 'lost', reason: 'a file that must not be published' })
    note('withheld', address, detail)
  }
  for (const [address, read] of sources) {
    const path = toPath(address)
    const [secret] = path.split('/').flatMap((name) => findSecretName(name) ?? [])
    const isTaken = pages.has(path) || names.has(path.toLowerCase())
    const answer = explainLeft(path, isTaken)
    if (secret !== undefined) withhold(address, `It appears to contain ${secret}.`)
    else if (answer) others.set(address, answer)
    else {
      // The build has files of its own below /assets.
      const isMoved = generatedFile.test(path.toLowerCase())
      const kept = isMoved ? `/files${path}` : path
      names.add(path.toLowerCase())
      files.set(address, kept)
      const reason = `moved to ${kept}, because the build has its own files here`
      if (isMoved) others.set(address, { kind: 'lost', reason })
      await writeNestedFile(folder, kept, await read())
    }
  }
  const { files: published, problems } = listPublicFiles(dir)
  const refused = new Map(
    [...problems, ...(await findActiveFiles(dir, published))]
      .filter(({ severity }) => severity === 'error')
      .map(({ file, message }) => [file, `It ${message.slice(file.length + 1)}`]),
  )
  for (const [address, path] of files) {
    const reason = refused.get(`public${path}`)
    if (reason === undefined && published.has(path)) continue
    await rm(join(folder, path), { force: true })
    withhold(address, reason ?? 'It is hidden, or in a hidden folder.')
  }
  const shown = [...files].filter(([, path]) => isPictureFile(path))
  const infos = await readPictureInfos(
    folder,
    shown.map(([, path]) => path),
  )
  const pictures = new Map<string, string>()
  for (const [address, path] of shown) {
    if (!infos.has(path)) {
      note('picture', address, 'This file is no valid picture. No page shows it.')
      continue
    }
    // A picture on a page has a path without spaces.
    const plain = path.replaceAll(/\s+/g, '-')
    if (plain !== path) await writeNestedFile(folder, plain, await sources.get(address)!())
    pictures.set(address, plain)
  }
  return { files, pictures }
}

/** Says what is at the address of a file that is not kept. */
function explainLeft(path: string, isTaken: boolean): OldAnswer | undefined {
  const lose = (reason: string): OldAnswer => ({ kind: 'lost', reason })
  if (replacedFile.test(path)) return { kind: 'replaced' }
  if (designFile.test(path)) return lose('part of the old design')
  if (feedFile.test(path)) return lose('a feed or a data file')
  if (!path.split('/').at(-1)!.includes('.')) return lose('a file without an extension')
  return isTaken || explainUnsafePath(path) !== undefined || /["<>|*:]/.test(path)
    ? lose('a file whose name cannot be an address')
    : undefined
}

import { findFreeName } from '../../../../schema/util/find-free-name.ts'
import { rankByCount } from '../../../../schema/util/group-by.ts'
import { slugify } from '../../../../schema/util/slugify.ts'

/** Files that are offered for an upload. */
export const pictureTypes = '.jpg,.jpeg,.png,.webp,.avif,.gif,.svg'

/**
 * Proposes the address of an uploaded picture, beside a picture of the site.
 * @param fileName as on the author's computer
 * @param beside the picture that it replaces, or the others of the site
 * @param taken the pictures that are there
 */
export function proposePictureName(fileName: string, beside: string[], taken: string[]): string {
  const [, stem = '', ending = ''] = /^(.*?)\.?([^.]*)$/.exec(fileName.toLowerCase()) ?? []
  const words = slugify(stem)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const [folder] = rankByCount(beside.map((name) => name.slice(0, name.lastIndexOf('/'))))
  const isTaken = (name: string) => taken.includes(`${name}.${ending}`)
  return `${findFreeName(`${folder?.item ?? ''}/${words || 'picture'}`, isTaken)}.${ending}`
}

/** Says whether a picture is wide enough. @param shownAt its greatest width on a page, in pixels */
export function describeSize(
  width: number,
  height: number,
  bytes: number,
  shownAt: number,
): string {
  const size = `${width} × ${height} pixels, ${formatFileSize(bytes)}.`
  if (width >= shownAt) return size
  return `${size} Pages show it up to ${shownAt} pixels wide, so it may look blurry.`
}

const formatFileSize = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`

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
  const words = stem
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  const folder = findMostCommonFolder(beside.map((name) => name.slice(0, name.lastIndexOf('/'))))
  const toName = (count: number) =>
    `${folder}/${words || 'picture'}${count > 1 ? `-${count}` : ''}.${ending}`
  let count = 1
  while (taken.includes(toName(count))) count++
  return toName(count)
}

function findMostCommonFolder(folders: string[]): string {
  const counts = new Map<string, number>()
  for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
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

import { isTooLarge } from '../../../schema/source/pictures.ts'
import { loadSharp } from '../../../schema/source/load-sharp.ts'
import { refuse } from '../draft/studio-failure.ts'
import { explainUnsafeSvg } from './explain-unsafe-svg.ts'

export const maxPictureMebibytes = 15

/** The endings of each format, by the name that sharp has for it. */
const endings: Record<string, string[]> = {
  jpeg: ['jpg', 'jpeg'],
  png: ['png'],
  webp: ['webp'],
  heif: ['avif'],
  gif: ['gif'],
  svg: ['svg'],
}

/** Lowercase, so that it is the same file on every disk and host. */
const namePattern = /^\/(?:[a-z0-9][a-z0-9_-]*\/){0,3}[a-z0-9][a-z0-9._-]{0,99}\.[a-z]+$/

/** @throws StudioFailure if a file in public/ cannot be called this, such as `/people/sam.jpg` */
export function checkPictureName(name: string): void {
  if (name.length > 200 || !namePattern.test(name) || name.includes('..'))
    refuse(
      `"${name.slice(0, 100)}" cannot be the name of a picture. Write lowercase letters, digits and ` +
        'hyphens, such as /people/sam-baker.jpg.',
    )
}

/**
 * Checks that a file is the picture that its name says, and nothing else.
 * @throws StudioFailure
 */
export async function checkPicture(
  name: string,
  bytes: Buffer,
): Promise<{ width: number; height: number }> {
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const isKnown = Object.values(endings).some((each) => each.includes(ending))
  if (!isKnown) refuse(`Pictures are JPEG, PNG, WebP, AVIF, GIF or SVG files, not .${ending}.`)
  if (ending === 'svg') {
    const reason = explainUnsafeSvg(bytes)
    if (reason !== undefined)
      refuse(`${reason}. Save the drawing again as a plain SVG, or as a PNG.`)
  }
  const info = await loadSharp()(bytes)
    .metadata()
    .catch(() => undefined)
  if (!info)
    return refuse('This file is no picture that can be read. Save it again as JPEG or PNG.')
  const allowed = endings[info.format] ?? []
  if (!allowed.includes(ending) || (ending === 'avif' && info.compression !== 'av1'))
    refuse(
      allowed.length > 0
        ? `This is a different kind of picture: its name must end with .${allowed[0]}.`
        : 'Pictures are JPEG, PNG, WebP, AVIF, GIF or SVG files.',
    )
  const { width, height } = info.autoOrient
  if (isTooLarge({ width, height }))
    refuse(
      `A picture of ${width} by ${height} pixels is too large. Make it at most 4,000 pixels wide.`,
    )
  return { width, height }
}

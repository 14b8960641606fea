import { checkDrawing } from '../../../schema/source/active-files/check-drawing.ts'
import { isTooLarge } from '../../../schema/source/pictures.ts'
import { loadSharp } from '../../../schema/source/load-sharp.ts'
import { explainUnsafePath } from '../../../schema/util/resolve-inside.ts'
import { refuse } from '../../shared/user-error.ts'

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

/** @throws UserError if a file in public/ cannot be called this, such as `/people/sam.jpg` */
export function checkPictureName(name: string): void {
  const isName = name.length <= 200 && namePattern.test(name)
  if (!isName || name.includes('..') || explainUnsafePath(name) !== undefined)
    refuse(
      `"${name.slice(0, 100)}" cannot be the name of a picture. Write lowercase letters, digits and ` +
        'hyphens, such as /people/sam-baker.jpg.',
    )
}

/**
 * Checks that a file is the picture that its name says, and nothing else.
 * @throws UserError
 */
export async function checkPicture(name: string, bytes: Buffer): Promise<void> {
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const isKnown = Object.values(endings).some((each) => each.includes(ending))
  if (!isKnown) refuse(`Pictures are JPEG, PNG, WebP, AVIF, GIF or SVG files, not .${ending}.`)
  if (ending === 'svg') {
    const finding = checkDrawing(bytes)
    if (finding)
      refuse(
        `This drawing ${finding.reason} (line ${finding.line}). ` +
          'Save it again as a plain SVG, or as a PNG.',
      )
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
}

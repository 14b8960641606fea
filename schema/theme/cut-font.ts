import type { FontWeight } from './pairings.ts'

/**
 * A font as it is published.
 * @property axes the variable axes that it has, such as `wght`, each with its default
 */
export type FontFile = { bytes: Uint8Array; weight: FontWeight; axes: Record<string, number> }

/** ASCII, characters of other Latin scripts, and symbols that blocks print. */
const subsetCharacters = [
  listCharacters(0x20, 0x7e),
  listCharacters(0xa0, 0xff),
  'ŒœŠšŸŽž',
  '–—‘’‚“”„†•…‹›€™',
  '×✓✕★☆→',
].join('')

function listCharacters(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) =>
    String.fromCharCode(from + index),
  ).join('')
}

/** Cuts a font to the characters that most pages need, and its axes to the weights. */
export async function cutFont(
  { bytes, weight, axes }: FontFile,
  targetFormat: 'woff2' | 'truetype' = 'woff2',
): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(Buffer.from(bytes), subsetCharacters, {
    targetFormat,
    variationAxes: { ...axes, ...('wght' in axes && { wght: weight }) },
  })
}

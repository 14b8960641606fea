import { hasCached } from '../../schema/file-cache.ts'
import { imageHeight, imageWidth } from '../../renderer/share-image-of.ts'
import type { Colors } from '../../renderer/theme-of.ts'
import { loadFonts } from './fonts.ts'
import { drawLetter, initialOf } from './letter.ts'
import { drawSeal, drawTurnedLines } from './seal.ts'

/** What the picture of a shared page shows: everything that it depends on. */
export type Card = {
  heading: string
  /** The name of the site, and where it is found. */
  name: string
  host: string
  /** What is sold, and its price as it is printed. */
  offer?: { name: string; price?: string }
  colors: Colors
}

/** Bytes that hardly any picture has. */
const maximum = 30_000

const left = 84
const textWidth = 700
/** From the largest; a heading takes the first at which it is no higher than its room. */
const headingSizes = [104, 94, 84, 76, 68, 60, 54, 48, 42, 36]
const headingRoom = { alone: 280, withOffer: 236 }
const lineHeight = 1.12
const seal = { x: 992, y: 315, radius: 138 }

type Element = { type: string; key: null; props: { style: object; children?: unknown } }
const box = (style: object, children?: unknown): Element => ({
  type: 'div',
  key: null,
  props: { style: { display: 'flex', ...style }, children },
})

/** Loads what draws, where nothing has been drawn on this machine: typefaces are cut for it, which can be done while a build waits for something else. */
export async function prepareDrawing(): Promise<void> {
  if (!hasCached('fonts'))
    await Promise.all([import('@resvg/resvg-js'), import('sharp'), import('satori'), loadFonts()])
}

/** Draws the picture as a PNG of few colors. @returns the same bytes for the same card. */
export async function drawShareImage(card: Card): Promise<Uint8Array> {
  const [{ Resvg }, { default: sharp }, text, ground] = await Promise.all([
    import('@resvg/resvg-js'),
    import('sharp'),
    drawText(card),
    drawGround(card),
  ])
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${imageWidth}" height="${imageHeight}">${ground}${text}</svg>`
  const { pixels, width, height } = new Resvg(svg, { font: { loadSystemFonts: false } }).render()
  // Sixteen colors are enough for three inks and their edges.
  const compress = (compressionLevel: number) =>
    sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ palette: true, colours: 16, dither: 0, effort: 1, compressionLevel })
      .toBuffer()
  // The ninth level saves a twentieth of the bytes, and takes twice the time of it all.
  const picture = await compress(6)
  return picture.length <= maximum ? picture : compress(9)
}

async function drawGround({ name, colors }: Card): Promise<string> {
  const { ground, line, accent, onAccent } = colors
  const letter = initialOf(name)
  const frame = (inset: number, width: number) =>
    `<rect x="${inset}" y="${inset}" width="${imageWidth - 2 * inset}" height="${imageHeight - 2 * inset}" fill="none" stroke="${line}" stroke-width="${width}"/>`
  return [
    `<rect width="${imageWidth}" height="${imageHeight}" fill="${ground}"/>`,
    `<g transform="translate(${seal.x} ${seal.y})">${drawTurnedLines({ radius: 214, line, count: 7, width: 1.5 })}</g>`,
    `<path d="M0 0H${imageWidth}V${imageHeight}H0ZM28 28V${imageHeight - 28}H${imageWidth - 28}V28Z" fill="${ground}"/>`,
    frame(28, 3),
    frame(37, 1),
    `<g transform="translate(${seal.x} ${seal.y})"><circle r="${seal.radius + 14}" fill="${ground}"/>`,
    drawSeal({ radius: seal.radius, fill: accent, line: onAccent }),
    letter === undefined ? '' : await drawLetter(letter, seal.radius * 0.66, onAccent),
    '</g>',
  ].join('')
}

/** The words, laid out by satori. Signs that the typefaces lack are left away, and a text that is mostly made of them. */
async function drawText(card: Card, missing = new Set<string>()): Promise<string> {
  const without = (text: string) => {
    const rest = [...text]
      .filter((sign) => !missing.has(sign))
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
    return countLetters(rest) * 2 < countLetters(text) ? '' : rest
  }
  const found = new Set<string>()
  const draw = await loadDrawer((signs) => [...signs].forEach((sign) => found.add(sign)))
  const heading = without(card.heading)
  const size = await fitHeading(
    heading,
    card.offer ? headingRoom.withOffer : headingRoom.alone,
    draw,
  )
  const svg = await draw(
    layOut(
      {
        ...card,
        heading,
        name: without(card.name),
        offer: card.offer && { ...card.offer, name: without(card.offer.name) },
      },
      size,
    ),
    imageHeight,
  )
  const isNew = [...found].some((sign) => !missing.has(sign))
  return isNew ? drawText(card, new Set([...missing, ...found])) : svg
}

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

type Draw = (element: Element, height?: number) => Promise<string>

async function loadDrawer(onMissing: (signs: string) => void): Promise<Draw> {
  const [{ default: satori }, fonts] = await Promise.all([import('satori'), loadFonts()])
  const loadAdditionalAsset = async (_language: string, signs: string) => {
    onMissing(signs)
    return []
  }
  return (element, height) =>
    satori(element, {
      width: imageWidth,
      ...(height !== undefined && { height }),
      fonts,
      loadAdditionalAsset,
    } as Parameters<typeof satori>[1])
}

/** Without a height given, satori makes its picture as high as the words are. Balanced lines are as many, and take longer. */
async function fitHeading(heading: string, room: number, draw: Draw): Promise<number> {
  const longest = Math.max(...heading.split(/\s+/).map((word) => word.length))
  for (const size of headingSizes) {
    // Broken in the middle of a word, it would be as high.
    if (longest * size * 0.6 > textWidth) continue
    // A line holds about as many signs as this; what is far too high need not be laid out to be known as that.
    if (Math.floor((heading.length * size * 0.5) / textWidth) * size * lineHeight > room) continue
    const svg = await draw(box({ flexDirection: 'column' }, layHeading(heading, size, 'wrap')))
    if (Number(/<svg width="\d+" height="([\d.]+)"/.exec(svg)?.[1]) <= room) return size
  }
  return headingSizes.at(-1)!
}

const layHeading = (heading: string, size: number, textWrap = 'balance'): Element =>
  box(
    {
      display: 'block',
      width: textWidth,
      fontFamily: 'heading',
      fontSize: size,
      lineHeight,
      letterSpacing: -0.012 * size,
      textWrap,
      wordBreak: 'break-word',
      lineClamp: 6,
    },
    heading,
  )

function layOut({ heading, name, host, offer, colors }: Card, size: number): Element {
  const { text, textSoft, accent } = colors
  return box(
    {
      boxSizing: 'border-box',
      width: imageWidth,
      height: imageHeight,
      padding: `74px ${left}px 66px`,
      flexDirection: 'column',
      justifyContent: 'space-between',
      color: text,
      fontFamily: 'text',
    },
    [
      box({ fontSize: 30, fontWeight: 700, color: accent, letterSpacing: 0.3 }, name),
      box({ flexDirection: 'column', gap: 26, width: textWidth }, [
        layHeading(heading, size),
        ...(offer ? [layOffer(offer, colors)] : []),
      ]),
      // Where one signs: a cross at the beginning of a line, and under it whose line it is.
      box({ flexDirection: 'column', width: textWidth - 130, gap: 10 }, [
        box(
          {
            borderBottom: `2px solid ${textSoft}`,
            color: accent,
            fontSize: 34,
            fontWeight: 500,
            lineHeight: 0.7,
            height: 30,
          },
          '×',
        ),
        box({ fontSize: 25, fontWeight: 500, color: textSoft }, host),
      ]),
    ],
  )
}

const layOffer = (
  { name, price }: NonNullable<Card['offer']>,
  { textSoft, accent, onAccent }: Colors,
): Element =>
  box({ alignItems: 'center', gap: 20, fontSize: 32, fontWeight: 500, color: textSoft }, [
    ...(price === undefined
      ? []
      : [
          box(
            {
              padding: '6px 22px 8px',
              borderRadius: 8,
              backgroundColor: accent,
              color: onAccent,
              fontWeight: 700,
              flexShrink: 0,
            },
            price,
          ),
        ]),
    box(
      {
        display: 'block',
        flexGrow: 1,
        flexBasis: 0,
        lineHeight: 1.25,
        lineClamp: 1,
        wordBreak: 'break-word',
      },
      name,
    ),
  ])

/**
 * Text as SVG outlines. Imported only by `load-text-layout.ts`, since satori is larger than all
 * other code of a command.
 */
import satori from 'satori'
import { shareImageHeight, shareImageWidth } from '../../renderer/share-image.ts'
import type { SchemeColors } from '../../renderer/theme-colors.ts'
import { loadFonts } from './fonts.ts'
import type { ShareCard } from './share-image.ts'

export { loadFonts }

const paddingLeft = 84
const textWidth = 700
/** From the largest; a heading takes the first at which it is no higher than its room. */
const headingSizes = [104, 94, 84, 76, 68, 60, 54, 48, 42, 36]
const maxHeadingHeight = { alone: 280, withOffer: 236 }
const lineHeight = 1.12

type SatoriElement = { type: string; key: null; props: { style: object; children?: unknown } }
const createFlexBox = (style: object, children?: unknown): SatoriElement => ({
  type: 'div',
  key: null,
  props: { style: { display: 'flex', ...style }, children },
})

/** Lays out a letter of the heading font as SVG, with space on all sides. */
export async function layoutLetter(letter: string): Promise<string> {
  const size = 100
  // A flex container would change the outline.
  const text = {
    type: 'div',
    key: null,
    props: { style: { fontFamily: 'heading', fontSize: size }, children: letter },
  }
  return satori(text, { width: 2 * size, height: 2 * size, fonts: await loadFonts() })
}

/**
 * Lays out the text of a share image as SVG. Characters that the fonts lack are omitted, and so is
 * any text that mostly consists of them.
 */
export async function layoutCardText(
  card: ShareCard,
  missing = new Set<string>(),
): Promise<string> {
  const removeMissingCharacters = (text: string) => {
    const remaining = [...text]
      .filter((sign) => !missing.has(sign))
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
    return countLetters(remaining) * 2 < countLetters(text) ? '' : remaining
  }
  const foundMissing = new Set<string>()
  const draw = await createTextRenderer((signs) =>
    [...signs].forEach((sign) => foundMissing.add(sign)),
  )
  const heading = removeMissingCharacters(card.heading)
  const size = await chooseHeadingSize(
    heading,
    card.offer ? maxHeadingHeight.withOffer : maxHeadingHeight.alone,
    draw,
  )
  const svg = await draw(
    layoutCard(
      {
        ...card,
        heading,
        name: removeMissingCharacters(card.name),
        offer: card.offer && { ...card.offer, name: removeMissingCharacters(card.offer.name) },
      },
      size,
    ),
    shareImageHeight,
  )
  const isNew = [...foundMissing].some((sign) => !missing.has(sign))
  return isNew ? layoutCardText(card, new Set([...missing, ...foundMissing])) : svg
}

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

type RenderText = (element: SatoriElement, height?: number) => Promise<string>

async function createTextRenderer(onMissing: (signs: string) => void): Promise<RenderText> {
  const fonts = await loadFonts()
  const loadAdditionalAsset = async (_language: string, signs: string) => {
    onMissing(signs)
    return []
  }
  return (element, height) =>
    satori(element, {
      width: shareImageWidth,
      ...(height !== undefined && { height }),
      fonts,
      loadAdditionalAsset,
    } as Parameters<typeof satori>[1])
}

/** Without a height given, satori makes its picture as high as the words are. Balanced lines are as many, and take longer. */
async function chooseHeadingSize(heading: string, room: number, draw: RenderText): Promise<number> {
  const longest = Math.max(...heading.split(/\s+/).map((word) => word.length))
  for (const size of headingSizes) {
    // Broken in the middle of a word, it would be as high.
    if (longest * size * 0.6 > textWidth) continue
    // A line holds about as many signs as this; what is far too high need not be laid out to be known as that.
    if (Math.floor((heading.length * size * 0.5) / textWidth) * size * lineHeight > room) continue
    const svg = await draw(
      createFlexBox({ flexDirection: 'column' }, layoutHeading(heading, size, 'wrap')),
    )
    if (Number(/<svg width="\d+" height="([\d.]+)"/.exec(svg)?.[1]) <= room) return size
  }
  return headingSizes.at(-1)!
}

const layoutHeading = (heading: string, size: number, textWrap = 'balance'): SatoriElement =>
  createFlexBox(
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

function layoutCard(
  { heading, name, host, offer, colors }: ShareCard,
  size: number,
): SatoriElement {
  const { text, textSoft, accent } = colors
  return createFlexBox(
    {
      boxSizing: 'border-box',
      width: shareImageWidth,
      height: shareImageHeight,
      padding: `74px ${paddingLeft}px 66px`,
      flexDirection: 'column',
      justifyContent: 'space-between',
      color: text,
      fontFamily: 'text',
    },
    [
      createFlexBox({ fontSize: 30, fontWeight: 700, color: accent, letterSpacing: 0.3 }, name),
      createFlexBox({ flexDirection: 'column', gap: 26, width: textWidth }, [
        layoutHeading(heading, size),
        ...(offer ? [layoutOffer(offer, colors)] : []),
      ]),
      // Where one signs: a cross at the beginning of a line, and under it whose line it is.
      createFlexBox({ flexDirection: 'column', width: textWidth - 130, gap: 10 }, [
        createFlexBox(
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
        createFlexBox({ fontSize: 25, fontWeight: 500, color: textSoft }, host),
      ]),
    ],
  )
}

const layoutOffer = (
  { name, price }: NonNullable<ShareCard['offer']>,
  { textSoft, accent, onAccent }: SchemeColors,
): SatoriElement =>
  createFlexBox({ alignItems: 'center', gap: 20, fontSize: 32, fontWeight: 500, color: textSoft }, [
    ...(price === undefined
      ? []
      : [
          createFlexBox(
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
    createFlexBox(
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

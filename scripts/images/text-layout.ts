/**
 * Lays out text as SVG outlines. Imported only by `load-text-layout.ts`, because satori is larger
 * than all other code of a command.
 */
import satori from 'satori'
import { shareImageHeight, shareImageWidth } from '../../renderer/share-image.ts'
import type { SchemeColors } from '../../renderer/theme-colors.ts'
import { loadFonts } from './fonts.ts'
import type { ShareCard } from './share-card.ts'

export { loadFonts }

const paddingLeft = 84
const textWidth = 700
/** Font sizes in descending order. A heading uses the first that fits its maximum height. */
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
      .filter((character) => !missing.has(character))
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
    return countLetters(remaining) * 2 < countLetters(text) ? '' : remaining
  }
  const foundMissing = new Set<string>()
  const draw = await createTextRenderer((characters) => {
    for (const character of characters) foundMissing.add(character)
  })
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
  const hasNewMissing = [...foundMissing].some((character) => !missing.has(character))
  return hasNewMissing ? layoutCardText(card, new Set([...missing, ...foundMissing])) : svg
}

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/**
 * Lays out an element as an SVG. Without a height, the SVG is as high as the text, and contains it
 * as text instead of outlines.
 */
type RenderText = (element: SatoriElement, height?: number) => Promise<string>

async function createTextRenderer(onMissing: (characters: string) => void): Promise<RenderText> {
  const fonts = await loadFonts()
  const loadAdditionalAsset = async (_language: string, characters: string) => {
    onMissing(characters)
    return []
  }
  return (element, height) =>
    satori(element, {
      width: shareImageWidth,
      ...(height === undefined ? { embedFont: false } : { height }),
      fonts,
      loadAdditionalAsset,
    } as Parameters<typeof satori>[1])
}

/**
 * Chooses the largest font size at which a heading fits a height. Measures it with satori, whose
 * image is as high as the text if no height is given, and without balancing lines, which is slower
 * and does not change their number.
 */
async function chooseHeadingSize(
  heading: string,
  maxHeight: number,
  draw: RenderText,
): Promise<number> {
  const longest = Math.max(...heading.split(/\s+/).map((word) => word.length))
  for (const size of headingSizes) {
    // Skip sizes at which a word would be broken.
    if (longest * size * 0.6 > textWidth) continue
    // Skip the layout if the estimated number of lines is clearly too high.
    const minLines = Math.floor((heading.length * size * 0.5) / textWidth)
    if (minLines * size * lineHeight > maxHeight) continue
    const svg = await draw(
      createFlexBox({ flexDirection: 'column' }, layoutHeading(heading, size, 'wrap')),
    )
    if (Number(/<svg width="\d+" height="([\d.]+)"/.exec(svg)?.[1]) <= maxHeight) return size
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
  { heading, name, host, offer, colors, seal }: ShareCard,
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
      createFlexBox({ flexDirection: 'column', width: textWidth - 130, gap: 10 }, [
        ...(seal ? [layoutSignatureLine(colors)] : []),
        createFlexBox({ fontSize: 25, fontWeight: 500, color: textSoft }, host),
      ]),
    ],
  )
}

/** A line above the host name, with a cross at its start. */
const layoutSignatureLine = ({ accent, textSoft }: SchemeColors): SatoriElement =>
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
  )

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

/** Arranges the text of a share image, which is left of its seal or band. */
import { shareImageHeight, shareImageWidth } from '../../renderer/share-image.ts'
import type { SchemeColors } from '../../renderer/theme-colors.ts'
import type { PageSeal } from '../../schema/resolved-values.ts'
import {
  breakFirstLines,
  breakLines,
  breakLinesEvenly,
  createMeasure,
  fitLine,
  omitMissing,
  splitAtBreaks,
} from './break-lines.ts'
import type { TypefaceMetrics, FontRole } from './fonts.ts'

/** The content of a share image. The image depends on this and on the code that draws it. */
export type ShareCard = {
  heading: string
  /** The name and the host name of the site. */
  name: string
  host: string
  /** The product or service, and its formatted price. */
  offer?: { name: string; price?: string }
  colors: SchemeColors
  /** The seal of the page. Sites with another decoration have none. */
  seal?: PageSeal
}

/**
 * A line of text, in pixels.
 * @property x of its left end, or of its middle if it is centered
 * @property y of its baseline
 */
export type PlacedText = {
  text: string
  font: FontRole
  size: number
  fill: string
  x: number
  y: number
  letterSpacing?: number
  isCentered?: boolean
}
/** @property rx of rounded corners */
export type PlacedRect = {
  x: number
  y: number
  width: number
  height: number
  rx: number
  fill: string
}
type PlacedCard = { texts: PlacedText[]; rects: PlacedRect[] }

type AllMetrics = Record<FontRole, TypefaceMetrics>

const padding = { top: 74, left: 84, bottom: 66 }
/** Lines end before the seal. */
const getTextWidth = ({ seal }: ShareCard) => (seal ? 660 : 700)
/** Font sizes in descending order. A heading uses the first that fits its maximum height. */
const headingSizes = [104, 94, 84, 76, 68, 60, 54, 48, 42, 36]
const maxHeadingHeight = { alone: 280, withOffer: 236 }
const maxHeadingLines = 6
const headingLineHeight = 1.12
const headingLetterSpacing = -0.012
const nameSize = 30
const nameLetterSpacing = 0.3
const offerGap = 26
const offerSize = 32
const hostSize = 25
const signature = { width: 570, height: 30, size: 34, gap: 10, thickness: 2, rise: 7 }
const chip = { top: 6, bottom: 8, side: 22, gap: 20, rx: 8 }

/**
 * Arranges a share image's text. Characters that the fonts lack are omitted, and so is any text
 * that mostly consists of them.
 */
export function layoutCard(card: ShareCard, metrics: AllMetrics): PlacedCard {
  const { colors, offer } = card
  const textWidth = getTextWidth(card)
  const nameHeight = getHeight(metrics.bold, nameSize)
  const name: PlacedText = {
    text: fitLine(
      omitMissing(card.name, metrics.bold),
      // The name is above the seal, so it may use the full width.
      card.seal ? shareImageWidth - 2 * padding.left : textWidth,
      createMeasure(metrics.bold, nameSize, nameLetterSpacing),
    ),
    font: 'bold',
    size: nameSize,
    fill: colors.accent,
    x: padding.left,
    y: findBaseline(metrics.bold, nameSize, padding.top, nameHeight),
    letterSpacing: nameLetterSpacing,
  }
  const foot = layoutFoot(card, metrics)
  const heading = fitHeading(omitMissing(card.heading, metrics.heading), metrics.heading, {
    maxWidth: textWidth,
    maxHeight: offer ? maxHeadingHeight.withOffer : maxHeadingHeight.alone,
  })
  const lineHeight = heading.size * headingLineHeight
  const headingHeight = heading.lines.length * lineHeight
  const offerHeight = offer ? offerGap + getOfferHeight(offer, metrics) : 0
  // Centers the text in the free space.
  const top = (padding.top + nameHeight + foot.top - headingHeight - offerHeight) / 2
  const lines = heading.lines.map(
    (text, index): PlacedText => ({
      text,
      font: 'heading',
      size: heading.size,
      fill: colors.text,
      x: padding.left,
      y: findBaseline(metrics.heading, heading.size, top + index * lineHeight, lineHeight),
      letterSpacing: headingLetterSpacing * heading.size,
    }),
  )
  const below =
    offer && layoutOffer(offer, { top: top + headingHeight + offerGap, textWidth }, colors, metrics)
  return {
    texts: [name, ...lines, ...(below?.texts ?? []), ...foot.texts],
    rects: [...(below?.rects ?? []), ...foot.rects],
  }
}

/** Chooses the largest size at which a heading fits a height and no word is broken. */
function fitHeading(
  heading: string,
  metrics: TypefaceMetrics,
  { maxWidth, maxHeight }: { maxWidth: number; maxHeight: number },
): { size: number; lines: string[] } {
  for (const size of headingSizes) {
    const measure = createMeasure(metrics, size, headingLetterSpacing * size)
    if (splitAtBreaks(heading).some((part) => measure(part.trimEnd()) > maxWidth)) continue
    const { length } = breakLines(heading, maxWidth, measure)
    if (length * size * headingLineHeight <= maxHeight)
      return { size, lines: breakLinesEvenly(heading, maxWidth, measure) }
  }
  const size = headingSizes.at(-1)!
  const measure = createMeasure(metrics, size, headingLetterSpacing * size)
  const limits = { maxLines: maxHeadingLines, maxWidth }
  return { size, lines: breakFirstLines(heading, limits, measure) }
}

type Offer = NonNullable<ShareCard['offer']>

const getOfferHeight = (offer: Offer, { text, bold }: AllMetrics) =>
  findPrice(offer, bold)
    ? chip.top + getHeight(bold, offerSize) + chip.bottom
    : getHeight(text, offerSize)

/**
 * @returns undefined if a character would be omitted, because the rest would state another price
 */
function findPrice({ price = '' }: Offer, metrics: TypefaceMetrics): string | undefined {
  const drawn = omitMissing(price, metrics)
  return drawn !== '' && drawn === price.replace(/\s+/g, ' ') ? drawn : undefined
}

/** The price as a chip, and the name of the product or service right of it, on one line. */
function layoutOffer(
  offer: Offer,
  { top, textWidth }: { top: number; textWidth: number },
  { fill, onAccent, textSoft }: SchemeColors,
  metrics: AllMetrics,
): PlacedCard {
  const price = findPrice(offer, metrics.bold)
  const placed: PlacedCard = { texts: [], rects: [] }
  const height = getOfferHeight(offer, metrics)
  let x = padding.left
  if (price !== undefined) {
    const width = createMeasure(metrics.bold, offerSize)(price) + 2 * chip.side
    placed.rects.push({ x, y: top, width, height, rx: chip.rx, fill })
    placed.texts.push({
      text: price,
      font: 'bold',
      size: offerSize,
      fill: onAccent,
      x: x + width / 2,
      y: findBaseline(metrics.bold, offerSize, top + chip.top, height - chip.top - chip.bottom),
      isCentered: true,
    })
    x += width + chip.gap
  }
  const text = fitLine(
    omitMissing(offer.name, metrics.text),
    padding.left + textWidth - x,
    createMeasure(metrics.text, offerSize),
  )
  const y = findBaseline(metrics.text, offerSize, top, height)
  placed.texts.push({ text, font: 'text', size: offerSize, fill: textSoft, x, y })
  return placed
}

/** The name of the host, below a line for a signature if the image has a seal. */
function layoutFoot(card: ShareCard, metrics: AllMetrics): PlacedCard & { top: number } {
  const { host, seal, colors } = card
  const { accent, textSoft } = colors
  const x = padding.left
  const hostHeight = getHeight(metrics.text, hostSize)
  const hostTop = shareImageHeight - padding.bottom - hostHeight
  const hostText: PlacedText = {
    text: fitLine(
      omitMissing(host, metrics.text),
      getTextWidth(card),
      createMeasure(metrics.text, hostSize),
    ),
    font: 'text',
    size: hostSize,
    fill: textSoft,
    x,
    y: findBaseline(metrics.text, hostSize, hostTop, hostHeight),
  }
  if (!seal) return { top: hostTop, texts: [hostText], rects: [] }
  const { size, width, height, gap, thickness, rise } = signature
  const lineTop = hostTop - gap - thickness
  const cross: PlacedText = { text: '×', font: 'text', size, fill: accent, x, y: lineTop - rise }
  return {
    top: hostTop - gap - height,
    texts: [cross, hostText],
    rects: [{ x, y: lineTop, width, height: thickness, rx: 0, fill: textSoft }],
  }
}

/** The height of a line of text, in pixels. */
const getHeight = ({ ascent, descent }: TypefaceMetrics, size: number) => (ascent + descent) * size

/** The baseline of text that is centered in a line, in pixels. */
const findBaseline = (
  { ascent, descent }: TypefaceMetrics,
  size: number,
  top: number,
  height: number,
) => top + (height + (ascent - descent) * size) / 2

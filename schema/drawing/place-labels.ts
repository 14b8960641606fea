import type { MapLabel } from '../resolved-values.ts'

/** The bounding box of a label or of an obstacle. */
export type LabelBox = { left: number; top: number; right: number; bottom: number }

/** Font size for measuring labels. Smaller text with the same anchor fits as well. */
const labelFontSize = 15
/** Average width of a character in a sans-serif font, relative to the font size. */
const averageCharWidth = 0.56

const overlaps = (a: LabelBox, b: LabelBox) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Estimates the box of a label in drawing units, from the average width of a character. */
export function measureLabelBox(text: string, { x, y, anchor }: MapLabel): LabelBox {
  const width = text.length * averageCharWidth * labelFontSize
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return {
    left,
    right: left + width,
    top: y - labelFontSize * 0.8,
    bottom: y + labelFontSize * 0.25,
  }
}

/** Lists label positions around a point, best first. */
export const listLabelPositions = (x: number, y: number, gap: number): MapLabel[] => [
  { x: x + gap, y: y + 5, anchor: 'start' },
  { x: x - gap, y: y + 5, anchor: 'end' },
  { x, y: y - gap, anchor: 'middle' },
  { x, y: y + gap + 10, anchor: 'middle' },
  { x: x + gap - 3, y: y - gap + 3, anchor: 'start' },
  { x: x + gap - 3, y: y + gap + 7, anchor: 'start' },
  { x: x - gap + 3, y: y - gap + 3, anchor: 'end' },
  { x: x - gap + 3, y: y + gap + 7, anchor: 'end' },
]

/**
 * Chooses the first position where a label overlaps nothing, or else the one with least overlap.
 */
export function placeLabel(
  text: string,
  positions: MapLabel[],
  taken: LabelBox[],
  frame: LabelBox,
): MapLabel {
  const costs = positions.map((position) => {
    const box = measureLabelBox(text, position)
    return (
      computeOverhang(box, frame) * 10 +
      taken.reduce((sum, other) => sum + computeOverlapArea(box, other), 0)
    )
  })
  return positions[costs.indexOf(Math.min(...costs))]!
}

const computeOverlapArea = (a: LabelBox, b: LabelBox) =>
  overlaps(a, b)
    ? (Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
      (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
    : 0

/** Computes how far a box extends beyond the frame. */
const computeOverhang = (box: LabelBox, frame: LabelBox) =>
  [
    frame.left - box.left,
    frame.top - box.top,
    box.right - frame.right,
    box.bottom - frame.bottom,
  ].reduce((sum, over) => sum + Math.max(0, over), 0)

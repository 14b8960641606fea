/**
 * Applies web fonts that arrive after the first paint, without moving anything. If the web font
 * would break the lines of a text differently than the fallback font, the space between its words
 * is adjusted; in a row of inline elements, the space between letters. A text for which no
 * adjustment is enough keeps its fallback font. Each part of the page is adjusted in its own task,
 * so that no task is long, and before the browser paints it.
 */
type Box = { element: HTMLElement; lines: number[] }

/**
 * The spacings to try, in em: the least noticeable first. The last one restores the original
 * spacing.
 */
const spacings = [-0.02, 0.02, -0.04, 0.04, -0.06, 0.06, -0.09, 0.09, 0]

/** A line that has moved by at most this many pixels has the same line breaks. */
const toleratedPixels = 15

const range = document.createRange()

// The build inserts the names of the late fonts: the web fonts under other names.
const lateFonts = '%FONTS%'
const fonts = lateFonts.replaceAll('-late', '')
// Earlier, parts of the page may be missing or incomplete.
addEventListener('DOMContentLoaded', () =>
  document.fonts.load(`1em ${lateFonts},${fonts}`).then(showLateFonts, () => {}),
)

async function showLateFonts(): Promise<void> {
  if (measureWidth(fonts) === measureWidth(lateFonts)) return
  const parts = [...document.querySelectorAll<HTMLElement>('#root > :not(main), main > *')]
  // Visible parts come first.
  for (const part of parts.sort((one, other) => +isOffScreen(one) - +isOffScreen(other))) {
    await waitForNextTask()
    showFontsIn(part)
  }
}

const waitForNextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Measures a text in each font. A canvas uses the fonts of the page, but causes no layout. */
function measureWidth(fonts: string): string {
  const canvas = document.createElement('canvas').getContext('2d')!
  return fonts
    .split(',')
    .map((font) => {
      canvas.font = `9px ${font},monospace`
      return canvas.measureText('aimost').width
    })
    .join()
}

function isOffScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom < 0 || top > innerHeight
}

function showFontsIn(part: HTMLElement): void {
  const boxes = [part, ...part.querySelectorAll<HTMLElement>('*')]
    .filter(({ clientHeight }) => clientHeight)
    .map((element): Box => ({ element, lines: listLines(element) }))
  part.dataset.fonts = ''
  adjustSpacing(boxes, 'wordSpacing', 1)
  for (const { element } of adjustSpacing(boxes, 'letterSpacing', 0.2))
    element.style.fontFamily = getComputedStyle(element).fontFamily.replace(/.*-late"?,/, '')
}

/**
 * Tries to restore the line breaks of boxes.
 * @returns the innermost boxes whose lines have moved with every spacing
 */
function adjustSpacing(
  boxes: Box[],
  property: 'wordSpacing' | 'letterSpacing',
  scale: number,
): Box[] {
  // Each box is followed by its descendants, so a box that contains the next one is not innermost.
  let moved = boxes
    .filter(hasMoved)
    .filter(({ element }, index, all) => !element.contains(all[index + 1]?.element ?? null))
  for (const spacing of spacings) {
    // Change all boxes before measuring any, so that there is one layout for each spacing.
    for (const { element } of moved) element.style[property] = spacing ? `${spacing * scale}em` : ''
    moved = moved.filter(hasMoved)
  }
  return moved
}

function hasMoved({ element, lines }: Box): boolean {
  const now = listLines(element)
  return (
    lines.length !== now.length ||
    lines.some((line, index) => Math.abs(line - now[index]!) > toleratedPixels)
  )
}

/** Lists the height of an element and the positions of its lines and children, in pixels. */
function listLines(element: Element): number[] {
  const { top, left, height } = element.getBoundingClientRect()
  range.selectNodeContents(element)
  // An element without text of its own lists its children, whose lines are in their own lists.
  const hasText = [...element.childNodes].some(({ nodeType }) => nodeType === 3)
  const lines = [...(hasText ? [range] : element.children)].flatMap((part) => [
    ...part.getClientRects(),
  ])
  return [height, ...lines.flatMap((line) => [line.top - top, line.right - left])]
}

export {}

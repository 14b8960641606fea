/**
 * Shows typefaces that arrive after the first paint, without moving anything. A text whose lines
 * would break otherwise than in its fallback gets a little more or less space between its words; a
 * row of parts, between its letters. The few for which that is not enough keep their fallback. All
 * of it happens before the browser paints, for one part of the page at a time, so that no task is
 * long.
 */
type Box = { element: HTMLElement; lines: number[] }

/** Spacing that is tried, the least noticeable first, in em. In the end, its own. */
const spacings = [-0.02, 0.02, -0.04, 0.04, -0.06, 0.06, -0.09, 0.09, 0]

/** What is nearer to its place than this has not moved to another line, in pixels. */
const toleratedPixels = 15

const range = document.createRange()

// The build puts in the names under which late typefaces are shown.
const lateFonts = '%FONTS%'
const fonts = lateFonts.replaceAll('-late', '')
// Before, only some parts of the page may be there, and some of those incomplete.
addEventListener('DOMContentLoaded', () =>
  document.fonts.load(`1em ${lateFonts},${fonts}`).then(showLateFonts, () => {}),
)

async function showLateFonts(): Promise<void> {
  if (measureWidth(fonts) === measureWidth(lateFonts)) return
  const parts = [...document.querySelectorAll<HTMLElement>('#root > :not(main), main > *')]
  // What is on the screen comes first.
  for (const part of parts.sort((one, other) => +isOffScreen(one) - +isOffScreen(other))) {
    await waitForNextTask()
    showIn(part)
  }
}

const waitForNextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Measures a text in each of the fonts. A canvas uses those that the page does, without a layout. */
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

function showIn(part: HTMLElement): void {
  const boxes = [part, ...part.querySelectorAll<HTMLElement>('*')]
    .filter(({ clientHeight }) => clientHeight)
    .map((element): Box => ({ element, lines: listLines(element) }))
  part.dataset.fonts = ''
  adjustSpacing(boxes, 'wordSpacing', 1)
  for (const { element } of adjustSpacing(boxes, 'letterSpacing', 0.2))
    element.style.fontFamily = getComputedStyle(element).fontFamily.replace(/.*-late"?,/, '')
}

/** @returns The innermost boxes that no spacing keeps in place. */
function adjustSpacing(
  boxes: Box[],
  property: 'wordSpacing' | 'letterSpacing',
  scale: number,
): Box[] {
  // A box is followed by those in it.
  let moved = boxes
    .filter(hasMoved)
    .filter(({ element }, index, all) => !element.contains(all[index + 1]?.element ?? null))
  for (const spacing of spacings) {
    // All are changed before any is measured, so that the browser lays the page out once a round.
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

/** Lists the height of an element and where its lines and parts begin and end, in pixels. */
function listLines(element: Element): number[] {
  const { top, left, height } = element.getBoundingClientRect()
  range.selectNodeContents(element)
  // Without a text of its own, what is in its parts is theirs to list.
  const hasText = [...element.childNodes].some(({ nodeType }) => nodeType === 3)
  const lines = [...(hasText ? [range] : element.children)].flatMap((part) => [
    ...part.getClientRects(),
  ])
  return [height, ...lines.flatMap((line) => [line.top - top, line.right - left])]
}

export {}

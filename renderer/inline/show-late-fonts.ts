/**
 * Shows typefaces that arrive after the first paint, without moving anything. Where the lines of a
 * text would break otherwise than in its fallback, its words move a little closer together or
 * apart; where the parts of a row would, its letters. The few texts for which that is not enough
 * keep their fallback. All of it happens before the browser paints.
 */

/** Where the parts of an element are, in pixels from its corner. */
type Layout = { vertical: number[]; horizontal: number[] }

/** What is nearer to its place than this has not moved to another line, in pixels. */
const toleratedPixels = 9

/** Above this difference, a text keeps its fallback: the pixels that its parts move sideways. */
const maxDifference = 50

/** A part that is lower or higher matters more than any that has moved sideways. */
const verticalWeight = 1e4

/** Spacing that is tried, the least noticeable first, in em. */
const spacings = [-0.02, 0.02, -0.04, 0.04, -0.06, 0.06, -0.09, 0.09]

// The build puts in the names of the site's typefaces.
document.fonts.load(`1em ${'%FONTS%'}`).then(showLateFonts, () => {})

function showLateFonts(): void {
  const elements = [...document.querySelectorAll<HTMLElement>('#root *')].filter(
    ({ clientHeight }) => clientHeight,
  )
  const before = new Map(elements.map((element) => [element, measure(element)]))
  document.documentElement.dataset.fonts = ''

  const isDifferent = (element: HTMLElement) => getDifference(element) > 0
  adjustSpacing(
    elements.filter((element) => isText(element) && isDifferent(element)),
    'wordSpacing',
    1,
  )
  const rows = elements.filter((element) => !isText(element) && isDifferent(element))
  const innermost = rows.filter(
    (row) => !rows.some((other) => other !== row && row.contains(other)),
  )
  adjustSpacing(innermost, 'letterSpacing', 0.2)

  /** @returns How far the parts of an element have moved. */
  function getDifference(element: HTMLElement): number {
    const [then, now] = [before.get(element)!, measure(element)]
    const sumMoves = (axis: keyof Layout) =>
      then[axis].reduce((sum, value, index) => {
        const move = Math.abs(value - now[axis][index]!)
        return move > toleratedPixels ? sum + move : sum
      }, 0)
    return verticalWeight * sumMoves('vertical') + sumMoves('horizontal')
  }

  /** Gives each element the spacing that moves its parts least, or its fallback. */
  function adjustSpacing(
    elements: HTMLElement[],
    property: 'wordSpacing' | 'letterSpacing',
    scale: number,
  ): void {
    const best = new Map(
      elements.map((element) => [element, { difference: getDifference(element), spacing: '' }]),
    )
    // All are changed before any is measured, so that the browser lays the page out once a round.
    for (const spacing of spacings) {
      const unfit = elements.filter((element) => best.get(element)!.difference)
      const value = `${spacing * scale}em`
      for (const { style } of unfit) style[property] = value
      for (const element of unfit) {
        const difference = getDifference(element)
        if (difference < best.get(element)!.difference)
          best.set(element, { difference, spacing: value })
      }
    }
    for (const [element, { difference, spacing }] of best) {
      const isFitting = difference < maxDifference
      element.style[property] = isFitting ? spacing : ''
      if (!isFitting)
        element.style.fontFamily = getComputedStyle(element).fontFamily.replace(/.*-late"?,/, '')
    }
  }
}

/** Whether an element has text, or only inline elements, which have no height of their own. */
function isText({ childNodes, children }: Element): boolean {
  return (
    [...childNodes].some(({ nodeType }) => nodeType === 3) ||
    ![...children].some(({ clientHeight }) => clientHeight)
  )
}

/** Measures the height of an element and where its children end: of texts, sideways too. */
function measure(element: Element): Layout {
  const box = element.getBoundingClientRect()
  const ends = [...element.children].flatMap((child) => [...child.getClientRects()].slice(-1))
  return {
    vertical: [box.height, ...ends.map(({ bottom }) => bottom - box.top)],
    horizontal: isText(element) ? ends.map(({ right }) => right - box.left) : [],
  }
}

export {}

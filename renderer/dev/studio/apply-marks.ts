import type { PageMarks } from './page-marks.ts'

const attribute = 'data-studio-path'

/** How long marking waits for hydration, in milliseconds. React cannot hydrate every page. */
const maxHydrationMs = 3000

/**
 * Waits until every block is hydrated. React hydrates them one by one, and would report the added
 * attributes as a mismatch.
 */
export async function waitForBlocks(): Promise<void> {
  const isHydrated = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const startedAt = performance.now()
  while (performance.now() - startedAt < maxHydrationMs) {
    if ([...(document.querySelector('main')?.children ?? [])].every(isHydrated)) return
    await new Promise((resolve) => setTimeout(resolve, 16))
  }
}

/** Counts how often the page was marked. */
let turns = 0

/** Asks the studio for the marks of the page in its frame. The page itself has no way to its server. */
export type MarksRequest = { route: string; answer: (marks: PageMarks | undefined) => void }

/**
 * Marks the elements of the page with the values that they show, and notifies the studio.
 * @param whenReady the marks are fetched immediately, but set only when this resolves
 */
export async function markWhenReady(whenReady: Promise<unknown>): Promise<void> {
  const turn = ++turns
  if (document.documentElement.dataset.page === undefined) return
  const fetched = new Promise<PageMarks | undefined>((answer) => {
    const detail: MarksRequest = { route: location.pathname, answer }
    parent.dispatchEvent(new CustomEvent('signpost:studio-marks', { detail }))
  })
  const [marks] = await Promise.all([fetched, whenReady])
  // If the marks cannot be fetched, nothing is marked. Answers may arrive out of order: those to an
  // earlier version would mark other blocks.
  if (!marks || turn !== turns) return
  applyMarks(document, marks)
  window.dispatchEvent(new Event('signpost:studio-marked'))
}

function applyMarks(page: Document, { blocks }: PageMarks): void {
  for (const element of page.querySelectorAll(`[${attribute}]`)) element.removeAttribute(attribute)
  const shown = [...(page.querySelector('main')?.children ?? [])]
  let first = 0
  for (const { address, elements, fields } of blocks) {
    const own = shown.slice(first, first + elements)
    first += elements
    for (const element of own) element.setAttribute(attribute, address)
    for (const { at, tag, address: field } of fields) {
      const [top, ...steps] = at
      const element = steps.reduce<Element | undefined>(
        (node, step) => node?.children[step],
        own[top!],
      )
      if (element?.localName === tag) element.setAttribute(attribute, field)
    }
  }
}

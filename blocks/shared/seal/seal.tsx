import type { PageSeal } from '../../../schema/resolved-values.ts'
import { drawSeal, sealRadius } from './draw-seal.ts'

const viewBox = [-sealRadius, -sealRadius, 2 * sealRadius, 2 * sealRadius].join(' ')

/** Where the policy refuses HTML as text, a page that is navigated to has no seal. */
const { emptyHTML: emptyHtml } =
  (globalThis as { trustedTypes?: { emptyHTML: string } }).trustedTypes ?? {}

/** The seal of the page, which says nothing that its text doesn't. */
export const Seal = ({ seal }: { seal: PageSeal }) => (
  <svg
    className="page-seal"
    viewBox={viewBox}
    aria-hidden="true"
    // Written as text, since its many elements would cost React more time than the rest of a hero.
    dangerouslySetInnerHTML={{ __html: emptyHtml ?? drawSeal(seal) }}
    suppressHydrationWarning
  />
)

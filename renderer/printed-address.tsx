import type { PageData } from '../schema/page-data.ts'

/** The address of the page, which only shows on paper. */
export const PrintedAddress = ({ page }: { page: PageData }) => (
  <p className="printed-address">{page.head.canonical}</p>
)

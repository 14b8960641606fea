import type { PageData } from '../schema/page-data.ts'

/** The address of the page, which is visible only in print. */
export const PrintedAddress = ({ page }: { page: PageData }) => (
  <p className="printed-address">{page.head.canonical}</p>
)

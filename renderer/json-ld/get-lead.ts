import { toPlainText } from '../../blocks/shared/text/plain-text.ts'
import type { PageData, RichText } from '../../schema/page-data.ts'

/** Returns the text below a page's main heading, which describes the page and is visible on it. */
export function getLead({ blocks }: PageData): string | undefined {
  for (const block of blocks) {
    const { lead } = block as { lead?: RichText | string }
    if (lead === undefined || lead.length === 0) continue
    return typeof lead === 'string' ? lead : toPlainText(lead)
  }
  return undefined
}

import { renderToStaticMarkup } from 'react-dom/server'
import { BookingRoutesContext } from '../../../blocks/shared/links/link-event.ts'
import type { Block } from '../../../schema/types.gen.ts'
import { Blocks } from '../../page-body.tsx'

/** React writes preload links before the markup; in a whole page they are in the head. */
const leadingPreloads = /^(?:<link rel="preload"[^>]*>)+/

/** Renders each block on its own, in order. A block that throws becomes an empty string. */
export const renderEachBlock = (blocks: Block[], bookingRoutes: string[]): string[] =>
  blocks.map((block) => {
    try {
      const html = renderToStaticMarkup(
        <BookingRoutesContext value={bookingRoutes}>
          <Blocks blocks={[block]} isPlain />
        </BookingRoutesContext>,
      )
      return html.replace(leadingPreloads, '')
    } catch {
      return ''
    }
  })

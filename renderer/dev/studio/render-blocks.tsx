import { renderToStaticMarkup } from 'react-dom/server'
import { BookingRoutesContext } from '../../../blocks/shared/links/link-event.ts'
import type { Block } from '../../../schema/types.gen.ts'
import { Blocks } from '../../blocks.tsx'

/** React writes preload links before everything else; in a page they are in the head. */
const leadingPreloads = /^(?:<link rel="preload"[^>]*>)+/

/** Renders each block by itself. A block that throws is empty. */
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

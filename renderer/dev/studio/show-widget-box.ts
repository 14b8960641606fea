/**
 * Takes the place of `blocks/booking-widget/mount-widget.ts` in the studio's preview, which runs no
 * scripts of other sites: shows what will be there.
 */
import type { mountWidget as mount } from '../../../blocks/booking-widget/mount-widget.ts'

export const mountWidget: typeof mount = ({ host, script, onReady }) => {
  const box = document.createElement('p')
  box.className = 'card'
  box.textContent = `The booking widget of ${new URL(script, location.href).host} will be here. The preview does not load it.`
  host.append(box)
  onReady()
  return () => box.remove()
}

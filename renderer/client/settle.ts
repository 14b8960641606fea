import type { PageData } from '../../schema/page-data.ts'

let announcer: HTMLElement | undefined

/** After a navigation in the page: the menu closes, the focus goes to the heading, and the new title is read out. */
export function settleAfterNavigation({ head }: PageData): void {
  const menu = document.getElementById('site-menu')
  if (menu?.matches(':popover-open')) menu.hidePopover()
  announce(head.title)
  if (location.hash) return
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

function announce(text: string): void {
  if (!announcer) {
    announcer = document.createElement('div')
    announcer.className = 'visually-hidden'
    announcer.setAttribute('role', 'status')
    announcer.id = 'announcer'
    document.body.append(announcer)
  }
  announcer.textContent = text
}

/**
 * The only script of a page until the visitor's first intent. It wakes the application when a pointer, a touch or
 * the focus comes to a link, or at once where a live block needs it, and lets a click that comes too early wait for it.
 */
import type { Application } from './wake.tsx'
import { findPlainLink } from './plain-link.ts'

/** How long a click waits for an application that is still loading, in milliseconds. */
const patience = 300

const { page, live } = document.documentElement.dataset
let application: Promise<Application> | undefined

const wake = () => (application ??= import('./wake.tsx').then((module) => module.start()))
/** Intent only: a failure shows itself when a link is followed. */
const prepare = () => void wake().catch(() => {})

for (const type of ['pointerover', 'touchstart', 'focusin']) {
  addEventListener(type, (event) => (event.target as Element).closest?.('a[href^="/"]') && prepare(), { passive: true })
}

addEventListener('click', (event) => {
  const link = findPlainLink(event)
  if (!link) return
  event.preventDefault()
  const { href } = link
  const tired = new Promise<never>((_, reject) => setTimeout(reject, patience))
  Promise.race([wake(), tired]).then(
    (app) => app.navigate(href),
    () => location.assign(href),
  )
})

if (live !== undefined) prepare()
if (page === '/404.json') console.error(`404: there is no page at ${location.pathname}`)
if (import.meta.env.DEV) import('../dev/dev-client.ts').then((module) => module.connect(wake))

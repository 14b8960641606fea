import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/signpost')

/** Where the browser tests' own builds lie, away from a dist/ that somebody may be serving. */
export const distDir = join(cache, 'e2e-dist')
/** The first of the ports, so that two clones can be tested at once. */
export const port = Number(process.env.E2E_PORT ?? 4179)
export const origin = `http://localhost:${port}`

/** Another company's services, played on the loopback: services.ts. */
export const servicesPort = port + 1
export const services = `http://localhost:${servicesPort}`

type Variant = { settings: Record<string, unknown>; dist: string; port: number; origin: string }
const variant = (name: string, at: number, settings: Record<string, unknown>): Variant => ({
  settings,
  dist: join(cache, `e2e-dist-${name}`),
  port: at,
  origin: `http://localhost:${at}`,
})

/** The same site with other settings. */
export const variants = {
  /** Every service is there. */
  wired: variant('wired', port + 2, {
    location: { detect: 'arrival', endpoint: `${services}/reverse` },
    booking: { script: `${services}/widget.js` },
    measuring: { beacon: { endpoint: `${services}/beacon` } },
  }),
  /** Visitors are asked before the browser is, and no service is set. */
  asking: variant('asking', port + 3, {
    location: { detect: 'button', button: 'Use my location' },
    booking: undefined,
  }),
}

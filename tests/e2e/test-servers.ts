import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/signpost')

/** Where the browser tests' own builds lie, away from a dist/ that somebody may be serving. */
export const distDir = join(cache, 'e2e-dist')
/** The first of the ports, so that two clones can be tested at once. */
export const sitePort = Number(process.env.E2E_PORT ?? 4179)
export const siteOrigin = `http://localhost:${sitePort}`

/** Another company's services, played on the loopback: services.ts. */
export const servicesPort = sitePort + 1
export const servicesOrigin = `http://localhost:${servicesPort}`

type SiteVariant = { settings: Record<string, unknown>; dist: string; port: number; origin: string }
const createVariant = (
  name: string,
  at: number,
  settings: Record<string, unknown>,
): SiteVariant => ({
  settings,
  dist: join(cache, `e2e-dist-${name}`),
  port: at,
  origin: `http://localhost:${at}`,
})

/** The same site with other settings. */
export const variants = {
  /** Every service is there. */
  wired: createVariant('wired', sitePort + 2, {
    location: { detect: 'arrival', endpoint: `${servicesOrigin}/reverse` },
    booking: { script: `${servicesOrigin}/widget.js` },
    measuring: { beacon: { endpoint: `${servicesOrigin}/beacon` } },
  }),
  /** Visitors are asked before the browser is, and no service is set. */
  asking: createVariant('asking', sitePort + 3, {
    location: { detect: 'button', button: 'Use my location' },
    booking: undefined,
  }),
}

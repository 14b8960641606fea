import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/signpost')

/** Where the browser tests build the site, so that a served dist/ is not touched. */
export const distDir = join(cache, 'e2e-dist')
/** The first of eight ports. Set E2E_PORT to test two clones at the same time. */
export const sitePort = Number(process.env.E2E_PORT ?? 4179)
export const siteOrigin = `http://localhost:${sitePort}`

/** The third-party services of fake-services.ts. */
export const servicesPort = sitePort + 1
export const servicesOrigin = `http://localhost:${servicesPort}`

type SiteVariant = { settings: Record<string, unknown>; dist: string; port: number; origin: string }
const createVariant = (
  name: string,
  at: number,
  settings: Record<string, unknown>,
): SiteVariant => ({
  // No test of a variant looks at the pictures, which are much of the work of a build.
  settings: { ...settings, shareImages: 'none', icons: 'none' },
  dist: join(cache, `e2e-dist-${name}`),
  port: at,
  origin: `http://localhost:${at}`,
})

/** The development servers of the tests with these names. */
export const devPort = sitePort + 4
export const studioPort = sitePort + 5
export const studioTasksPort = sitePort + 6
export const hostedPort = sitePort + 7

/** Builds of the same site with other settings. */
export const variants = {
  /** All third-party services are configured. */
  withServices: createVariant('with-services', sitePort + 2, {
    location: { detect: 'arrival', unknown: 'closed', endpoint: `${servicesOrigin}/reverse` },
    booking: { script: `${servicesOrigin}/widget.js` },
    analytics: { beacon: { endpoint: `${servicesOrigin}/beacon` } },
  }),
  /** The location is requested after a button click, and no service is configured. */
  withLocationButton: createVariant('with-location-button', sitePort + 3, {
    location: { detect: 'button', button: 'Use my location' },
    booking: undefined,
  }),
}

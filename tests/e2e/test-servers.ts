import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/signpost')

/** Where the browser tests build the site, so that a served dist/ is not touched. */
export const distDir = join(cache, 'e2e-dist')
/** The first of seven ports. Set E2E_PORT to test two clones at the same time. */
export const sitePort = Number(process.env.E2E_PORT ?? 4179)
export const siteOrigin = `http://localhost:${sitePort}`

/** The third-party services of fake-services.ts. */
export const servicesPort = sitePort + 1
export const servicesOrigin = `http://localhost:${servicesPort}`

/** The development servers of the tests with these names. */
export const devPort = sitePort + 3
export const studioPort = sitePort + 4
export const studioTasksPort = sitePort + 5
export const hostedPort = sitePort + 6

/** A build of the same site in which all third-party services are configured. */
export const siteWithServices = {
  settings: {
    location: { detect: 'arrival', unknown: 'closed', endpoint: `${servicesOrigin}/reverse` },
    booking: { script: `${servicesOrigin}/widget.js` },
    analytics: { beacon: { endpoint: `${servicesOrigin}/beacon` } },
    // No test looks at its pictures, which are much of the work of a build.
    shareImages: 'none',
    icons: 'none',
  },
  dist: join(cache, 'e2e-dist-with-services'),
  port: sitePort + 2,
  origin: `http://localhost:${sitePort + 2}`,
}

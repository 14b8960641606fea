import { buildSite } from '../../scripts/build.ts'
import { serveFolder } from '../../scripts/serve.ts'
import { distDir, port } from './server.ts'

/** Builds the site and serves it for the length of the run. */
export default async function setUp() {
  const code = await buildSite({ site: '.', out: distDir })
  if (code !== 0) throw new Error('The site has errors: run npm run check.')
  const server = await serveFolder(distDir, port)
  return () => new Promise<void>((resolve) => server.close(() => resolve()))
}

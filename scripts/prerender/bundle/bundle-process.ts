/**
 * A child process that bundles the application: `bundle-process ROOT DIR [SITE]`. It sends one
 * `BundleReply` and exits.
 */
import { bundleApplication, type BundleSummary } from './bundle-application.ts'

/** @property error set when bundling failed */
export type BundleReply = { summary?: BundleSummary; error?: Error }

const [root = '', dir = '', site] = process.argv.slice(2)
// The build has ended, so its bundle is not needed.
process.once('disconnect', () => process.exit())
bundleApplication(root, dir, site).then(
  (summary) => reply({ summary }),
  // An error loses its properties when it is sent.
  ({ name, message, stack }: Error) => reply({ error: { name, message, stack } }),
)

/** Exits explicitly, since the esbuild service that Vite starts keeps running. */
function reply(message: BundleReply): void {
  process.send!(message, () => process.exit())
}

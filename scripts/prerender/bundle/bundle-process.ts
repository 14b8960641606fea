/**
 * A child process that bundles sources: `bundle-process TASK ROOT DIR [SITE]`. It sends one
 * `BundleReply` and exits.
 */
import { bundleTasks, type BundleTask } from './bundle-tasks.ts'

/** @property error set when bundling failed */
export type BundleReply = { summary?: unknown; error?: Error }

const [task = '', root = '', dir = '', site] = process.argv.slice(2)
// Nobody needs the bundle any longer.
process.once('disconnect', () => process.exit())
bundleTasks[task as BundleTask](root, dir, site).then(
  (summary) => reply({ summary }),
  // An error loses its properties when it is sent.
  ({ name, message, stack }: Error) => reply({ error: { name, message, stack } }),
)

/** Exits explicitly, since the threads of the bundler would keep it running. */
function reply(message: BundleReply): void {
  process.send!(message, () => process.exit())
}

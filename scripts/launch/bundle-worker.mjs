/**
 * The entry point of a worker thread:
 * `new Worker('bundle-worker.mjs', { argv: [BUNDLE_DIR, NAME] })`,
 * or of a child process: `fork('bundle-worker.mjs', [BUNDLE_DIR, NAME])`.
 */
import { runBundle } from './run-bundle.mjs'

const [bundleDir = '', name = ''] = process.argv.slice(2)
runBundle(bundleDir, name)

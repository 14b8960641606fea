import { join } from 'node:path'

/** Where the browser tests' own build lies, away from a dist/ that somebody may be serving. */
export const distDir = join(import.meta.dirname, '../../node_modules/.cache/signpost/e2e-dist')
export const port = 4179
export const origin = `http://localhost:${port}`

import { createRequire } from 'node:module'
import type sharp from 'sharp'

const require = createRequire(import.meta.url)

/**
 * Loads sharp on demand, when the first picture is read or written. `require` is faster than
 * `import`.
 */
export const loadSharp = () => require('sharp') as typeof sharp

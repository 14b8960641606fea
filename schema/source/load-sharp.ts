import { createRequire } from 'node:module'
import type sharp from 'sharp'

const require = createRequire(import.meta.url)

/** Loads sharp when the first picture is read or written. `require` takes half the time of `import`. */
export const loadSharp = () => require('sharp') as typeof sharp

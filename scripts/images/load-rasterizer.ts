import { createRequire } from 'node:module'
import type * as resvg from '@resvg/resvg-js'
import { loadSharp } from '../../schema/source/load-sharp.ts'

const require = createRequire(import.meta.url)

/** Loads resvg, which renders SVG to pixels, and sharp, which encodes them. */
export const loadRasterizer = () => ({
  Resvg: (require('@resvg/resvg-js') as typeof resvg).Resvg,
  sharp: loadSharp(),
})

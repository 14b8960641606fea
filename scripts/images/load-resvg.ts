import { createRequire } from 'node:module'
import type * as resvg from '@resvg/resvg-js'

const require = createRequire(import.meta.url)

/** Loads resvg, which renders SVG to pixels. */
export const loadResvg = () => (require('@resvg/resvg-js') as typeof resvg).Resvg

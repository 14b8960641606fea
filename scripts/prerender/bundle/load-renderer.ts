import { createRequire } from 'node:module'
import type * as Renderer from '../../../renderer/server.ts'

const require = createRequire(import.meta.url)

/** Loads a bundled renderer, once per thread. @param file `rendererModule` of a `Bundle` */
export const loadRenderer = (file: string): typeof Renderer => require(file) as typeof Renderer

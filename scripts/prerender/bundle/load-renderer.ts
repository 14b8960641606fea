import type * as Renderer from '../../../renderer/server.ts'
import { createRequire } from 'node:module'
import type { Assets } from '../../../renderer/assets.ts'

const require = createRequire(import.meta.url)

/** Loads a bundled renderer, once per thread. @param file `rendererModule` of a `Bundle` */
export const loadRenderer = (file: string): typeof Renderer => require(file) as typeof Renderer

/** The bundled blocks and renderer. */
export type Bundle = {
  renderer: typeof Renderer
  /** The path of the module that exports the renderer. */
  rendererModule: string
  assets: Assets
  /** Every file that a page may load, relative to `clientDir`. */
  files: string[]
  /** The folder that contains `files`. */
  clientDir: string
}

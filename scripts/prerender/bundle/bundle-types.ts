import type * as Renderer from '../../../renderer/server.ts'
import type { Assets } from '../../../renderer/assets.ts'

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

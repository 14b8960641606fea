import { basename, dirname } from 'node:path'
import type * as Renderer from '../../../renderer/server.ts'
import { runBundle } from '../../launch/run-bundle.mjs'

const loaded = new Map<string, typeof Renderer>()

/**
 * Loads a bundled renderer with V8's code cache, once per thread. @param file `rendererModule` of a
 * `Bundle`
 */
export function loadRenderer(file: string): typeof Renderer {
  const renderer =
    loaded.get(file) ?? (runBundle(dirname(file), basename(file, '.cjs')) as typeof Renderer)
  loaded.set(file, renderer)
  return renderer
}

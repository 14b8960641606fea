import { bundleApplication, bundlePlainRenderer } from './bundle-application.ts'
import { bundlePreview, bundleStudio } from './bundle-studio.ts'

/**
 * What can be bundled.
 * @property application the renderer, and everything that the pages of a site run
 * @property plain the renderer, for pages without scripts
 * @property preview what the pages in the studio's preview run
 */
export const bundleTasks = {
  application: bundleApplication,
  plain: bundlePlainRenderer,
  preview: bundlePreview,
  studio: async (root: string, dir: string) => (await bundleStudio(root, dir)).bundle,
} as const

export type BundleTask = keyof typeof bundleTasks
export type BundleResult<Task extends BundleTask> = Awaited<ReturnType<(typeof bundleTasks)[Task]>>

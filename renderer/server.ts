/**
 * The renderer as the build imports it; bundled by `scripts/prerender/bundle/bundle-renderer.ts`.
 */
export { getRelease, type Assets } from './assets.ts'
export { getPageAssets, renderDocument, renderDocumentChunks } from './document.tsx'

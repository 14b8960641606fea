/** The renderer as the build uses it; bundled by `scripts/prerender/bundle/bundle-renderer.ts`. */
export { getRelease, renderDocument, renderDocumentChunks, type Assets } from './document.tsx'

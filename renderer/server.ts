/** The renderer as the build uses it; bundled by `vike build`. */
export { renderDocument, renderDocumentChunks, type Assets } from './document.tsx'
export { renderRedirect } from './render-redirect.ts'

/** What the build script renders with; bundled by `vike build`. */
export { renderDocument, renderPieces, type Assets } from './document.tsx'
export { renderRedirect } from './redirect.ts'

import { joinChunks } from '../../../renderer/html-chunks.ts'
import type { ResolvedPage } from '../../../schema/resolve/page/page-types.ts'
import { hashUniqueShingles } from '../../../schema/similarity/shingles.ts'
import { listIgnoredNames } from '../../../schema/similarity/page-signature.ts'
import type { Bundle } from '../bundle/load-renderer.ts'
import type { PageInputs } from '../make/page-types.ts'
import { renderPage } from '../make/check-and-render.ts'
import {
  countWords,
  listJsonLdTypes,
  readDocument,
  type DocumentFacts,
  type PageDocument,
} from './read-document.ts'

/** A renderer for documents that are read and not written. */
export type DocumentRenderer = Pick<Bundle, 'renderer'>

/** Nothing in a stylesheet or a script is read. */
const noAssets: Bundle['assets'] = {
  styles: { shared: '', blocks: {}, allBlocks: '', typefaces: {} },
}

/** Renders a page, and reads its document. @throws Error what a component throws. */
export function readPage(
  page: ResolvedPage,
  inputs: PageInputs,
  { renderer }: DocumentRenderer,
): DocumentFacts {
  const { chunks } = renderPage(page, inputs, { renderer, assets: noAssets })
  return readDocument(joinChunks(chunks))
}

/** @returns undefined if the page has mistakes with which a component cannot render it. */
export function readPageDocument(
  page: ResolvedPage,
  inputs: PageInputs,
  renderer: DocumentRenderer,
  ownNames?: string[],
): PageDocument | undefined {
  let facts: DocumentFacts
  try {
    facts = readPage(page, inputs, renderer)
  } catch {
    return undefined
  }
  const { title, description, canonical, robots, languages, headings, links, texts } = facts
  const listHrefs = (inShell: boolean) => [
    ...new Set(links.filter(({ isShell }) => isShell === inShell).map(({ href }) => href)),
  ]
  return {
    title,
    description,
    canonical,
    robots,
    languages,
    mainHeadings: headings.filter(({ level }) => level === 1).map(({ text }) => text),
    jsonLdTypes: listJsonLdTypes(facts.jsonLd),
    links: listHrefs(false),
    shellLinks: listHrefs(true),
    words: countWords(texts),
    shingles: hashUniqueShingles(texts, inputs.placeNames, listIgnoredNames(page, ownNames)),
  }
}

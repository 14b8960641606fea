/** Reading built pages as DOM documents. */
import { readFile } from 'node:fs/promises'
import { JSDOM } from 'jsdom'

export const parseHtml = (html: string): Document => new JSDOM(html).window.document

export async function readDocument(
  file: string,
  contentType: 'text/html' | 'application/xml' = 'text/html',
): Promise<Document> {
  return new JSDOM(await readFile(file, 'utf8'), { contentType }).window.document
}

/** Returns the JSON-LD objects of a document. */
export const readStructuredData = (document: Document): any[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) =>
    JSON.parse(textContent!),
  )

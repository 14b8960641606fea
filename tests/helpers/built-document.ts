/** Reading built pages as DOM documents. */
import { readFile } from 'node:fs/promises'
import { JSDOM } from 'jsdom'

// Parsing only the document is much faster than creating a JSDOM for it, which applies its styles.
const parser = new new JSDOM().window.DOMParser()

export const parseHtml = (html: string): Document => parser.parseFromString(html, 'text/html')

export async function parseBuiltDocument(
  file: string,
  contentType: 'text/html' | 'application/xml' = 'text/html',
): Promise<Document> {
  return parser.parseFromString(await readFile(file, 'utf8'), contentType)
}

/** Returns the JSON-LD objects of a document. */
export const readStructuredData = (document: Document): any[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) =>
    JSON.parse(textContent!),
  )

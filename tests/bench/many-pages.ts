import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const manyPagesPerFile = 100
const wordList =
  'table window garden river morning letter corner signal market bridge paper winter summer station engine basket candle mirror ladder pocket ' +
  'button carpet kitchen hammer blanket bottle pencil ticket village harbor meadow valley forest island shelter compass lantern anchor barrel saddle'

/** Writes `count` different but reproducible pages of about 8 kB of YAML into a site's `pages/`. */
export function writeManyPages(site: string, count: number): void {
  const list = wordList.split(' ')
  let seed = 1
  const word = () => list[(seed = (seed * 48271) % 2147483647) % list.length]!
  const text = (length: number) => Array.from({ length }, word).join(' ')
  mkdirSync(join(site, 'pages'), { recursive: true })
  for (let first = 0; first < count; first += manyPagesPerFile) {
    const pages = Array.from({ length: Math.min(manyPagesPerFile, count - first) }, (_, index) =>
      formatManyPage(first + index, text),
    )
    writeFileSync(
      join(site, 'pages', `many-${String(first / manyPagesPerFile).padStart(4, '0')}.yaml`),
      `pages:\n${pages.join('')}`,
    )
  }
}

/** Returns the route of a page, counted from 0. */
export const getManyPageRoute = (index: number) => `/many/page-${index}`
/** Returns the file of a page, relative to the site. */
export const getManyPageFile = (index: number) =>
  `pages/many-${String(Math.floor(index / manyPagesPerFile)).padStart(4, '0')}.yaml`

function formatManyPage(index: number, text: (length: number) => string): string {
  const questions = Array.from(
    { length: 12 },
    () => `          - question: ${text(8)}\n            answer: ${text(50)}\n`,
  )
  return `  ${getManyPageRoute(index)}:
    kind: info
    title: Page ${index} of many
    description: This is page ${index}.
    blocks:
      - type: hero
        heading: Heading ${index}
        lead: ${text(20)}
      - type: prose
        body: ${text(150)}
      - type: faq
        heading: ${text(4)}
        items:
${questions.join('')}`
}

import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { createRandom, createSentenceGenerator } from './random-text.ts'

const townPagesPerFile = 100

/**
 * Writes a site of `count` pages into a folder, 100 per file. Each page is about a town and has
 * about 7 kB of unique text.
 *
 * @returns the total size of the YAML in bytes.
 */
export async function writeTownSite(
  dir: string,
  count: number,
  seed = 1,
): Promise<{ bytes: number }> {
  await cp(join(import.meta.dirname, '../base-site'), dir, { recursive: true })
  // Share images would dominate the measured time.
  const main = await readFile(join(dir, 'pages.yaml'), 'utf8')
  await writeFile(join(dir, 'pages.yaml'), main.replace('site:\n', 'site:\n  shareImages: none\n'))
  await writeFile(join(dir, 'pages/home.yaml'), stringify({ pages: { '/': createHomePage() } }))
  const sentence = createSentenceGenerator(createRandom(seed))
  let bytes = 0
  for (let first = 0; first < count; first += townPagesPerFile) {
    const numbers = Array.from(
      { length: Math.min(townPagesPerFile, count - first) },
      (_, index) => first + index,
    )
    const text = stringify(
      {
        pages: Object.fromEntries(
          numbers.map((number) => [getTownRoute(number), createTownPage(number, sentence, count)]),
        ),
      },
      { lineWidth: 0 },
    )
    bytes += Buffer.byteLength(text)
    await writeFile(
      join(dir, `pages/towns-${String(first / townPagesPerFile).padStart(5, '0')}.yaml`),
      text,
    )
  }
  return { bytes }
}

const getTownRoute = (number: number) => `/towns/${number}`
/** Each page links to the next one, so that every page is reachable. */
const createTownLink = (number: number, count: number) => ({
  label: `Town ${number % count}`,
  href: getTownRoute(number % count),
})

const createHomePage = () => ({
  kind: 'home',
  title: 'Bike repair at your door',
  description: 'Bikes repaired in every town.',
  blocks: [
    {
      type: 'hero',
      heading: 'Bikes repaired',
      lead: 'From ${tune-up}.',
      actions: [createTownLink(0, 1)],
    },
  ],
})

function createTownPage(number: number, sentence: (length: number) => string, count: number) {
  const town = `Town ${number}`
  const items = (length: number, words: number) => Array.from({ length }, () => sentence(words))
  return {
    kind: 'location',
    label: town,
    title: `Bike repair in ${town}`,
    description: `We come to ${town}, and mend your bike at your door.`,
    city: {
      name: town,
      county: `County ${number % 250}`,
      region: 'TX',
      latitude: 31 + (number % 1000) / 1000,
      longitude: -102.1,
    },
    blocks: [
      { type: 'breadcrumbs' },
      {
        type: 'hero',
        heading: `Bikes repaired in ${town}`,
        lead: `${sentence(20)} From \${tune-up}.`,
        actions: [{ label: 'Call the shop', href: 'tel:' }, createTownLink(number + 1, count)],
      },
      { type: 'prose', body: items(3, 60).join('\n\n') },
      { type: 'checklist', heading: 'What to bring', lists: [{ items: items(6, 12) }] },
      {
        type: 'steps',
        heading: 'How it goes',
        items: Array.from({ length: 4 }, () => ({
          title: sentence(4).slice(0, -1),
          text: sentence(25),
        })),
      },
      { type: 'prose', heading: 'Good to know', body: items(2, 80).join('\n\n') },
      {
        type: 'faq',
        heading: 'Questions',
        items: Array.from({ length: 5 }, () => ({
          question: `${sentence(8).slice(0, -1)}?`,
          answer: sentence(40),
        })),
      },
      {
        type: 'call-to-action',
        heading: `Is your bike in ${town}?`,
        text: `${sentence(12)} A tune-up is \${tune-up}.`,
        actions: [{ label: 'Call the shop', href: 'tel:' }],
      },
    ],
  }
}

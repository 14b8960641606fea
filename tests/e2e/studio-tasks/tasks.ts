/**
 * What authors who have never seen YAML do, in the studio of studio-session.ts. After each task, the
 * lines of the files that it changes are known.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import type { RowAnswer } from '../../../scripts/studio/server/requests.ts'
import type { FactListing } from '../../../scripts/report/list-facts.ts'
import { callStudio, git, page, site } from '../studio-session.ts'

const shop = 'pages/shop.yaml'

/** Restores the original files of the site, and adds what the bakery does not have yet. */
export async function prepareTasks(): Promise<void> {
  git('read-tree', '--reset', '-u', git('rev-list', '--max-parents=0', 'HEAD').trim())
  for (const name of ['shop', 'oven'])
    writeFileSync(
      join(site, `public/${name}.svg`),
      `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><path d="M0 0h4"/></svg>`,
    )
  const cake = `  cake:
    label: A wedding cake
    unit: GBP
    readings:
      counter: { value: 120, source: the counter }
      leaflet: { value: 90, source: the leaflet }
`
  editByHand('pages/facts.yaml', (text) => text + cake)
  editByHand(shop, (text) =>
    text.replace(
      "          - { item: A roll, price: '${roll}' }\n",
      `$&          - { item: A cake, price: '\${cake}' }
      - type: picture
        picture: { src: /shop.svg, alt: The shop }
`,
    ),
  )
  // Until the files are read, the studio may still show the results of earlier tasks.
  await expect.poll(readBakery).toEqual({ loaf: '£4.20', cakeIsOn: ['/bread'] })
  await expect.poll(listDraftLines).toEqual([])
}

async function readBakery(): Promise<object> {
  const facts = await callStudio<FactListing[]>('facts')
  const find = (name: string) => facts.find((fact) => fact.name === name)
  return { loaf: find('loaf')?.text, cakeIsOn: find('cake')?.pages }
}

/** Makes three mistakes: a property, an icon and a link are misspelled. */
export function makeMistakes(): void {
  editByHand('pages.yaml', (text) => text.replace('href: /cakes', 'href: /cake'))
  editByHand(shop, (text) =>
    text
      .replace('heading: When the door', 'headng: When the door')
      .replace('icon: sunrise', 'icon: sunrize'),
  )
}

/** The changed lines of the mistakes and their corrections. Lines that also moved count as new. */
export const correctedLines = [
  '-          - { label: Wedding cakes, href: /cake }',
  '+          - { label: Wedding cakes, href: /cakes }',
  '-        headng: When the door is open',
  '-          - { icon: sunrize, label: Weekdays, hours: 5 am–2 pm }',
]

/** The lines that change with the address of the page /bread: links to it, and its aliases. */
export const listRenamedLines = (address: string): string[] => [
  '-      - { label: Bread, href: /bread }',
  `+      - { label: Bread, href: ${address} }`,
  '-          - { label: Bread, href: /bread }',
  `+          - { label: Bread, href: ${address} }`,
  '-          - { label: See the bread, href: /bread }',
  `+          - { label: See the bread, href: ${address} }`,
  '-  /bread:',
  `+  ${address}:`,
  '-    aliases: [/our-bread]',
  '+    aliases: [/our-bread, /bread]',
]

/** Changes a file as another program does, and commits it as someone else. */
function editByHand(file: string, edit: (text: string) => string): void {
  const path = join(site, file)
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Edit by hand')
}

/** The lines that the unsaved edits change, such as `+    title: Bread`. */
export async function listDraftLines(): Promise<string[]> {
  const { files } = await callStudio<RowAnswer<'GET', 'changes'>>('changes')
  // In the order of Git.
  return files
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .flatMap(({ diff }) => listChangedLines(diff))
}

export const listChangedLines = (diff: string): string[] =>
  diff.split('\n').filter((line) => /^[+-](?!--|\+\+)/.test(line))

/** Does a task, and expects it to change certain lines and no others. */
export async function expectLines(lines: string[], act: () => Promise<void>): Promise<void> {
  const before = await listDraftLines()
  await act()
  const listNew = async () => (await listDraftLines()).filter((line) => !before.includes(line))
  await expect.poll(listNew).toEqual(lines)
}

const isFocused = (target: Locator) =>
  target.evaluateAll((found) => found.some((each) => each.contains(document.activeElement)))

export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Presses a key until the focus is on something, as a user does who sees it and goes there. */
export async function pressUntil(key: string, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible()
  for (let count = 0; count < 120; count++) {
    if (await isFocused(target)) return
    await press(key)
  }
  await expect(target).toBeFocused()
}

/** Goes to a part of the screen with F6. */
export const goToPart = (part: string) => pressUntil('F6', page.locator(part))

/**
 * What authors who have never seen YAML do, in the studio of studio-session.ts. After each task, the
 * lines of the files that it changes are known.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { address, git, page, site, status } from '../studio-session.ts'

const shop = 'pages/shop.yaml'

const readSiteFile = (file: string) => readFileSync(join(site, file), 'utf8')

/** Writes to a file as another program does, and commits it as someone else. */
async function editByHand(file: string, edit: (text: string) => string): Promise<void> {
  writeFileSync(join(site, file), edit(readSiteFile(file)))
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Edit by hand')
  await expect(status()).toContainText('changed by another program')
}

/** Adds what the bakery has nothing of: two pictures, and sources that contradict each other. */
export async function prepareTasks(): Promise<void> {
  // What other tests have saved belongs to another proposal.
  await postToStudio('propose')
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
  writeFileSync(join(site, 'pages/facts.yaml'), readSiteFile('pages/facts.yaml') + cake)
  await editByHand(shop, (text) =>
    text.replace(
      "          - { item: A roll, price: '${roll}' }\n",
      `$&          - { item: A cake, price: '\${cake}' }
      - type: picture
        picture: { src: /shop.svg, alt: The shop }
`,
    ),
  )
}

async function postToStudio(path: string): Promise<void> {
  await page.evaluate(
    async (url) => {
      const headers = { 'content-type': 'application/json' }
      await fetch(url, { method: 'POST', headers, body: '{}' })
    },
    new URL(`/__studio/api/${path}`, address).href,
  )
}

/** The lines that the unsaved edits change, such as `+    title: Bread`. */
export async function listDraftLines(): Promise<string[]> {
  const url = new URL('/__studio/api/changes', address).href
  const { files } = await page.evaluate(
    async (from) => (await (await fetch(from)).json()) as { files: { diff: string }[] },
    url,
  )
  return files.flatMap(({ diff }) => listChangedLines(diff))
}

const listChangedLines = (diff: string): string[] =>
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

/** Presses a key until the focus is on something, as one does who looks for it. */
export async function pressUntil(key: string, target: Locator): Promise<void> {
  for (let count = 0; count < 60; count++) {
    if (await isFocused(target)) return
    await press(key)
  }
  await expect(target).toBeFocused()
}

/** Goes to a part of the screen with F6. */
export const goToPart = (part: string) => pressUntil('F6', page.locator(part))

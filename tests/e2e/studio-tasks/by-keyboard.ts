import { expect, test } from '@playwright/test'
import { expectAccessible, field, outline, page, preview, status } from '../studio-session.ts'
import { expectLines, goToPart, listDraftLines, press, pressUntil } from './tasks.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const type = (text: string) => page.keyboard.type(text)

/** Opens a page by searching for it: the only one that is found is chosen by going to it. */
async function openPage(query: string, title: string): Promise<void> {
  await goToPart('.pages')
  await pressUntil('Shift+Tab', button('Page…'))
  await pressUntil('Tab', page.getByRole('searchbox', { name: 'Search pages' }))
  await press('Control+A')
  await type(query)
  await expect(page.locator('.page-row')).toHaveCount(1)
  await pressUntil('Tab', page.locator('.page-row'))
  await expect(field('Title')).toHaveValue(title)
}

async function chooseFromPageMenu(name: string): Promise<void> {
  await goToPart('.pages')
  await pressUntil('Shift+Tab', button('Page…'))
  await press('Enter')
  await pressUntil('ArrowDown', page.getByRole('menuitem', { name }))
  await press('Enter')
}

async function openFacts(): Promise<void> {
  await goToPart('.pages')
  await pressUntil('Shift+Tab', button('Page…'))
  await pressUntil('Tab', button('Facts'))
  await press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search facts' })).toBeFocused()
}

async function goToRow(name: string): Promise<void> {
  await goToPart('.outline')
  await pressUntil('Tab', page.locator('.tree'))
  await press('Home')
  await pressUntil('ArrowDown', outline(name))
}

/** Five tasks with the keyboard alone. The focus is never lost. */
export async function doTasksByKeyboard(): Promise<void> {
  await test.step('a price is changed everywhere', () =>
    expectLines(
      [
        '-  loaf: { label: A loaf, unit: GBP, value: 4.2 }',
        '+  loaf: { label: A loaf, unit: GBP, value: 4.5 }',
      ],
      async () => {
        await openFacts()
        await type('loaf')
        await pressUntil('Tab', page.getByRole('row', { name: /A loaf/ }))
        await press('Enter')
        await expect(field('Value')).toBeFocused()
        await press('Control+A')
        await type('4.5')
        await expect(preview.getByText('£4.50').first()).toBeVisible()
      },
    ))
  await test.step('a contradiction is settled', () =>
    expectLines(['+    settled: leaflet'], async () => {
      await openFacts()
      await pressUntil('Tab', button(/^Only contradictions/))
      await press('Space')
      await pressUntil('Tab', page.getByRole('row', { name: /A wedding cake/ }))
      await press('Enter')
      await expect(button('Settle counter')).toBeFocused()
      await expectAccessible('.form')
      await pressUntil('Tab', button('Settle leaflet'))
      await press('Enter')
      await expect(button('Change leaflet')).toBeFocused()
      await expect(page.locator('.readings')).toContainText('settled')
    }))
  await test.step('the page of a town is written', () =>
    expectLines(
      [
        '+',
        '+  /headingley:',
        '+    kind: location',
        '+    title: Bread in Headingley',
        '+    description: Bread by bike.',
        '+    label: Headingley',
        '+    placeholder: true',
        '+    city: { name: Headingley, region: West Yorkshire }',
        '+    blocks:',
        '+      - type: breadcrumbs',
        '+      - type: hero',
        '+        heading: Headingley',
        '+        lead: The answer first, then the price.',
        '+        actions:',
        "+          - { label: 'Call ${site.phone}', href: 'tel:' }",
      ],
      async () => {
        await chooseFromPageMenu('New page…')
        await expect(page.getByLabel('Address')).toBeFocused()
        await type('/headingley')
        await press('Tab')
        await type('Bread in Headingley')
        await press('Tab')
        await type('Location')
        await pressUntil('Tab', button('Add page'))
        await press('Enter')
        await expect(field('Title')).toBeFocused()
        await expect(field('Name')).toHaveValue('Headingley')
        await pressUntil('Tab', field('Description'))
        await press('Control+A')
        await type('Bread by bike.')
      },
    ))
  await test.step('a question is added', () =>
    expectLines(
      ["+          - { question: Can I pay by card?, answer: 'Yes, and by phone.' }"],
      async () => {
        await openPage('home', 'Mill Lane Bakery, Leeds')
        await goToRow('Across the counter')
        await press('F6')
        await expect(page.locator('#form-heading')).toBeFocused()
        await pressUntil('Tab', button('Add question'))
        await press('Enter')
        await expect(field('Question')).toBeFocused()
        await type('Can I pay by card?')
        await pressUntil('Tab', field('Answer'))
        await press('Control+A')
        await type('Yes, and by phone.')
        await expect(preview.getByText('Can I pay by card?')).toBeVisible()
      },
    ))
  await test.step('a block is moved', async () => {
    await goToRow('As far as the bike goes')
    await pressUntil('ArrowRight', button('Drag As far as the bike goes'))
    await press('Enter')
    const gap = page.locator('[aria-roledescription="drop indicator"]:focus')
    await expect(gap).toHaveAccessibleName(/^Insert between As far .* and Across/)
    await press('ArrowDown')
    await expect(gap).toHaveAccessibleName('Insert after Across the counter')
    await press('Enter')
    await expect(status()).toContainText('It is now 4 of 4.')
    await expect(page.locator('.outline [data-key="blocks.3"]:focus')).toBeVisible()
    await expect(preview.locator('main h2').nth(1)).toHaveText('Across the counter')
    // Back again, and on: both ways of moving do the same.
    await press('Alt+ArrowUp')
    await expect(status()).toContainText('It is now 3 of 4.')
    await expect(preview.locator('main h2').nth(2)).toHaveText('Across the counter')
    await press('Alt+ArrowUp')
    await expect(status()).toContainText('It is now 2 of 4.')
    await expect(outline('As far as the bike goes')).toBeFocused()
    await expect(preview.locator('main h2').first()).toHaveText('As far as the bike goes')
    const types = (await listDraftLines()).filter((line) => /type: (?!hero|breadcrumbs)/.test(line))
    // Of two neighbors, the diff shows the one that is shorter.
    expect(types.toSorted()).toEqual(['+      - type: time-bands', '-      - type: time-bands'])
  })
}

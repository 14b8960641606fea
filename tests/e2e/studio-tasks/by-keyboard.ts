import { expect, test } from '@playwright/test'
import { expectAccessible, field, git, outline, page, preview, status } from '../studio-session.ts'
import {
  correctedLines,
  expectLines,
  goToPart,
  listChangedLines,
  listDraftLines,
  listRenamedLines,
  makeMistakes,
  press,
  pressUntil,
} from './tasks.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const type = (text: string) => page.keyboard.type(text)

/** Opens the first page that a search finds. */
async function openPage(query: string, title: string): Promise<void> {
  await goToPart('.pages')
  await pressUntil('Shift+Tab', button('Page…'))
  await pressUntil('Tab', page.getByRole('searchbox', { name: 'Search pages' }))
  await press('Control+A')
  await type(query)
  await press('Enter')
  await expect(field('Title')).toHaveText(title)
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

/** The ten tasks with the keyboard alone. The focus is never lost. */
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
      await expect(button(/^Settle .*\(counter\)/)).toBeFocused()
      await expectAccessible('.form')
      await pressUntil('Tab', button(/^Settle .*\(leaflet\)/))
      await press('Enter')
      await expect(button(/^Change .*\(leaflet\)/)).toBeFocused()
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
        // The short name is made of the address.
        await press('Tab', 'Tab')
        await type('Location')
        await pressUntil('Tab', button('Add page'))
        await press('Enter')
        await expect(field('Title')).toBeFocused()
        await expect(field('Name')).toHaveText('Headingley')
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
    // Moves it back with the shortcut, and further: both ways of moving have the same effect.
    await press('Alt+ArrowUp')
    await expect(outline('As far as the bike goes')).toBeFocused()
    await expect(status()).toContainText('It is now 3 of 4.')
    await expect(preview.locator('main h2').nth(2)).toHaveText('Across the counter')
    await press('Alt+ArrowUp')
    await expect(status()).toContainText('It is now 2 of 4.')
    await expect(outline('As far as the bike goes')).toBeFocused()
    await expect(preview.locator('main h2').first()).toHaveText('As far as the bike goes')
    const types = (await listDraftLines()).filter((line) => /type: (?!hero|breadcrumbs)/.test(line))
    // When two neighbors are exchanged, the diff shows the shorter one as moved.
    expect(types.toSorted()).toEqual(['+      - type: time-bands', '-      - type: time-bands'])
  })
  await test.step('a picture is swapped', () =>
    expectLines(
      [
        '-        picture: { src: /shop.svg, alt: The shop }',
        '+        picture: { src: /oven.svg, alt: The oven }',
      ],
      async () => {
        await openPage('service', 'Our bread and what it costs')
        await goToRow('Picture')
        await press('F6')
        await pressUntil('Tab', page.getByRole('combobox', { name: 'File', exact: true }))
        await press('Control+A')
        await type('oven')
        await expect(page.getByRole('option', { name: '/oven.svg' })).toBeVisible()
        await press('ArrowDown', 'Enter')
        await expect(status()).toContainText('Does its description still fit?')
        await pressUntil('Tab', field('Description for those who cannot see it'))
        await press('Control+A')
        await type('The oven')
        await expect(preview.getByRole('img', { name: 'The oven' })).toBeVisible()
      },
    ))
  await test.step('an address is renamed', () =>
    expectLines(listRenamedLines('/loaves'), async () => {
      await goToPart('.pages')
      await pressUntil('Shift+Tab', button('Page…'))
      await pressUntil('Tab', button('Map'))
      await press('Space')
      const list = page.getByRole('listbox', { name: 'Pages' })
      await pressUntil('Tab', list.getByRole('option'))
      await pressUntil('ArrowDown', list.getByRole('option', { name: /Bread .bread/ }))
      await expect(page.getByTitle('Preview of /bread', { exact: true })).toBeVisible()
      await chooseFromPageMenu('Change address…')
      await expect(page.getByLabel('New address')).toBeFocused()
      await press('Control+A')
      await type('/loaves')
      await press('Enter')
      await expect(page.getByTitle('Preview of /loaves')).toBeVisible()
      await expect(list.locator('[data-key="/loaves"]')).toHaveAttribute('aria-selected', 'true')
      await pressUntil('Shift+Tab', button('Map'))
      await press('Space')
    }))
  await test.step('three mistakes made by hand are fixed', () =>
    expectLines(correctedLines, async () => {
      makeMistakes()
      await goToPart('.bottom')
      await press('Enter')
      const problems = page.getByRole('tabpanel', { name: /^Problems/ })
      const isError = page.locator('[data-severity="error"].problem-note')
      const errors = problems.getByRole('listitem').filter({ has: isError })
      await expect(errors).toHaveCount(3)
      await expectAccessible('.bottom')
      await pressUntil('Tab', errors.getByRole('button', { name: /pages\.yaml/ }))
      await press('Enter')
      await expect(page.locator('.form [aria-invalid=true]')).toBeFocused()
      await press('Control+A')
      await type('/cakes')
      await press('Enter')
      await goToPart('.bottom')
      for (const left of [2, 1]) {
        await expect(errors).toHaveCount(left)
        await pressUntil('Tab', problems.getByRole('button', { name: 'Fix it' }).first())
        await press('Enter')
      }
      await expect(errors).toHaveCount(0)
    }))
  await test.step('an hour of work is undone', async () => {
    const before = await listDraftLines()
    await goToPart('.bottom')
    await pressUntil('Shift+Tab', page.getByRole('tab', { selected: true }))
    await press('ArrowRight')
    const changes = page.getByRole('tab', { name: /^Unsaved changes/ })
    await expect(changes).toBeFocused()
    await press('Enter')
    const count = await page.locator('.bottom .steps li').count()
    await expectAccessible('.bottom')
    await pressUntil('Tab', button('Take everything back'))
    await press('Enter')
    await expect(changes).toHaveText('Unsaved changes 0')
    expect(await listDraftLines()).toEqual([])
    await expect(page.locator('.bottom :focus')).toBeVisible()
    for (let step = 1; step <= count; step++) {
      await press('Control+Shift+Z')
      await expect(status()).toContainText('Redone')
      await expect(changes).toHaveText(`Unsaved changes ${step}`)
    }
    expect(await listDraftLines()).toEqual(before)
  })
  await test.step('the change is proposed', async () => {
    const before = await listDraftLines()
    await goToPart('.top-bar')
    await pressUntil('Shift+Tab', button('Publish…'))
    await press('Enter')
    await pressUntil('Tab', page.getByRole('dialog').getByRole('button', { name: 'Save…' }))
    await press('Enter')
    await pressUntil('Tab', page.getByRole('dialog').getByRole('button', { name: /^Save \d+/ }))
    await press('Enter')
    await expect(status()).toContainText('Saved.')
    expect(listChangedLines(git('diff'))).toEqual(before)
    await expect(button('Publish…')).toBeFocused()
    await press('Enter')
    await expect(page.getByRole('dialog')).toContainText('a commit on a new branch')
    await expect(button('Propose')).toBeEnabled()
    await pressUntil('Tab', button('Propose'))
    await press('Enter')
    await expect(status()).toContainText('Proposed')
    const proposed = git('for-each-ref', '--format=%(refname)', 'refs/heads/studio').trim()
    expect(listChangedLines(git('show', '--format=', proposed))).toEqual(before)
  })
}

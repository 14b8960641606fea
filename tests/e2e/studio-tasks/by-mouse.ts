import { expect, test } from '@playwright/test'
import { expectAccessible, field, git, outline, page, preview, status } from '../studio-session.ts'
import {
  correctedLines,
  expectLines,
  listChangedLines,
  listDraftLines,
  listRenamedLines,
  makeMistakes,
} from './tasks.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })

async function chooseFromPageMenu(name: string): Promise<void> {
  await button('Page…').click()
  await expectAccessible('.popover')
  await page.getByRole('menuitem', { name }).click()
}

/** The ten tasks by pointing, and typing only texts. */
export async function doTasksByMouse(): Promise<void> {
  await test.step('a price is changed everywhere', () =>
    expectLines(
      [
        '-  loaf: { label: A loaf, unit: GBP, value: 4.2 }',
        '+  loaf: { label: A loaf, unit: GBP, value: 4.8 }',
      ],
      async () => {
        await preview.getByText('£4.20').first().click()
        await button(/^Edit the fact .* A loaf/).click()
        await field('Value').fill('4.8')
        await expect(preview.getByText('£4.80').first()).toBeVisible()
      },
    ))
  await test.step('a contradiction is settled', () =>
    expectLines(['+    settled: counter'], async () => {
      await button('Facts').click()
      await page.getByRole('row', { name: /A wedding cake/ }).click()
      const counter = page.locator('[data-reading=counter]')
      // The form shows what it would change.
      await expect(counter.getByRole('status')).toContainText('pages print the same')
      await button(/^Settle .*\(counter\)/).click()
      await expect(counter).toContainText('settled')
    }))
  await test.step('the page of a town is written', () =>
    expectLines(
      [
        '+',
        '+  /roundhay:',
        '+    kind: location',
        '+    title: Bread in Roundhay',
        '+    description: Bread by bike.',
        '+    label: Roundhay',
        '+    placeholder: true',
        '+    city: { name: Roundhay, region: West Yorkshire }',
        '+    blocks:',
        '+      - type: breadcrumbs',
        '+      - type: hero',
        '+        heading: Roundhay',
        '+        lead: The answer first, then the price.',
        '+        actions:',
        "+          - { label: 'Call ${site.phone}', href: 'tel:' }",
      ],
      async () => {
        await chooseFromPageMenu('New page…')
        const dialog = page.getByRole('dialog', { name: 'New page' })
        await dialog.getByLabel('Address').fill('/roundhay')
        await dialog.getByLabel('Title').fill('Bread in Roundhay')
        await dialog.getByLabel('Kind').selectOption('location')
        await dialog.getByRole('button', { name: 'Add page' }).click()
        await expect(field('Title')).toHaveValue('Bread in Roundhay')
        // Text that is filled in while the focus moves would go to the title.
        await expect(field('Title')).toBeFocused()
        await field('Description').fill('Bread by bike.')
      },
    ))
  await test.step('a question is added, and dragged to the top', () =>
    expectLines(['+          - { question: Do you bake cakes?, answer: To order. }'], async () => {
      await page.getByRole('option', { name: /Mill Lane Bakery, Leeds/ }).click()
      await outline('Across the counter').click()
      await button('Add question').click()
      await expect(field('Question')).toBeFocused()
      await field('Question').fill('Do you bake cakes?')
      await field('Answer').fill('To order.')
      const entries = page.locator('.form li.item')
      await entries.last().locator('.item-handle').hover()
      await page.mouse.down()
      const { x, y } = (await entries.first().boundingBox())!
      await page.mouse.move(x + 60, y + 4, { steps: 10 })
      await page.mouse.up()
      await expect(status()).toContainText(/It is now 1 of \d\./)
      await expect(entries.first()).toContainText('Do you bake cakes?')
    }))
  await test.step('a block is moved', async () => {
    await outline('When the door is open').click()
    await button('Move Time bands down').click()
    await expect(status()).toContainText('Time bands is now 3 of 4.')
    await expect(preview.locator('main h2').nth(1)).toHaveText('When the door is open')
  })
  await test.step('a picture is swapped', () =>
    expectLines(
      [
        '-        picture: { src: /shop.svg, alt: The shop }',
        '+        picture: { src: /oven.svg, alt: The oven }',
      ],
      async () => {
        let showFonts = () => {}
        const mayLoad = new Promise<void>((resolve) => {
          showFonts = resolve
        })
        await page.route('**/*.woff2*', (route) => mayLoad.then(() => route.continue()))
        await page.getByRole('option', { name: /Our bread/ }).click()
        // The preview takes clicks before everything in it has loaded.
        await preview.locator('.picture[data-studio-path]').click()
        await page.getByRole('combobox', { name: 'File', exact: true }).click()
        showFonts()
        await page.getByRole('option', { name: '/oven.svg' }).click()
        await expect(status()).toContainText('Does its description still fit?')
        await field('Description for those who cannot see it').fill('The oven')
        await expect(preview.getByRole('img', { name: 'The oven' })).toBeVisible()
      },
    ))
  await test.step('a page is kept', async () => {
    await chooseFromPageMenu('Delete page…')
    await expect(page.getByRole('dialog')).toContainText('Linked from the header or the footer')
    await expect(page.getByLabel('Its address, and links to it, lead to')).toHaveValue('/')
    await expectAccessible('.modal')
    await button('Cancel').click()
  })
  await test.step('a page is dragged below another address, and a menu is ordered', () =>
    expectLines(
      [
        ...listRenamedLines('/shops/bread').toSpliced(
          2,
          0,
          // When two neighbors are exchanged, the diff shows the shorter one as moved.
          '-          - { label: Opening hours, href: /#hours }',
          '+          - { label: Opening hours, href: /#hours }',
        ),
      ],
      async () => {
        await button('Map').click()
        await expectAccessible('.modal')
        const row = (tree: string, name: string | RegExp) =>
          page.getByRole('treegrid', { name: tree }).getByRole('row', { name })
        await row('Pages by address', /^Our bread/).dragTo(row('Pages by address', '/shops'))
        await expect(page.getByLabel('New address')).toHaveValue('/shops/bread')
        await button('Change address').click()
        await expect(page.getByLabel('New address')).toHaveCount(0)
        await expect(page.locator('.page-map [data-key="/shops/bread"]')).toBeFocused()
        await row('Menus', 'Write to us').dragTo(row('Menus', 'Opening hours'), {
          targetPosition: { x: 40, y: 2 },
        })
        await expect(status()).toContainText('Done: Order a menu. Undo takes it back.')
        await button('Close').click()
        await expect(page.getByTitle('Preview of /shops/bread')).toBeVisible()
      },
    ))
  await test.step('three mistakes made by hand are fixed', () =>
    expectLines(correctedLines, async () => {
      makeMistakes()
      await page.getByRole('tab', { name: /^Problems/ }).click()
      const problems = page.getByRole('tabpanel', { name: /^Problems/ })
      const isError = page.locator('[data-severity="error"].problem-note')
      const errors = problems.getByRole('listitem').filter({ has: isError })
      await expect(errors).toHaveCount(3)
      await errors.getByRole('button', { name: /pages\.yaml/ }).click()
      await page.locator('.form [aria-invalid=true]').fill('/cakes')
      await page.locator('#form-heading').click()
      for (const left of [2, 1]) {
        await expect(errors).toHaveCount(left)
        await problems.getByRole('button', { name: 'Fix it' }).first().click()
      }
      await expect(errors).toHaveCount(0)
    }))
  await test.step('an hour of work is undone', async () => {
    await page.getByRole('tab', { name: /^Unsaved changes/ }).click()
    const steps = page.locator('.bottom .steps li')
    await steps.nth(2).getByRole('button', { name: 'Undo from here' }).click()
    await expect(steps).toHaveCount(2)
    // The notice does not cover the list.
    const [notices, panel] = await Promise.all([
      page.locator('.notices').evaluate((element) => element.getBoundingClientRect().bottom),
      page.locator('.tab-panels').evaluate((element) => element.getBoundingClientRect().top),
    ])
    expect(notices).toBeLessThanOrEqual(panel)
    expect(await listDraftLines()).toEqual([
      '-  loaf: { label: A loaf, unit: GBP, value: 4.2 }',
      '+  loaf: { label: A loaf, unit: GBP, value: 4.8 }',
      '+    settled: counter',
    ])
  })
  await test.step('the change is proposed', async () => {
    const before = await listDraftLines()
    await button(/^Save/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save 2 changes' }).click()
    await expect(status()).toContainText('Saved.')
    expect(listChangedLines(git('diff'))).toEqual(before)
    await button('Publish…').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
    await expect(status()).toContainText('Proposed')
    expect(listChangedLines(git('show', '--format='))).toEqual(before)
  })
}

/**
 * Work in several parts of the studio: tables, history, comments, two windows, and a row of tasks.
 * Like studio.spec.ts, with a server and a window of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import {
  address,
  callStudio,
  expectAccessible,
  field,
  git,
  outline,
  page,
  preview,
  saveByKey,
  shareStudio,
  shopFile,
  shopRows,
  site,
  stallFile,
  status,
} from './studio-session.ts'
import type { RowAnswer } from '../../scripts/studio/server/requests.ts'
import { studioTasksPort } from './test-servers.ts'
import { rowFile, rowText, setFile } from '../studio/set-site.ts'
import { doTasksByKeyboard } from './studio-tasks/by-keyboard.ts'
import { dragThings } from './studio-tasks/drag-things.ts'
import { listDraftLines, prepareTasks } from './studio-tasks/tasks.ts'

shareStudio(studioTasksPort)

const file = 'pages/shop.yaml'

test('on a page of a set, the author chooses which pages an edit changes', async () => {
  const before = readFileSync(join(site, setFile), 'utf8')
  const heading = page
    .frameLocator('iframe[title="Preview of /rounds/ilkley"]')
    .locator('h1[data-studio-path]')
  await page.getByRole('option', { name: /\/rounds\/ilkley/ }).click()
  await expect(heading).toHaveText('We come to Ilkley')
  await heading.click()
  await expect(field('Heading')).toBeFocused()
  const home = field('Where this goes: Heading')
  await expect(home.locator('option')).toHaveText([
    'Template: changes 2 pages',
    'Override: changes this page alone',
  ])
  await home.selectOption('override')
  await field('Heading').fill('Tuesdays in {{town}}')
  await expect(heading).toHaveText('Tuesdays in Ilkley')
  await expect(page.locator('[data-field="blocks.0.heading"]')).toContainText(
    'The page’s address is made of this.',
  )
  // A text that is a cell is edited in its row.
  const lead = page.locator('[data-field="blocks.0.lead"]')
  await expect(lead.getByLabel('Where this goes')).toHaveValue('row')
  await lead.getByRole('textbox').fill('By the old bridge.')
  await expect(preview.getByText('By the old bridge.')).toBeVisible()
  await expectAccessible('.form')
  await page.keyboard.press('Control+S')
  const dialog = page.getByRole('dialog', { name: 'Save changes' })
  await dialog.getByRole('tab', { name: 'Your steps' }).click()
  await expect(dialog).toContainText('Change heading of /rounds/ilkley alone')
  await dialog.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(status()).toContainText('Saved')
  expect(readFileSync(join(site, rowFile), 'utf8')).toBe(
    rowText.replace('By the bridge.', 'By the old bridge.'),
  )
  const after = readFileSync(join(site, setFile), 'utf8')
  expect(after.replace(/ {4}overrides:\n(?: {6}.*\n)+/, '')).toBe(before)
  await page.getByRole('button', { name: 'Use the template’s' }).click()
  await expect(heading).toHaveText('We come to Ilkley')
  await expect(field('Heading')).toHaveText('We come to Ilkley')
})

test('rows in CSV are edited, pasted, added and removed in a table', async () => {
  const dialog = page.getByRole('dialog', { name: 'Rows' })
  const cell = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  // What a block prints of a row leads to it.
  await page.goto(new URL('?page=/stalls/selby', address).href)
  await preview.locator('[data-studio-path]').getByText('Our shop in York').click()
  await expect(cell('Opens, York; old')).toBeFocused()
  await page.goto(new URL('?page=/shops/leeds', address).href)
  await preview.getByText('By the market').click()
  const lead = page.locator('[data-field="blocks.0.lead"]')
  await lead.getByRole('textbox').fill('By the old market')
  await expect(preview.getByText('By the old market')).toBeVisible()
  await lead.getByRole('button', { name: /^All rows/ }).click()
  await expect(cell('Lead, Leeds')).toBeFocused()
  await expect(cell('Town, Leeds')).not.toBeEditable()
  // The keys of a spreadsheet.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('half past seven')
  // The browser asks before it is lost.
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  await (await asked).dismiss()
  await page.keyboard.press('Escape')
  await expect(cell('Opens, Leeds')).toHaveValue('7')
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await expect(cell('Opens, York; old')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await paste(cell('Opens, Hull'), '8\t"By the ""sea"""\r\n\tnowhere\r\n')
  await expect(dialog.getByRole('status')).toHaveText('Pasted: 2 changed cells, 1 new row.')
  // The problem of a cell is in it: the new row makes no address.
  await expect(dialog.getByRole('row', { name: /nowhere/ })).toContainText('empty')
  await expectAccessible('.modal')
  await page.keyboard.press('Control+Z')
  await expect(cell('Lead, Hull')).toHaveValue('By the sea.')
  await cell('Town, new row').fill('Otley')
  await page.keyboard.press('Tab')
  await page.keyboard.type('11')
  await page.keyboard.press('Enter')
  await expect(cell('Opens, Otley')).toHaveValue('11')
  await cell('Lead, Otley').fill('By the river.')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Duplicate Hull' }).click()
  await expect(cell('Town, Hull').last()).toBeFocused()
  await page.keyboard.type('Ripon')
  // Pressing the button ends the edit of the cell, and the table changes before it is released.
  await dialog.getByRole('button', { name: /^Remove York; old/ }).hover()
  await page.mouse.down()
  await expect(
    page.getByRole('option', { name: /\/shops\/ripon/, includeHidden: true }),
  ).toHaveCount(1)
  await page.mouse.up()
  await expect(dialog.getByRole('status')).toHaveText('York; old was removed.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { name: /\/shops\/ripon/ })).toBeVisible()
  await saveByKey()
  expect(readFileSync(join(site, shopFile), 'utf8')).toBe(
    shopRows
      .replace('7;"By the market"', '10;"By the old market"')
      .replace('"York; old";8;By the wall.\r\n', '')
      .concat('\r\nRipon;9;By the sea.\r\nOtley;11;By the river.\r\n'),
  )
})

test('lists in rows are edited as lines and as tables, and a new row gets them', async () => {
  await page.getByRole('button', { name: 'Rows' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rows' })
  await dialog.getByRole('combobox').selectOption(`${stallFile}: /stalls/{town}`)
  const cell = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  await expect(cell('goods, Selby')).toHaveValue('bread\nrolls')
  await cell('town, new row').fill('Ripon')
  await page.keyboard.press('Enter')
  // What the page prints is missing, and the cell that lacks it says so.
  const row = dialog.getByRole('row', { name: /Ripon/ })
  await expect(row.getByRole('cell').nth(1)).toContainText('The cell "goods" is empty. Fill it in')
  await cell('goods, Ripon').press('Control+D')
  await expect(cell('goods, Ripon')).toHaveValue('cakes')
  await cell('goods, Ripon').fill('pies, scones')
  await page.keyboard.press('Enter')
  await expect(cell('goods, Ripon')).toHaveValue('pies\nscones')
  await row.getByRole('button', { name: /^questions of Ripon/ }).focus()
  await expectAccessible('.modal')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'questions of Ripon' })).toBeVisible()
  await expect(cell('question, new row')).toBeFocused()
  await page.keyboard.type('Do you deliver?')
  await page.keyboard.press('Tab')
  await page.keyboard.type('No.')
  await page.keyboard.press('Enter')
  await expect(cell('answer, Do you deliver?')).toHaveValue('No.')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible('.modal')
  await page.emulateMedia({ colorScheme: 'light' })
  await dialog.getByRole('button', { name: stallFile, exact: true }).click()
  await expect(row.getByRole('button', { name: /^questions of Ripon/ })).toBeFocused()
  await expect(row).toContainText('Do you deliver? · No.')
  await expect(row.locator('.problem-note')).toHaveCount(0)
  await expect
    .poll(listDraftLines)
    .toEqual([
      '+- town: Ripon',
      '+  goods: [pies, scones]',
      '+  questions:',
      '+    - { question: Do you deliver?, answer: No. }',
    ])
})

test('several prices are raised at once, in a table too, and taken back at once', async () => {
  await page.getByRole('button', { name: 'Facts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Facts' })
  const choose = (name: RegExp) =>
    dialog.getByRole('row', { name }).locator('.selection-box').click()
  const loaf = dialog.getByRole('row', { name: /A loaf/ })
  const place = await loaf.boundingBox()
  await choose(/A loaf/)
  const form = dialog.getByRole('region', { name: 'Change the chosen facts' })
  // What appears moves no row from under the pointer.
  await expect(form).toBeVisible()
  expect(await loaf.boundingBox()).toEqual(place)
  await choose(/Plain, Small/)
  await choose(/Fruit, Small/)
  await form.getByLabel('Amount', { exact: true }).fill('10 %')
  await form.getByLabel('Unit of the amount').selectOption('percent')
  // Some rows are chosen: the box for all has a dash.
  const all = dialog.getByRole('columnheader').locator('.selection-box > [aria-hidden]')
  await expect(all).not.toHaveCSS('background-image', 'none')
  await expect(form.locator('> ul > li')).toHaveText([
    'Cakes: Plain, Small: £10 → £11',
    'Cakes: Fruit, Small: £12.50 → £13.75',
    'A loaf: £4.20 → £4.62',
  ])
  const rounding = form.getByLabel('Rounding')
  await rounding.selectOption('1')
  await expect(form.locator('> ul > li').last()).toHaveText('A loaf: £4.20 → £5')
  await rounding.selectOption('')
  // The dialog shows what else will change.
  await expect(form.getByRole('status')).toContainText('3 facts changed')
  await expect(form.getByRole('button', { name: 'Bread', exact: true }).first()).toBeVisible()
  await expect(form).toContainText('Our shop in Hull')
  await expectAccessible('.modal')
  await form.getByRole('button', { name: 'Change 3 facts' }).click()
  await expect(form).toBeHidden()
  const fruit = dialog.getByRole('row', { name: /Fruit, Small/ })
  await expect(fruit).toContainText('£13.75')
  await page.keyboard.press('Control+Z')
  await expect(fruit).toContainText('£12.50')
  await page.keyboard.press('Control+Shift+Z')
  await expect(fruit).toContainText('£13.75')
  await dialog.getByRole('row', { name: /Fruit, Large/ }).click()
  // A cell opens its table.
  const rows = page.getByRole('dialog', { name: 'Rows' })
  await expect(rows.getByLabel('Large, Fruit')).toBeFocused()
  await expect(rows.getByLabel('Small, Fruit')).toHaveValue('13.75')
  await page.keyboard.press('Escape')
  const { steps } = await callStudio<RowAnswer<'GET', 'changes'>>('changes')
  expect(steps).toEqual(['Raise 3 facts by 10 %'])
  await page.getByRole('button', { name: /^Undo: Raise 3 facts/ }).click()
  await expect(page.getByRole('button', { name: /^Save/ })).toBeDisabled()

  // So does a cell in the page that prints the table.
  await page.getByRole('option', { name: /\/stalls\/selby$/ }).click()
  await preview.locator('.fee-table').getByText('£24').click()
  await expect(rows.getByLabel('Large, Fruit')).toBeFocused()
  await page.keyboard.press('Escape')
})

test('rows of a spreadsheet that are pasted into an entry become entries', async () => {
  await page.getByRole('option', { name: /\/bread/ }).click()
  const prices = page.frameLocator('iframe[title="Preview of /bread"]').locator('.fee-table')
  await prices.locator('[data-studio-path]').getByText('A loaf').click()
  await expect(field('Item')).toHaveText('A loaf')
  await paste(field('Item'), 'A bun\t£2\tsweet\r\nA cake\t£9\t\r\n')
  await expect(prices).toContainText(/A bun.*£2.*sweet.*A cake.*£9.*A roll/s)
  await expect(prices).not.toContainText('A loaf')
  await page.getByRole('button', { name: 'Make 2 typed figures facts' }).click()
  await expect(page.getByRole('list', { name: 'Facts in the text' })).toContainText('£2')
  await expect(prices).toContainText(/A bun.*£2.*sweet.*A cake.*£9.*A roll/s)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(prices).toContainText('A loaf')
  await expect(prices).not.toContainText('A cake')
})

test('the parts of a sum are chosen by its author', async () => {
  await page.getByRole('option', { name: /\/bread/ }).click()
  const prices = page.frameLocator('iframe[title="Preview of /bread"]').locator('.fee-table')
  await prices.getByText('£1', { exact: true }).dblclick()
  await expect(field('Value')).toBeFocused()
  await page.getByRole('button', { name: 'Add field…' }).click()
  await page.getByRole('menuitem', { name: /^Sum of/ }).click()
  const part = page.getByRole('group', { name: 'Sum of' }).getByRole('listitem')
  const choice = part.getByRole('combobox')
  await expect(choice).toBeFocused()
  await expect(choice).toHaveValue('')
  await choice.pressSequentially('loaf')
  await choice.press('Enter')
  await expect(part).toContainText('A loaf')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(part).toHaveCount(0)
})

/** Pastes as from a spreadsheet. */
const paste = (target: Locator, text: string) =>
  target.evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', data)
    const options = { bubbles: true, cancelable: true, clipboardData }
    element.dispatchEvent(new ClipboardEvent('paste', options))
  }, text)

test('the history of a page says what each commit changed, and restores one field', async () => {
  const commit = (path: string, text: string, subject: string) => {
    writeFileSync(join(site, path), text)
    git('commit', '--quiet', '--message', subject, '--only', '--', path)
  }
  const before = readFileSync(join(site, file), 'utf8')
  const rows = readFileSync(join(site, rowFile), 'utf8')
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', 'Earlier work')
  commit(file, before.replace('Across the counter', 'Over the counter'), 'Reword the counter')
  commit(rowFile, rows.replace('Tuesday', 'Wednesday'), 'Move a round')
  await expect(outline('Over the counter')).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByRole('list', { name: 'History of /', exact: true })
  await expect(history).not.toContainText('Move a round')
  const entry = history.getByRole('listitem').filter({ hasText: 'Reword the counter' })
  await entry.getByRole('button', { name: /Reword/ }).click()
  const noticed = entry.getByRole('region', { name: 'What visitors noticed' })
  // Both versions of the site are rendered for the first time.
  await expect(noticed).toContainText('Headings', { timeout: 120_000 })
  await expect(noticed.locator('ins')).toHaveText('Over')
  await expectAccessible('.bottom')
  await entry.getByRole('button', { name: /^Restore: Change heading of/ }).click()
  await expect(outline('Across the counter')).toBeVisible()
  await expect
    .poll(listDraftLines)
    .toEqual(['-        heading: Over the counter', '+        heading: Across the counter'])
  await page.keyboard.press('Control+Z')
  await expect(outline('Over the counter')).toBeVisible()
  // A page of a set has the history of its row, too.
  await page.getByRole('option', { name: /\/rounds\/ilkley/ }).click()
  // The panel has closed with the page that it was about.
  await expect(history).toBeHidden()
  await page.getByRole('tab', { name: 'History' }).click()
  const rounds = page.getByRole('list', { name: 'History of /rounds/ilkley' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await rounds.getByRole('button', { name: /Move a round/ }).click()
  await rounds.getByRole('button', { name: /^Restore: Change day in the row of/ }).click()
  await expect
    .poll(listDraftLines)
    .toEqual(['-  day: Wednesday # early', '+  day: Tuesday # early'])
  await expectAccessible('.bottom')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Control+Z')
  commit(rowFile, rows, 'Move it back')
  commit(file, before, 'Reword it back')
  // What the next test does would be refused while the studio hears of another program's change.
  const home = encodeURIComponent(`${file}#/pages/~1`)
  const readHome = async () => JSON.stringify(await callStudio(`node?address=${home}`))
  await expect.poll(readHome).toContain('Across the counter')
})

test('a comment is written on a block, counted where the block is, resolved and deleted', async () => {
  await outline('Across the counter').click()
  await field('Comment on this block').fill('Do we say this?')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await expect(outline('Across the counter')).toContainText('1 comment')
  await expect(field('Comment on this block')).toHaveValue('')
  await expect
    .poll(listDraftLines)
    .toEqual([
      '+',
      '+comments:',
      expect.stringMatching(
        /^\+ {2}- \{ page: \/, block: faq, name: Across the counter, text: Do we say this\?, by: Me, on: .*\}$/,
      ),
    ])
  await expectAccessible('.comments')
  // A comment stays with a block that moves, and is listed when its block is gone.
  await page.getByRole('button', { name: 'Move FAQ up' }).click()
  await expect(outline('Across the counter')).toContainText('1 comment')
  await page.getByRole('button', { name: 'Remove FAQ' }).click()
  await page.getByRole('tab', { name: 'Comments 1' }).click()
  const comments = page.getByRole('list', { name: 'Comments of the site' })
  await expect(comments).toContainText('The block is gone.')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible('.bottom')
  await page.emulateMedia({ colorScheme: 'light' })
  await comments.getByRole('button', { name: 'Resolve: Do we say this?' }).click()
  await expect(page.getByRole('tab', { name: 'Comments 0' })).toBeVisible()
  await expect(comments).toContainText('Resolved.')
  await comments.getByRole('button', { name: 'Delete: Do we say this?' }).click()
  await expect(page.getByRole('tabpanel', { name: /^Comments/ })).toContainText('No comments.')
  await expect(page.locator('.bottom :focus')).toHaveCount(1)
  await expect.poll(listDraftLines).toContainEqual('+comments: []')
  await page.keyboard.press('Control+Z')
  await expect(comments).toContainText('Do we say this?')
})

test('two windows show that the other edits, and both texts are kept', async () => {
  const other = await page.context().newPage()
  // It hears of the edit before it shows the new text, even if it was fetching the page already.
  await other.addInitScript(() => {
    const { fetch } = globalThis
    globalThis.fetch = async (...request) => {
      const response = await fetch(...request)
      const isHeld = document.documentElement.hasAttribute('data-holds-pages')
      if (isHeld && response.url.includes('/api/outline')) await new Promise(() => {})
      return response
    }
  })
  await other.goto(address)
  const title = other.locator('.form').getByLabel('Title', { exact: true })
  await expect(title).toHaveText('Mill Lane Bakery, Leeds')
  await other.evaluate(() => document.documentElement.setAttribute('data-holds-pages', ''))
  await field('Title').fill('The bakery')
  await expect(other.locator('.top-bar')).toContainText('Another window is editing, too')
  await expect(other.locator('.form')).toContainText('Another window is editing this, too.')
  await title.fill('The mill')
  await expect(page.locator('.top-bar')).toContainText('Another window is editing, too')
  await expect(status()).toContainText('It was changed in another window, too.')
  // What the other one has typed is not in this field, though it has the focus.
  const fetched = page.waitForResponse(/\/api\/outline/)
  await title.fill('The mills')
  await (await fetched).finished()
  await title.fill('The mill')
  await expect(field('Title')).toBeFocused()
  await expect(field('Title')).toHaveText('The bakery')
  await page.getByRole('button', { name: /^Save/ }).click()
  const conflict = page.getByRole('dialog').getByRole('group', { name: /^Conflict: Change title/ })
  await expect(conflict).toContainText('The mill')
  await expect(conflict).toContainText('The bakery')
  await expectAccessible('.modal')
  await expect(conflict).toContainText('Typed in another windowThe mill')
  await expect(conflict).toContainText('Typed in this windowThe bakery')
  await conflict.getByRole('button', { name: 'Use that of another window' }).click()
  await expect(conflict).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(field('Title')).toHaveText('The mill')
  await other.close()
  await expect(page.locator('.top-bar')).not.toContainText('Another window is editing, too')
})

test('the tasks of an author, by keyboard alone', async () => {
  await prepareTasks()
  await doTasksByKeyboard()
})

test('an entry and a page are dragged', async () => {
  await prepareTasks()
  await dragThings()
})

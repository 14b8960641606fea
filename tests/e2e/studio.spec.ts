/**
 * The studio in a real browser, with one server and one window for all tests. Each test starts with
 * the home page, and without edits that are not saved.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from '@playwright/test'
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
  site,
  status,
} from './studio-session.ts'
import { startHostileSite } from './hostile-script.ts'
import { listDraftLines } from './studio-tasks/tasks.ts'
import { studioPort } from './test-servers.ts'

shareStudio(studioPort)

const file = 'pages/shop.yaml'
const readLines = () => readFileSync(join(site, file), 'utf8').split('\n')

/** Lists the lines of the file that differ from what it had before. */
function listChangedLines(before: string[]): { removed: string[]; added: string[] } {
  const lines = readLines()
  return {
    removed: before.filter((line) => !lines.includes(line)),
    added: lines.filter((line) => !before.includes(line)),
  }
}

test('shows the pages, the outline, the page and its form', async () => {
  // A script that is not found is loaded again.
  await page.route('**/assets/preview-*.js', (route) => route.abort(), { times: 1 })
  // So is what can be clicked.
  await page.route('**/__studio/api/marks?*', (route) => route.abort(), { times: 1 })
  await page.reload()
  await expect(preview.locator('h1[data-studio-path]')).toBeVisible()
  await expect(page.getByRole('option', { name: 'Home /' })).toBeVisible()
  await expect(outline('Across the counter')).toBeVisible()
  const accent = preview.locator('html')
  await expect(accent).toHaveCSS('--accent', '#0b6e69')
  await expectAccessible('.top-bar, .pages, .outline, .form, .bottom')
})

test('a click on a text selects it everywhere, and typing shows in the page', async () => {
  await preview.locator('h1').click()
  await expect(field('Heading')).toBeFocused()
  await expect(outline('Baked this morning')).toHaveAttribute('aria-selected', 'true')
  const frame = page.frames().at(-1)!
  await frame.evaluate(() => {
    // Otherwise the browser scrolls when the heading gets another line.
    document.body.style.overflowAnchor = 'none'
    scrollTo(0, 120)
    ;(window as { marked?: true }).marked = true
  })
  await page.keyboard.press('End')
  await page.keyboard.type(', at $lo')
  await expect(page.getByRole('option', { name: /A loaf/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field('Heading')).toHaveText('Baked this morning, at £4.20')
  await expect(preview.locator('h1')).toHaveText('Baked this morning, at £4.20')
  // The page was neither loaded again nor moved.
  expect(await frame.evaluate(() => [scrollY, 'marked' in window])).toEqual([120, true])
  await expect(field('Heading')).toBeFocused()
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect(status()).toContainText('Undone: ')
  await expect(field('Heading')).toHaveText('Baked this morning')
  await expect(preview.locator('h1')).toHaveText('Baked this morning')
  await page.keyboard.press('Control+Shift+Z')
  await expect(preview.locator('h1')).toHaveText('Baked this morning, at £4.20')
  // The form of another block begins at its top.
  const form = page.locator('.form')
  await form.evaluate((element) => element.scrollTo(0, 200))
  expect(await form.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
  await outline('Across the counter').click()
  await expect.poll(() => form.evaluate((element) => element.scrollTop)).toBe(0)
  await page.keyboard.press('Control+Z')
  await expect(preview.locator('h1')).toHaveText('Baked this morning')

  // A double-click in the page selects a word. The page can show what was undone before the form.
  await outline('Baked this morning').click()
  await expect(field('Heading')).toHaveText('Baked this morning')
  const heading = preview.locator('h1')
  await heading.dblclick({ position: { x: 8, y: 16 } })
  await page.keyboard.type('Fresh')
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('Fresh this morning')
  await expect(field('Heading')).toHaveText('Fresh this morning')

  // A text that is left empty stays so, as in its field, and undo brings it back.
  await heading.dblclick({ position: { x: 8, y: 16 } })
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(field('Heading')).toBeFocused()
  await expect(field('Heading')).toHaveText('')
  await expect(page.locator('.form')).toContainText('is empty. Write the text')
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect(field('Heading')).toHaveText('Fresh this morning')
  await expect(heading).toHaveText('Fresh this morning')
})

test('a Markdown text is edited in the page, and only what was typed changes', async () => {
  const lead = (text: string) => `        lead: ${text}`
  const written = 'Our dough rises for ${rise}. A loaf is **${loaf}**.'
  const text = preview.locator('.lead')
  const tools = page.getByRole('toolbar', { name: 'Format the text' })
  await text.dblclick({ position: { x: 8, y: 12 } })
  await expect(tools).toBeVisible()
  await expectAccessible('.text-toolbar')
  await page.keyboard.press('End')
  await page.keyboard.type(' Ask us')
  await page.keyboard.press('Control+B')
  await page.keyboard.type(' today')
  await tools.getByRole('button', { name: 'Bold (Ctrl+B)' }).click()
  await page.keyboard.type(' or read more')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.keyboard.press('Control+K')
  const link = page.getByRole('combobox', { name: 'Link to' })
  await expect(link).toBeFocused()
  await expectAccessible('.text-toolbar')
  const warning = page.locator('.link-form [role=status]')
  await page.keyboard.type('drain')
  await expect(warning).toContainText('“drain” is not an address.')
  await link.fill('/drain')
  await expect(warning).toHaveText(/^The site has no page \/drain\./)
  await expect(page.getByRole('button', { name: 'Set anyway' })).toBeVisible()
  await link.fill('our bre')
  await expect(page.getByRole('option', { name: /Our bread/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(link).toHaveValue('/bread')
  await expect(warning).toHaveText('')
  await link.fill('call')
  await page.getByRole('option', { name: /Call/ }).click()
  await expect(link).toHaveValue('tel:')
  // Words that are no address mean the first proposal.
  await link.fill('our bre')
  await expect(page.getByRole('option', { name: /Our bread/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(text.getByRole('link', { name: 'more' })).toBeVisible()
  await tools.getByRole('button', { name: 'Done' }).click()
  await expect
    .poll(listDraftLines)
    .toEqual([
      `-${lead(written)}`,
      `+${lead(`${written} Ask us **today** or read [more](/bread)`)}`,
    ])
  await expect(text).toHaveText(/rises for 18 hours.*Ask us today or read more$/)
  await expect(field('Introduction')).toBeFocused()
  // What was typed and then left is one step that redo brings back.
  await text.dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Gone')
  await page.keyboard.press('Escape')
  await expect(status()).toContainText('Undone: ')
  await expect(field('Introduction')).toHaveText(/Ask us/)
  await page.keyboard.press('Control+Shift+Z')
  await expect(field('Introduction')).toHaveText('Gone')
  await expect(text).toHaveText('Gone')
  // A key leads from the field into the page. Saving takes along what is being typed.
  await field('Introduction').press('F2')
  await expect(tools).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.type(' for good')
  await page.keyboard.press('Control+S')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Save \d/ })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(field('Introduction')).toHaveText('Gone for good')
})

test('a double-click on a price opens the value of its fact', async () => {
  const lead = preview.locator('.lead')
  await lead.getByText('£4.20').dblclick()
  await expect(field('Value')).toBeFocused()
  await expect(field('Value')).toHaveValue('4.2')
  await expect(lead).not.toHaveAttribute('contenteditable')
  // The words around it are edited in the page.
  await lead.dblclick({ position: { x: 8, y: 12 } })
  await expect(lead).toHaveAttribute('contenteditable', 'true')
  await page.keyboard.type('Once ')
  // While they are, the price opens its value, too, and what was typed stays.
  await lead.getByText('£4.20').dblclick()
  await expect(field('Value')).toHaveValue('4.2')
  await expect(field('Value')).toBeFocused()
  await expect(lead).toContainText('Once ')
  await expect(lead).not.toHaveAttribute('contenteditable')
  await page.getByRole('option', { name: /Bread/ }).first().click()
  const prices = page.frameLocator('iframe[title="Preview of /bread"]')
  // It takes clicks once it is marked.
  await prices.locator('[data-studio-path]').getByText('£1', { exact: true }).dblclick()
  await expect(field('Value')).toBeFocused()
  await expect(field('Value')).toHaveValue('1')
  // What is no number is refused at once, and not written.
  await field('Value').fill('abc')
  await expect(page.getByRole('alert').getByText('Write a number, such as')).toBeVisible()
  await expect(prices.getByText('£1', { exact: true })).toBeVisible()
  // The figures in front of a mistake are no price either.
  await field('Value').fill('')
  await field('Value').pressSequentially('25;50')
  await expect(field('Value')).toHaveValue('25;50')
  await expect(page.getByRole('alert').getByText('Write a number, such as')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.locator('.modal')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Value: “25;50” was not saved.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(prices.getByText('£1', { exact: true })).toBeVisible()
  await field('Value').fill('£1.20')
  await expect(prices.getByText('£1.20', { exact: true })).toBeVisible()
  await expect(status()).not.toContainText('was not saved')
  // One that is clicked in a row leads to its value, which is not written there.
  await prices.locator('.fee-table').getByText('£4.20', { exact: true }).first().click()
  await expect(page.getByRole('button', { name: /^change it/ }).first()).toBeFocused()
})

/** Goes back where that closes something. Playwright would wait for a navigation. */
const goBackAbove = () => page.evaluate(() => history.back())

test('Ctrl+click on a link of the page opens the page that it leads to, and Back the one before', async () => {
  const before = await preview.locator('h1[data-studio-path]').innerText()
  const link = preview.locator('a[href="/bread"]:visible').first()
  await link.click()
  await expect(page.getByTitle('Preview of /', { exact: true })).toBeVisible()
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByTitle('Preview of /bread', { exact: true })).toBeVisible()
  await expect(field('Title')).toHaveText(/^Our bread/)
  await page.goBack()
  await expect(field('Title')).toHaveText('Mill Lane Bakery, Leeds')
  await expect(preview.locator('h1[data-studio-path]')).toHaveText(before)
  await page.goForward()
  await expect(field('Title')).toHaveText(/^Our bread/)
  await expect(preview.locator('h1')).toHaveText('Two kinds, both good')
  // Back closes the settings first.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('searchbox', { name: 'Search settings' })).toBeVisible()
  await goBackAbove()
  await expect(field('Title')).toHaveText(/^Our bread/)
  await expect(page).toHaveURL(/bread$/)
  // So does the preview, which has a history of its own.
  await page.getByRole('button', { name: 'Facts', exact: true }).click()
  await expect(page.locator('.modal')).toBeVisible()
  await goBackAbove()
  await expect(page.locator('.modal')).toHaveCount(0)
  await expect(field('Title')).toHaveText(/^Our bread/)
  await expect(preview.locator('h1')).toHaveText('Two kinds, both good')
  await preview.locator('h1').click()
  await expect(field('Heading')).toBeFocused()
})

test('a setting that is searched for is opened by Enter', async () => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('locality')
  await page.keyboard.press('Enter')
  await expect(field('Locality')).toBeFocused()
  // Of a group, what is searched for is shown alone.
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('opening hours')
  await expect(page.getByRole('button', { name: /hours: add$/i })).toBeVisible()
  await expect(field('Locality')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('Facebook')
  await expect(field('Profiles')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('accent')
  await field('Accent').fill('#7a0000')
  await expect(preview.locator('html')).toHaveCSS('--accent', /#7a0000/)
  // Figures are facts, to which the search leads.
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('4.20')
  await page
    .getByRole('button', { name: /^change it/ })
    .first()
    .click()
  await expect(field('Value')).toHaveValue('4.2')

  // A message on every page has its days beside it.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('announcement')
  // What is not written yet can be added.
  const add = page.getByRole('button', { name: 'Messages on every page: add' })
  await expect(add).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('messages on')
  await page.keyboard.press('Enter')
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  // The first entry of a list opens with its first field.
  await expect(field('Text')).toBeFocused()
  await field('Text').fill('Closed at Christmas.')
  await field('From').fill('2030-12-24')
  await expect(page.getByText('Not shown today: from Dec 24, 2030')).toBeVisible()
  await expect.poll(listDraftLines).toContainEqual(expect.stringContaining('from: 2030-12-24'))
  await field('From').fill('')
  await expect.poll(listDraftLines).not.toContainEqual(expect.stringContaining('publish'))
})

test('a copy of the home page is a page of another kind', async () => {
  await page.getByRole('button', { name: 'Page…' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate page…' }).click()
  await page.getByLabel('Title, for search results').fill('Our second shop')
  await page.keyboard.press('Enter')
  await expect(status()).toContainText('/home-copy')
  await expect(field('Title')).toHaveText('Our second shop')
  expect(await listDraftLines()).toContainEqual(expect.stringContaining('kind: info'))
})

test('a page is translated into a language that is added in the settings', async () => {
  const translate = async () => {
    await page.getByRole('button', { name: 'Page…' }).click()
    await page.getByRole('menuitem', { name: 'Translate page…' }).click()
  }
  const settings = page.getByRole('searchbox', { name: 'Search settings' })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await settings.fill('hours')
  await page.locator('.form').getByRole('button', { name: 'Page', exact: true }).click()
  await translate()
  await expect(status()).toContainText('Add the language first')
  // What was searched before hides nothing.
  await expect(settings).toHaveValue('')
  await settings.fill('languages')
  await page.getByRole('button', { name: 'Languages: add', exact: true }).click()
  await page.getByRole('button', { name: 'Add language', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add language' })
  await dialog.getByLabel('Name').fill('Dutsch')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/a language tag such as/)
  await dialog.getByLabel('Name').fill('Dutch')
  await page.keyboard.press('Enter')
  await expect.poll(listDraftLines).toContainEqual(expect.stringContaining('label: Nederlands'))
  // Its menus and its footer are there to be translated.
  expect(await listDraftLines()).toContainEqual(expect.stringContaining('label: Wedding cakes'))
  await translate()
  const translation = page.getByRole('dialog', { name: 'Translate page' })
  await expect(translation).toContainText('Nederlands')
  await translation.getByRole('textbox', { name: /^Title/ }).fill('De bakkerij')
  await translation.getByRole('button', { name: 'Add translation' }).click()
  await expect(page.locator('iframe[title^="Preview of /nl"]')).toBeVisible()
  // Its menus are those of its language.
  await page.getByRole('button', { name: 'Menus' }).click()
  await expect(page.locator('#form-heading')).toHaveText('Site settings')
  const menus = page.locator('.form .field', { hasText: /^Navigation/ }).first()
  await expect(menus).toBeVisible()
})

test('a text that the page cannot show as it is written is edited in the form', async () => {
  const lead = preview.locator('.lead')
  await lead.click()
  await page.getByRole('button', { name: 'Show the source' }).click()
  await field('Introduction').fill('Our _dough_ rises.')
  await expect(lead).toHaveText('Our dough rises.')
  await lead.dblclick()
  await expect(status()).toContainText('Edit it in the form: this text has Markdown that is')
  await expect(field('Introduction')).toBeFocused()
  await page.getByRole('option', { name: /\/rounds\/ilkley/ }).click()
  const heading = page
    .frameLocator('iframe[title="Preview of /rounds/ilkley"]')
    .locator('h1[data-studio-path]')
  // Until the page has loaded, the frame shows the one before.
  await expect(heading).toHaveText('We come to Ilkley')
  // The name of the town comes from a row, and stays.
  await expect(heading).toHaveText('We come to Ilkley')
  await heading.dblclick()
  await page.keyboard.press('End')
  await page.keyboard.type(' by van')
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('We come to Ilkley by van')
  await expect(field('Heading')).toHaveText('We come to Ilkley by van')
})

test('a page is added, shown and removed by undo', async () => {
  await page.getByRole('button', { name: 'Page…' }).click()
  await page.getByRole('menuitem', { name: 'New page…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New page' })
  await expectAccessible('.modal')
  await dialog.getByLabel('Address').fill('/rolls')
  await dialog.getByLabel('Title').fill('Our rolls')
  await page.keyboard.press('Enter')
  await expect(field('Title')).toHaveText('Our rolls')
  await expect(preview.locator('h1')).toHaveText('Rolls')
  // A mistake is reported immediately, where it can be corrected.
  await expect(page.locator('.form')).toContainText('Nothing links to /rolls.')
  // It can move before it is saved. Mistakes in an address are reported at its field.
  await page.getByRole('button', { name: 'Page…' }).click()
  await page.getByRole('menuitem', { name: 'Change address…' }).click()
  const move = page.getByRole('dialog', { name: 'Change address' })
  await move.getByLabel('New address').fill('/Rolls')
  await page.keyboard.press('Enter')
  await expect(move.getByLabel('New address')).toHaveAccessibleDescription(
    /has this address already/,
  )
  await move.getByLabel('New address').fill('bread-rolls')
  await page.keyboard.press('Enter')
  await expect(page.getByTitle('Preview of /bread-rolls')).toBeVisible()
  await expect(preview.locator('h1')).toHaveText('Rolls')
  // No visitor knows its address, and nothing links to it: there is nothing to decide.
  await page.getByRole('button', { name: 'Page…' }).click()
  await page.getByRole('menuitem', { name: 'Delete page…' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete page' })
  await expect(deletion.getByText('Nothing links to it.')).toBeVisible()
  await expect(deletion.getByRole('combobox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Z')
  await expect(page.getByTitle('Preview of /rolls')).toBeVisible()
  await expect(preview.locator('h1')).toHaveText('Rolls')
  await page.keyboard.press('Control+Z')
  await expect(page.getByRole('option', { name: /-rolls/ })).toHaveCount(0)
  // What is no more cannot be edited.
  await expect(field('Title')).toHaveText('Mill Lane Bakery, Leeds')
  await expect(page.getByTitle('Preview of /', { exact: true })).toBeVisible()
})

/** Adds a question to the FAQ, as an author does. */
async function addQuestion(question: string, answer: string): Promise<void> {
  await outline('Across the counter').click()
  await page.getByRole('button', { name: 'Add question' }).click()
  await expect(field('Question')).toBeFocused()
  // It is closed in the page for visitors.
  const shown = preview.getByText('New answer')
  await expect(shown).toBeVisible()
  // Nor does the page fold it while it is edited.
  await shown.evaluate((element) => element.closest('details')!.removeAttribute('open'))
  await field('Question').fill(question)
  await expect(shown).toBeVisible()
  // The field may move while it is clicked, as now that the question is written.
  const { x, y } = (await field('Answer').boundingBox())!
  await page.mouse.move(x + 5, y + 5)
  await page.mouse.down()
  await page.mouse.move(x + 5, y - 40)
  await page.mouse.up()
  await page.keyboard.type(answer)
}

test('a question is added to a list, and saving writes nothing else', async () => {
  const before = readLines()
  await addQuestion('Is there seeded bread?', 'Every day.')
  await expect(preview.getByText('Is there seeded bread?')).toBeVisible()
  await expect(outline('Is there seeded bread?')).toBeVisible()
  await expectAccessible('.form')
  const answer = page.locator('.form').getByLabel('Answer', { exact: true }).last()
  await answer.press('Home')
  await page.keyboard.press('Shift+Control+ArrowRight')
  await page.getByRole('toolbar', { name: 'Format Answer' }).last().getByLabel('Link').click()
  await expect(page.getByRole('combobox', { name: 'Link to' })).toBeFocused()
  await expectAccessible('.link-dialog')
  await page.keyboard.type('our bre')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(answer).toHaveText('Every day.')
  await expect(answer).toBeFocused()
  await page.keyboard.press('Control+Z')
  await expect(answer).toHaveText('Every day.')

  await page.getByRole('button', { name: /^Save/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Save changes' })
  const noticed = dialog.getByRole('region', { name: 'What visitors will notice' })
  // A site is rendered for the first time.
  await expect(noticed).toContainText('Is there seeded bread?', { timeout: 120_000 })
  await expect(noticed).toContainText('1 page changed.')
  await expectAccessible('.modal')
  await dialog.getByRole('tab', { name: 'Lines of the files' }).click()
  await expect(dialog.locator('[data-kind=added]')).toContainText('Is there seeded bread?')
  await expectAccessible('.modal')
  expect(listChangedLines(before)).toEqual({ removed: [], added: [] })
  await dialog.getByRole('button', { name: /^Save \d+ changes$/ }).click()
  await expect(status()).toContainText('Saved.')
  expect(listChangedLines(before)).toEqual({
    removed: [],
    added: ['          - { question: Is there seeded bread?, answer: Every day. }'],
  })
})

// By key, in studio-tasks.spec.ts.
test('a block is moved by button and pointer, and the focus stays with it', async () => {
  await outline('Across the counter').click()
  await page.getByRole('button', { name: 'Move FAQ up' }).click()
  await expect(status()).toContainText('FAQ is now 3 of 4.')
  await expect(page.getByRole('button', { name: 'Move FAQ up' })).toBeFocused()
  await expect(preview.locator('main h2').nth(1)).toHaveText('Across the counter')
  await expect(outline('Across the counter')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+Z')
  await expect(preview.locator('main h2').nth(2)).toHaveText('Across the counter')
  await expect(outline('Across the counter')).toHaveAttribute('data-key', 'blocks.3')
  await expect(outline('Across the counter')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: 'Move FAQ up' })).toBeFocused()
  await outline('Across the counter').focus()
  // A block that another program adds above is not taken for the selected one.
  const other = readFileSync(join(site, file), 'utf8')
  const start = other.indexOf('      - type: ', other.indexOf('blocks:', other.indexOf('  /:')))
  writeFileSync(
    join(site, file),
    `${other.slice(0, start)}      - { type: notice, tone: info, text: Closed today. }\n${other.slice(start)}`,
  )
  await expect(outline('Across the counter')).toHaveAttribute('data-key', 'blocks.4')
  await expect(outline('Across the counter')).toBeFocused()
  await expect(outline('Across the counter')).toHaveAttribute('aria-selected', 'true')
  writeFileSync(join(site, file), other)
  await expect(outline('Across the counter')).toHaveAttribute('data-key', 'blocks.3')
  // By pointer, in the outline, with both rows in sight.
  await page.setViewportSize({ width: 1280, height: 1400 })
  const top = { targetPosition: { x: 60, y: 4 } }
  await outline('Across the counter').dragTo(outline('When the door is open'), top)
  await expect(status()).toContainText('It is now 2 of 4.')
  await expect(preview.locator('main h2').first()).toHaveText('Across the counter')
  await expect(outline('Across the counter')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+Z')
  await expect(preview.locator('main h2').nth(2)).toHaveText('Across the counter')
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('the site is shown as it will be on another day', async () => {
  const main = readFileSync(join(site, 'pages.yaml'), 'utf8')
  const before = readFileSync(join(site, file), 'utf8')
  const bands = '      - type: time-bands\n        id: hours\n'
  expect(before).toContain(bands)
  writeFileSync(join(site, 'pages.yaml'), main.replace('site:\n', '$&  timeZone: Europe/London\n'))
  writeFileSync(
    join(site, file),
    before.replace(bands, `${bands}        publish: { until: 2031-05-01 }\n`),
  )
  await expect(outline('When the door is open')).toContainText('until May 1, 2031')
  // Both days have a field, and the one that is emptied keeps it.
  await outline('When the door is open').click()
  await field('From').fill('2030-01-02')
  await expect(outline('When the door is open')).toContainText('Jan 2, 2030')
  await field('From').fill('')
  await expect(outline('When the door is open')).not.toContainText('2030')
  await expect(field('From')).toHaveValue('')
  const hours = preview.getByRole('heading', { name: 'When the door is open' })
  await page.getByRole('button', { name: 'Another day' }).click()
  await expectAccessible('.day-form')
  await page.getByLabel('Show the site as of').fill('2031-06-01')
  await expect(hours).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.locator('.form')).toContainText('since its days are over: until May 1, 2031.')
  await page.getByRole('button', { name: 'Show May 1, 2031' }).click()
  await expect(hours).toBeVisible()
  await page.getByRole('button', { name: 'As of 2031-05-01' }).click()
  await page.getByRole('button', { name: 'Back to today' }).click()
  await expect(hours).toBeVisible()
  writeFileSync(join(site, file), before)
  writeFileSync(join(site, 'pages.yaml'), main)
})

test('mistakes made by hand are corrected where they are reported', async () => {
  const before = readFileSync(join(site, file), 'utf8')
  // What is typed into a file that cannot be read would be lost with its correction.
  writeFileSync(join(site, file), before.replace('title: ', "title: '"))
  await expect(page.locator('.form')).toContainText(`${file} has a mistake`)
  await expect(field('Title')).toBeDisabled()
  writeFileSync(join(site, file), before)
  await expect(field('Title')).toBeEnabled()
  const wrong = before
    .replace('heading: Across', 'headng: Across')
    .replace('lead: Our', 'laed: Our')
  writeFileSync(join(site, file), wrong)
  await expect(status()).toContainText('changed by another program')
  await preview.locator('h1').click()
  const lead = page.getByRole('group', { name: 'laed' })
  await expect(lead).toContainText('"laed"')
  await lead.getByRole('button', { name: 'Fix it' }).click()
  await expect(preview.getByText('Our dough rises')).toBeVisible()
  await outline('Faq').click()
  const heading = page.getByRole('group', { name: 'headng' })
  await expectAccessible('.form')
  await heading.getByLabel('It should be').selectOption('Heading')
  await heading.getByRole('button', { name: 'Rename' }).click()
  await expect(field('Heading')).toHaveText('Across the counter')
  await page.keyboard.press('Control+S')
  const dialog = page.getByRole('dialog', { name: 'Save changes' })
  const save = dialog.getByRole('button', { name: 'Save 2 changes' })
  const box = await save.boundingBox()
  await expect(dialog).toContainText('Nothing can be compared, because of')
  // A click must not miss the button when the comparison arrives.
  expect(await save.boundingBox()).toEqual(box)
  await save.click()
  await expect(status()).toContainText('Saved')
  expect(readFileSync(join(site, file), 'utf8')).toBe(before)
})

test('a page of another origin in the same browser can neither read nor write', async () => {
  const api = new URL('/__studio/api/', address).href
  const hostile = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<script src="${api}session"></script><iframe src="${api}../"></iframe>`),
  )
  await new Promise<void>((resolve) => hostile.listen(0, 'localhost', resolve))
  const { port: hostilePort } = hostile.address() as AddressInfo
  const state = async () => JSON.stringify(await callStudio('session'))
  const before = await state()
  const other = await page.context().newPage()
  try {
    await other.goto(`http://localhost:${hostilePort}/`)
    const attempts = await other.evaluate(async (url) => {
      const operation = { kind: 'remove', file: 'pages/shop.yaml', path: ['pages', '/'] }
      const body = JSON.stringify({ version: 1, operations: [operation] })
      const json = { 'content-type': 'application/json' }
      const read = (promise: Promise<Response>) => promise.then((answer) => answer.text(), String)
      const stream = new Promise((resolve) => {
        const source = new EventSource(`${url}events`, { withCredentials: true })
        source.onmessage = ({ data }) => resolve(data)
        source.onerror = () => resolve('')
      })
      return Promise.all([
        read(fetch(`${url}session`, { credentials: 'include' })),
        read(fetch(`${url}session`, { credentials: 'include', mode: 'no-cors' })),
        read(fetch(`${url}edits`, { method: 'POST', credentials: 'include', headers: json, body })),
        read(
          fetch(`${url}edits`, { method: 'POST', credentials: 'include', mode: 'no-cors', body }),
        ),
        read(fetch(`${url}undo`, { method: 'POST', credentials: 'include', mode: 'no-cors' })),
        stream,
      ])
    }, api)
    for (const found of attempts) expect(found).toMatch(/^(?:TypeError: Failed to fetch)?$/)
    const framed = other.frames().find((frame) => frame !== other.mainFrame())
    expect(await framed?.content()).not.toContain('id="studio"')
    expect(await state()).toBe(before)
  } finally {
    await other.close()
    await new Promise((resolve) => hostile.close(resolve))
  }
})

test('a script that a block names runs on the page alone, and has no way to the studio', async () => {
  const hostile = await startHostileSite()
  const before = readFileSync(join(site, file), 'utf8')
  const other = await page.context().newPage()
  const token = new URL(address).searchParams.get('token')!
  try {
    // As by a pull request of a stranger.
    const hero = '        heading: Two kinds, both good\n'
    expect(before).toContain(hero)
    writeFileSync(join(site, file), before.replace(hero, `${hero}      ${hostile.block}\n`))
    await page.getByRole('option', { name: /\/bread$/ }).click()
    const box = preview.getByText(`The booking widget of ${hostile.host} will be here.`)
    await expect(box).toBeVisible()
    // Also in a tab, and as a file of the site.
    for (const path of ['/bread?__studio', '/bread']) {
      await other.goto(new URL(path, address).href)
      await expect(other.getByText(`The booking widget of ${hostile.host}`)).toBeVisible()
    }
    expect(hostile.loads()).toBe(0)
    const state = JSON.stringify(await callStudio('session'))
    await other.goto(`http://localhost:${studioPort}/bread`)
    await expect.poll(() => hostile.reports.length, { timeout: 90_000 }).toBe(1)
    const [found] = hostile.reports
    for (const text of Object.values(found!)) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(new URL(address).hostname)
      expect(text).not.toMatch(/^200|id="studio"|siteName/)
    }
    expect(JSON.stringify(await callStudio('session'))).toBe(state)
  } finally {
    await other.close()
    hostile.close()
    writeFileSync(join(site, file), before)
  }
})

test('a text is replaced in the whole site, where the author wants', async () => {
  await page.getByRole('button', { name: 'Replace…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find and replace' })
  await expect(dialog.getByLabel('Find', { exact: true })).toBeFocused()
  await dialog.getByLabel('Find', { exact: true }).fill('two kinds')
  await expect(dialog.getByRole('status')).toHaveText('Found in 2 texts.')
  // Nothing is deleted unless the author says so.
  await expect(dialog.getByRole('button', { name: 'Replace in 2 texts' })).toBeDisabled()
  await dialog.getByRole('switch', { name: /^Delete it/ }).press('Space')
  await expect(dialog.getByRole('button', { name: 'Delete it in 2 texts' })).toBeEnabled()
  // Another text is another choice.
  const choose = () => dialog.getByRole('row', { name: /of bread/ }).locator('.selection-box')
  await choose().click()
  await dialog.getByLabel('Find', { exact: true }).fill('kinds')
  await expect(dialog.getByRole('switch', { name: 'Whole words' })).toBeChecked()
  await dialog.getByLabel('Find', { exact: true }).fill('two kind')
  await dialog.getByLabel('Find', { exact: true }).fill('two kinds')
  await expect(dialog.getByRole('button', { name: 'Replace in 2 texts' })).toBeDisabled()
  await dialog.getByLabel('Replace by').fill('three kinds')
  await expectAccessible('.modal')
  await choose().click()
  await dialog.getByRole('button', { name: 'Replace in 1 text' }).click()
  await page.getByRole('option', { name: /\/bread$/ }).click()
  await expect(preview.locator('h1')).toHaveText('Three kinds, both good')
  await expect(field('Description')).toHaveText('Two kinds of bread, two prices.')
  await page.getByRole('button', { name: /^Undo: Replace "two kinds"/ }).click()
  await expect(preview.locator('h1')).toHaveText('Two kinds, both good')
  // So are texts in rows.
  await page.getByRole('button', { name: 'Replace…' }).click()
  await dialog.getByLabel('Find', { exact: true }).fill('by the sea')
  await expect(dialog.getByRole('status')).toHaveText('Found in 1 text.')
  await dialog.getByLabel('Replace by').fill('by the harbour')
  await dialog.getByRole('button', { name: 'Replace in 1 text' }).click()
  await expect.poll(listDraftLines).toContainEqual(expect.stringContaining(';By the harbour.'))
  // The name of a row is in the address of its page, too.
  await page.getByRole('button', { name: 'Replace…' }).click()
  await dialog.getByLabel('Find', { exact: true }).fill('Leeds')
  await dialog.getByLabel('Replace by').fill('Selby')
  const warning = dialog.getByRole('alert')
  await expect(warning).toContainText(`“Leeds” stays in ${shopFile}, so the pages of this row`)
  await dialog
    .getByRole('row')
    .filter({ hasText: 'made of this' })
    .locator('.selection-box')
    .click()
  await expect(warning).toBeHidden()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  // A new name of the business is offered in place of the old one.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('name of the business')
  await field('Name').fill('Sea Bakery')
  await page.getByRole('button', { name: 'Replace…' }).click()
  await expect(dialog.getByLabel('Find', { exact: true })).toHaveValue('Mill Lane Bakery')
  await expect(dialog.getByLabel('Replace by')).toHaveValue('Sea Bakery')
  await expect(dialog.getByRole('status')).toContainText('Found in')
  await page.keyboard.press('Escape')
})

test('an icon is chosen from pictures', async () => {
  await preview.getByText('Weekdays').first().click()
  const button = page
    .locator('.form')
    .getByRole('button', { name: /^Icon: / })
    .first()
  await expect(button).toHaveAccessibleName('Icon: sunrise')
  await button.click()
  await page.getByRole('option', { name: 'moon', exact: true }).click()
  await expect(button).toHaveAccessibleName('Icon: moon')
  await page.keyboard.press('Control+Z')
  await expect(button).toHaveAccessibleName('Icon: sunrise')
  // The screen itself has not scrolled.
  await expect(page.getByRole('button', { name: /^Save/ })).toBeInViewport()
})

test('a block is added from the palette, and by a slash wherever nothing is typed', async () => {
  await page.getByRole('button', { name: 'Add block', exact: true }).click()
  await expectAccessible('.modal')
  await expect(page.getByTitle(/^Example of /)).toBeVisible({ timeout: 30_000 })
  const search = page.getByRole('searchbox', { name: 'Search blocks' })
  // One block is marked: the one with this name, not those that only mention it.
  await search.fill('picture')
  const options = page.locator('.palette').getByRole('option')
  const marked = options.and(page.locator('[aria-selected=true], [data-focused]'))
  await expect(marked).toHaveCount(1)
  await expect(marked).toContainText(/^Picture/)
  await search.fill('notice')
  // The first search result is selected.
  await page.getByRole('button', { name: 'Add notice', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('.form').getByRole('heading', { name: 'Notice' })).toBeVisible()
  await expect(outline('New text')).toBeVisible()
  await page.keyboard.press('Control+Z')
  await expect(outline('New text')).toHaveCount(0)

  const list = page.getByRole('dialog', { name: 'Add a block' })
  await outline('When the door is open').click()
  await page.keyboard.press('/')
  await expect(list.getByRole('searchbox', { name: 'Search blocks' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(outline('When the door is open')).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('notice')
  await page.keyboard.press('Enter')
  await expect(field('Text')).toBeFocused()
  await expect(outline('New text')).toHaveAttribute('data-key', 'blocks.2')
  // In a text, it is a letter, unless the text is empty.
  await page.keyboard.type('and/or')
  await expect(field('Text')).toHaveText('and/or')
  await field('Text').fill('')
  await page.keyboard.press('/')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field('Text')).toBeFocused()
  // In an empty text of the page, too.
  const text = preview.locator('.lead')
  await text.dblclick({ position: { x: 8, y: 12 } })
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.keyboard.press('/')
  await expect(list).toBeInViewport({ ratio: 1 })
  await expectAccessible('.modal')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Escape')
  await expect(text).toHaveText(/^Our dough rises/)
  // After a click in the page, it is for the block; after another key, for the text.
  await page.setViewportSize({ width: 1280, height: 800 })
  await text.click()
  await expect(field('Introduction')).toBeFocused()
  await page.keyboard.press('/')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field('Introduction')).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' 24/7')
  await expect(field('Introduction')).toHaveText(/ 24\/7$/)
  await expect(list).toHaveCount(0)
})

test('on a tablet, the panels fold, and on a phone, every button is in reach', async () => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(page.locator('.pages')).toHaveCount(0)
  // The keyboard unfolds them on the way, and says so.
  await page.keyboard.press('F6')
  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: 'Page…' })).toBeFocused()
  await page.keyboard.press('F6')
  await expect(outline('Page settings')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(outline('Baked this morning')).toBeFocused()
  await expect(page.locator('#form-heading')).toHaveText('Page header')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('F6, Shift+F6')
  await expectAccessible('.modal')
  await page.keyboard.press('Escape')
  await expect(outline('Baked this morning')).toBeFocused()
  await page.getByRole('button', { name: 'Pages and outline' }).click()
  await expect(page.locator('.pages')).toHaveCount(0)
  await page.getByRole('button', { name: 'Pages and outline' }).click()
  await expect(page.locator('.pages')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
  await page.getByRole('button', { name: 'Pages and outline' }).click()

  await page.setViewportSize({ width: 390, height: 844 })
  const isInReach = (name: string | RegExp) =>
    expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  for (const name of ['Pages and outline', /^Redo/, 'Save', 'Publish…', /^(Form|Page)$/])
    await isInReach(name)
  await page.getByRole('button', { name: 'Pages and outline' }).click()
  await expectAccessible('.studio')
  await page.getByRole('option', { name: /\/bread$/ }).click()
  await expect(page.locator('.pages')).toHaveCount(0)
  await expect(field('Title')).toHaveText(/^Our bread/)
  await page.getByRole('button', { name: 'Page', exact: true }).click()
  await expect(preview.locator('h1')).toBeInViewport()
  // A price that is tapped leads to its value.
  const price = /^£[\d.]+$/
  await preview.locator('.fee-table').getByText(price).first().click()
  await expect(page.getByRole('button', { name: /^change it/ }).first()).toBeInViewport()
  await page.getByRole('button', { name: 'Page', exact: true }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible('.modal')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Escape')
  // What it is about is seen first.
  await page.reload()
  await expect(preview.locator('h1')).toBeInViewport()
  await expect(page.locator('.form')).toHaveCount(0)
})

test('a dialog above another one has the focus, is followed by the other, and leads out of both', async () => {
  const before = readFileSync(join(site, file), 'utf8')
  const description = (await field('Description').textContent())!
  await page.getByRole('button', { name: 'Facts', exact: true }).click()
  await page.getByRole('button', { name: 'New fact' }).click()
  await expect(page.getByLabel('What it is')).toBeFocused()
  // A click beside it loses nothing that is written.
  await page.keyboard.type('A roll')
  await page.mouse.click(2, 400)
  await expect(page.getByLabel('What it is')).toHaveValue('A roll')
  await expect(page.getByLabel('What it is')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'New fact' })).toBeFocused()
  await page.keyboard.press('Escape')

  await field('Description').fill('Bread that takes two days.')
  await page.getByRole('button', { name: 'Facts', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Facts' })).toBeVisible()
  await page.keyboard.press('Control+S')
  const save = page.getByRole('dialog', { name: 'Save changes' })
  await save.getByRole('button', { name: 'Home', exact: true }).click()
  await expect(page.locator('.modal')).toHaveCount(0)

  await page.getByRole('button', { name: 'Publish…' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish' })
  await expect(publish).toContainText('Save first')
  const mistake = { severity: 'error', code: 'X', message: 'A wrong link.', file, route: '/bread' }
  const problems = [mistake, mistake]
  await page.route(/\/problems\b/, (route) =>
    route.fulfill({ json: { version: 0, isComplete: true, problems } }),
  )
  let failToCompare = () => {}
  const isCompared = new Promise<void>((resolve) => (failToCompare = resolve))
  await page.route(/\/proposal\/report\b/, async (route) => {
    await isCompared
    await route.abort()
  })
  await page.keyboard.press('Control+S')
  await save.getByRole('button', { name: 'Save 1 change' }).click()
  // Nobody publishes what they could not read yet.
  await expect(publish).toContainText('Comparing the pages…')
  await expect(publish.getByRole('button', { name: 'Propose' })).toBeDisabled()
  failToCompare()
  await expect(publish.getByRole('button', { name: 'Propose' })).toBeEnabled()
  await page.unroute(/\/proposal\/report\b/)
  // Both ways list what keeps it from being published, and lead there.
  for (const way of ['Ask others first', 'Publish now']) {
    await publish.getByText(way).click()
    await expect(publish).toContainText('Bread that takes two days.')
    await expect(publish).toContainText('The site has 2 errors.')
    await expect(publish.locator('.problem-row')).toHaveCount(2)
  }
  await expectAccessible('.modal')
  await publish.locator('.problem-row').first().getByRole('button', { name: '/bread' }).click()
  await expect(page.locator('.modal')).toHaveCount(0)
  await expect(field('Title')).toHaveText(/^Our bread/)
  await page.unroute(/\/problems\b/)
  writeFileSync(join(site, file), before)

  // Back leaves the dialog first, and the page then.
  await page.getByRole('button', { name: 'Publish…' }).click()
  await goBackAbove()
  await expect(page.locator('.modal')).toHaveCount(0)
  await expect(field('Title')).toHaveText(/^Our bread/)
  await expect(page).toHaveURL(/bread$/)
  await page.goBack()
  await expect(field('Description')).toHaveText(description)
})

test('a sum leads to what it adds up', async () => {
  const facts = join(site, 'pages/facts.yaml')
  const [before, shop] = [readFileSync(facts, 'utf8'), readFileSync(join(site, file), 'utf8')]
  const sum = `  both: { label: Both, unit: GBP, sumOf: [loaf, roll] }\n`
  writeFileSync(facts, before.replace('facts:\n', `facts:\n${sum}`))
  writeFileSync(join(site, file), shop.replace('A loaf is **${loaf}**', 'Both are **${both}**'))
  await expect(preview.locator('.lead')).toContainText('Both are £5.20')
  const [form, shown] = [page.locator('.form'), preview.locator('.lead').getByText('£5.20')]
  await shown.click()
  // The page can be newer than what the studio knows of it.
  await expect(form).toContainText('£5.20 · Both')
  await shown.dblclick()
  await expect(form).toContainText('£5.20 is the sum of A loaf (£4.20) and A roll (£1).')
  await expect(form.getByRole('button', { name: 'A loaf', exact: true })).toBeFocused()
  await expect(field('Value')).toHaveCount(0)
  await expect(form.getByRole('button', { name: /^Change/ })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.locator('#form-heading')).toHaveText('A loaf')
  await expect(field('Value')).toBeFocused()
  await expect(form).toContainText('“Both” (£5.20) is computed from it.')
  await form.getByRole('button', { name: 'Remove Value' }).click({ timeout: 20_000 })
  await expect(field('Value')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field('Value')).toHaveValue('4.2')
  writeFileSync(facts, before)
  writeFileSync(join(site, file), shop)
})

test('the number of problems is that of a complete check', async () => {
  const before = readFileSync(join(site, file), 'utf8')
  const tab = page.getByRole('tab', { name: /^Problems/ })
  await expect(tab).toHaveText(/\d/)
  const counted = await tab.textContent()
  await page.route(/\/problems\b/, (route) =>
    route.fulfill({ json: { version: 0, isComplete: false, problems: [] } }),
  )
  const answered = page.waitForResponse(/\/problems\b/)
  writeFileSync(join(site, file), `${before}\n`)
  await answered
  await expect(page.locator('.bottom')).toContainText('Checking…')
  await expect(tab).toHaveText(counted!)
  await page.unroute(/\/problems\b/)
  await expect(page.locator('.bottom')).not.toContainText('Checking…')
  writeFileSync(join(site, file), before)
})

test('an old address is redirected to a page, changed and removed in one list', async () => {
  await page.getByRole('button', { name: 'Redirects' }).click()
  const list = page.getByRole('dialog', { name: 'Redirects' })
  await list.getByRole('button', { name: 'Add redirect' }).click()
  const form = page.getByRole('dialog', { name: 'Add redirect' })
  await expect(form.getByLabel('Old address')).toBeFocused()
  await form.getByLabel('Old address').fill('https://example.com/loaves.html')
  const target = form.getByRole('combobox', { name: 'Redirects to' })
  await target.fill('/bred')
  await page.keyboard.press('Enter')
  await expect(target).toHaveAccessibleDescription(/no page \/bred/)
  await expect(target).toBeFocused()
  await expectAccessible('.modal:has(form)')
  await target.fill('brea')
  await expect(page.locator('.popover [role=option]')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(target).toHaveValue('/bread')
  await page.keyboard.press('Enter')
  const row = list.getByRole('row', { name: '/loaves.html' })
  await expect(row).toContainText('/bread')
  const add = list.getByRole('button', { name: 'Add redirect' })
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await form.getByLabel('Old address').fill('/bread')
  await target.fill('/')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Old address')).toHaveAccessibleDescription(/\/bread already exists/)
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Change /loaves.html' }).click()
  const change = page.getByRole('dialog', { name: 'Change redirect' })
  await expect(change.getByRole('combobox', { name: 'Redirects to' })).toHaveValue('/bread')
  // Only the compiler knows that the build writes another file to this address.
  await change.getByLabel('Old address').fill('/sitemap.xml')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('row', { name: /sitemap\.xml/ })).toContainText('would overwrite')
  await expectAccessible('.modal')
  await list.getByRole('button', { name: 'Remove /sitemap.xml' }).click()
  // Below the head of the table, only the redirect that existed before is left.
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(page.locator('.modal :focus')).toHaveCount(1)
})

test('a picture is uploaded, described and removed again', async () => {
  const drawing = (width: number, inner = '') => ({
    name: 'Mill Lane (1).svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="30">${inner}<path d="M0 0h4"/></svg>`,
    ),
  })
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  const shown = page.locator('.form').getByRole('combobox', { name: 'File', exact: true })
  await page.getByRole('button', { name: 'Add block', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search blocks' }).fill('picture')
  await page.getByRole('button', { name: 'Add picture', exact: true }).click()
  // The site has no picture yet, and the block requires one.
  const first = page.getByRole('dialog', { name: 'Upload a picture first' })
  await first.getByLabel('Picture', { exact: true }).setInputFiles(drawing(2400, '<script/>'))
  await expect(first.getByLabel('Name in the site')).toHaveValue('/mill-lane-1.svg')
  await upload.click()
  await expect(first.getByRole('alert')).toContainText('contains a script (line 1)')
  await first.getByLabel('Picture', { exact: true }).setInputFiles(drawing(2400))
  await upload.click()
  await expect(shown).toHaveValue('/mill-lane-1.svg')
  // Nobody has said what it shows.
  const description = field('Description for those who cannot see it')
  await expect(description).toBeFocused()
  await expect(description).toHaveText('')
  const notes = page.locator('.form .problem-note')
  await expect(notes).toContainText('has no description')
  await notes.getByRole('button', { name: 'It only decorates' }).click()
  await expect(notes).toHaveCount(0)
  await expect
    .poll(async () => (await listDraftLines()).at(-1))
    .toContain("alt: '', decorative: true }")
  await page.keyboard.press('Control+Z')
  await description.fill('Mill Lane')
  await expect(notes).toHaveCount(0)
  expect(readFileSync(join(site, 'public/mill-lane-1.svg'), 'utf8')).toContain('width="2400"')

  await page.getByRole('button', { name: 'Upload…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a picture' })
  await dialog.getByLabel('Picture', { exact: true }).setInputFiles(drawing(40))
  await expect(dialog.getByRole('status')).toContainText('40 × 30 pixels')
  await expect(dialog.getByRole('status')).toContainText('blurry')
  await dialog.getByLabel('Description for those').fill('The shop in Mill Lane')
  await expectAccessible('.modal')
  await page.keyboard.press('Enter')
  await expect(preview.getByRole('img', { name: 'The shop in Mill Lane' })).toBeVisible()
  await expect(shown).not.toHaveValue('/mill-lane-1.svg')
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect(shown).toHaveValue('/mill-lane-1.svg')

  const point = page.getByRole('button', { name: /^What stays visible/ })
  await point.click({ position: { x: 1, y: 1 } })
  await expect(field('Position')).toHaveValue(/^[01]% \d+%$/)
  for (let count = 0; count < 20; count++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(field('Position')).toHaveValue(/^[01]% 1%$/)
  await expectAccessible('.focal-point')
  // A file that falls on the picture replaces it, if the author wants.
  const file = drawing(2000)
  await preview.locator('img[src*="mill-lane-1"]').evaluate(
    (element, { name, mimeType, text }) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], name, { type: mimeType }))
      const options = { bubbles: true, cancelable: true, dataTransfer }
      element.dispatchEvent(new DragEvent('drop', options))
    },
    { ...file, text: file.buffer.toString() },
  )
  await expect(dialog.getByLabel('Show it in place of /mill-lane-1.svg')).toBeChecked()
  await expect(dialog.getByLabel('Name in the site')).toHaveValue('/mill-lane-1-3.svg')
  await expectAccessible('.modal')
  await dialog.getByLabel('Description for those').fill('The shop')
  await page.keyboard.press('Enter')
  await expect(shown).toHaveValue('/mill-lane-1-3.svg')
  await expect(preview.getByRole('img', { name: 'The shop' })).toBeVisible()

  // A photo is cropped, by pointer, by keyboard and by figures.
  const photo = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#c84' },
  })
    .png()
    .toBuffer()
  await page.getByRole('button', { name: 'Upload…' }).click()
  const picture = dialog.getByLabel('Picture', { exact: true })
  await picture.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo })
  await dialog.getByRole('switch', { name: /^It only decorates/ }).press('Space')
  await upload.click()
  await expect(shown).toHaveValue('/photo.png')
  await expect(description).toHaveText('')
  await page.getByRole('button', { name: 'Crop…' }).click()
  const crop = page.getByRole('dialog', { name: 'Crop the picture' })
  await crop.getByLabel('Shape').selectOption('1:1')
  await expect(crop.getByRole('status')).toHaveText('300 × 300 of 400 × 300 pixels')
  await crop.getByLabel('Shape').selectOption('')
  const frame = crop.getByLabel('The part that stays')
  const { x, y, width, height } = (await frame.boundingBox())!
  await page.mouse.move(x + width - 1, y + height - 1)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 })
  await page.mouse.up()
  await frame.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(crop.getByLabel('From the left')).not.toHaveValue('0')
  await crop.getByLabel('Width').fill('120')
  await crop.getByLabel('Height').fill('90')
  await page.keyboard.press('Tab')
  await expect(crop.getByRole('status')).toHaveText('120 × 90 of 400 × 300 pixels')
  await expectAccessible('.modal')
  await crop.getByRole('button', { name: 'Crop', exact: true }).click()
  await expect(shown).toHaveValue('/photo-crop.png')
  await expect
    .poll(listDraftLines)
    .toContainEqual(expect.stringMatching(/photo-crop\.png, alt: ''/))
  // The point that stays visible was one of the whole picture.
  await expect(field('Position')).toHaveCount(0)
  const cropped = await sharp(join(site, 'public/photo-crop.png')).metadata()
  expect([cropped.width, cropped.height]).toEqual([120, 90])
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect(shown).toHaveValue('/photo.png')
})

test('the YAML and the selection follow each other, and a text without mistakes is accepted', async () => {
  await outline('Across the counter').click()
  await page.getByRole('tab', { name: 'YAML' }).click()
  const editor = page.getByRole('textbox', { name: `YAML of ${file}` })
  const selected = page.locator('.yaml-selected')
  await expect(selected.first()).toContainText('type: faq')
  await expectAccessible('.bottom')
  await page.locator('.cm-line', { hasText: 'heading: As far' }).click()
  await expect(field('Heading')).toHaveText('As far as the bike goes')
  await expect(selected).toHaveText(['heading: As far as the bike goes'])
  await page.keyboard.press('End')
  await page.keyboard.type(': oh')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: /^Line \d+: / })).toBeVisible()
  await expect(page.locator('.yaml-problem')).toContainText('goes: oh')
  await expect(editor).toBeFocused()
  await page.keyboard.press('End')
  for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Backspace')
  await page.keyboard.type(' today')
  await page.getByRole('button', { name: 'Use this text' }).click()
  await expect(
    preview.getByRole('heading', { name: 'As far as the bike goes today' }),
  ).toBeVisible()
  await expect(field('Heading')).toHaveText('As far as the bike goes today')
  await page.getByRole('button', { name: /^Undo: Edit the YAML/ }).click()
  await expect(selected).toHaveText(['heading: As far as the bike goes'])
})

test('a slow answer about an earlier order of the page does not count', async () => {
  let answer!: () => void
  const slow = new Promise<void>((resolve) => void (answer = resolve))
  let isAnswered: Promise<void> | undefined
  const marks = '**/__studio/api/marks?*'
  await page.route(marks, async (route) => {
    const json = await callStudio(route.request().url().split('/api/')[1]!)
    if (isAnswered) return route.fulfill({ json })
    isAnswered = slow.then(() => route.fulfill({ json }))
    await isAnswered
  })
  const list = preview.locator('main > *', {
    has: page.getByRole('heading', { name: 'Across the counter' }),
  })
  await outline('Across the counter').click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => isAnswered !== undefined).toBe(true)
  await page.keyboard.press('Alt+ArrowUp')
  await expect(list).toHaveAttribute('data-studio-path', /\/blocks\/1$/)
  answer()
  await isAnswered
  const frame = page.frames().at(-1)!
  await frame.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await expect(list).toHaveAttribute('data-studio-path', /\/blocks\/1$/)
  await page.unroute(marks)
})

test('what can be clicked in the page is marked once React has drawn a new order', async () => {
  const frame = page.frames().at(-1)!
  const list = preview.locator('main > *', {
    has: page.getByRole('heading', { name: 'Across the counter' }),
  })
  await expect(list).toHaveAttribute('data-studio-path', /\/blocks\/3$/)
  // React draws in the tasks that these messages begin.
  await frame.evaluate(() => {
    const { postMessage } = MessagePort.prototype
    const held: (() => void)[] = []
    MessagePort.prototype.postMessage = function (...message: [unknown]) {
      held.push(() => postMessage.apply(this, message))
    }
    Object.assign(window, {
      draw: () => {
        MessagePort.prototype.postMessage = postMessage
        for (const send of held) send()
      },
    })
  })
  const fetched = page.waitForResponse(/page\.json/)
  await outline('Across the counter').click()
  await page.keyboard.press('Alt+ArrowUp')
  await (await fetched).finished()
  // Time enough for marks that are asked for before the page is drawn.
  await callStudio('outline?route=/')
  await frame.evaluate(() => (window as unknown as { draw: () => void }).draw())
  await expect(list).toHaveAttribute('data-studio-path', /\/blocks\/2$/)
})

test('a form shows a text as visitors see it, and changes only what was typed', async () => {
  const lead = field('Introduction')
  await preview.locator('.lead').click()
  await expect(lead).toHaveText('Our dough rises for 18 hours. A loaf is £4.20.')
  await expect(lead.locator('strong')).toHaveText('£4.20')
  // A fact is one character for the keys, and one that is typed as in the file becomes one.
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('${roll}, or *more*')
  await expect(lead).toHaveText('Our dough rises for 18 hours. A loaf is £1, or *more*')
  await expect
    .poll(listDraftLines)
    .toEqual([
      '-        lead: Our dough rises for ${rise}. A loaf is **${loaf}**.',
      expect.stringMatching(
        /^\+ {8}lead: '?Our dough rises for \$\{rise\}\. A loaf is (\*\*)?\$\{roll\}/,
      ),
    ])
  await page.keyboard.press('Control+Z')
  await expect(lead).toHaveText('Our dough rises for 18 hours. A loaf is £4.20.')
  await expect.poll(listDraftLines).toEqual([])
  // It can be seen as it is written, where everything can be typed.
  await page.getByRole('button', { name: 'Show the source' }).click()
  await expect(lead).toHaveValue('Our dough rises for ${rise}. A loaf is **${loaf}**.')
  await lead.fill('A ![loaf](/loaf.jpg) for ${loaf}.')
  await expect(page.locator('.form')).toContainText('This text has a picture')
  await lead.fill('A loaf.')
  await page.getByRole('button', { name: 'Show it formatted' }).click()
  await lead.press('Home')
  await page.keyboard.press('Shift+Control+ArrowRight')
  await page.keyboard.press('Control+I')
  await expect.poll(listDraftLines).toContainEqual(expect.stringMatching(/lead: '?\*A\* loaf\./))
})

test('what is pasted over a whole text takes its place, headings and all', async () => {
  const before = readFileSync(join(site, file), 'utf8')
  const prose = '      - type: prose\n        body: |\n          ## Old\n\n          Gone.\n'
  writeFileSync(join(site, file), before.replace('\n  /bread:', `${prose}\n  /bread:`))
  await preview.locator('.prose p', { hasText: 'Gone.' }).click()
  await field('Body').press('Control+A')
  await field('Body').evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<h2>New</h2><p>A <b>good</b> day</p><ul><li>One</li></ul>')
    const options = { bubbles: true, cancelable: true, clipboardData }
    element.dispatchEvent(new ClipboardEvent('paste', options))
  })
  await expect
    .poll(async () => (await listDraftLines()).map((line) => line.trim()))
    .toEqual(
      expect.arrayContaining([
        '+          ## New',
        '+          A **good** day',
        '+          - One',
      ]),
    )
  await expect(preview.locator('.prose li')).toHaveText('One')
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await expect(preview.locator('.prose h2')).toHaveText(['New', 'One'])
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await expect(preview.locator('.prose h2')).toHaveText(['New'])
  await expect(preview.locator('.prose p').last()).toHaveText('One')
  writeFileSync(join(site, file), before)
})

test('a price that is typed becomes a fact in two steps', async () => {
  await preview.locator('h1').click()
  await page.keyboard.press('End')
  await page.keyboard.type(', cakes at £7')
  await page.getByRole('button', { name: 'Make £7 a new fact' }).click()
  const dialog = page.getByRole('dialog', { name: 'New fact' })
  await expect(dialog.getByLabel('What it is')).toBeFocused()
  await page.keyboard.type('A cake')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(listDraftLines)
    .toEqual(
      expect.arrayContaining([
        '+    value: 7',
        '+        heading: Baked this morning, cakes at ${a-cake}',
      ]),
    )
  await expect(preview.locator('h1')).toHaveText('Baked this morning, cakes at £7')
})

test('another fact replaces the one that a text cites', async () => {
  await preview.locator('.lead').click()
  const lead = field('Introduction')
  await expect(lead).toHaveText(/A loaf is £4\.20/)
  await page.getByRole('button', { name: 'use another (A loaf)' }).click()
  await page.keyboard.type('rol')
  await page.getByRole('option', { name: /A roll/ }).click()
  await expect(lead).toHaveText(/A loaf is £1/)
})

test('a click on the header or the footer opens its setting', async () => {
  await preview.locator('.header-phone').click()
  await expect(field('Number')).toBeFocused()
  await preview.locator('.logo-tagline').click()
  await expect(field('Tagline')).toBeFocused()
  await preview.locator('.footer-legal').click()
  await expect(field('Legal')).toHaveText('Flour may be present in everything.')
  await expect(field('Legal')).toBeFocused()
})

test('where others have published another text, both are shown, and one is chosen', async () => {
  const branch = git('branch', '--show-current').trim()
  const at = (...args: string[]) => git('-C', '../mate', ...args)
  git('clone', '--quiet', '--bare', '.', '../remote.git')
  git('clone', '--quiet', '../remote.git', '../mate')
  git('remote', 'add', 'origin', '../remote.git')
  const publishAs = (before: string, after: string) => {
    at('pull', '--quiet')
    const path = join(site, '../mate', file)
    writeFileSync(path, readFileSync(path, 'utf8').replace(before, after))
    at('-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '-qam', 'By Ann')
    at('push', '--quiet')
  }
  await preview.locator('h1').click()
  await field('Heading').fill('Mine')
  await expect(preview.locator('h1')).toHaveText('Mine')
  await saveByKey()
  publishAs('heading: Baked this morning', 'heading: Theirs')
  await page.getByRole('button', { name: 'Publish…' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish' })
  await publish.getByText('Publish now').click()
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  const conflict = publish.getByRole('group', { name: /^Conflict/ })
  await expect(conflict.locator('.version')).toHaveText(['YoursMine', 'In the file nowTheirs'])
  await expect(publish.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  await expectAccessible('.modal')
  await conflict.getByRole('button', { name: 'Use yours' }).click()
  await publish.getByRole('button', { name: 'Save…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Save 1 change/ })
    .click()
  await expect(status()).toContainText('Saved.')
  await expect(preview.locator('h1')).toHaveText('Mine')

  // What comes in without a conflict is said.
  publishAs('Across the counter', 'Over the counter')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await publish.getByRole('button', { name: 'Get the newest version' }).click()
  await expect(publish.getByRole('region', { name: 'What others have changed' })).toContainText(
    'AcrossOver the counter',
  )
  await expect(status()).not.toContainText('another program')
  await expect(preview.getByRole('heading', { name: 'Over the counter' })).toBeAttached()
  expect(git('rev-parse', 'HEAD')).toBe(git('rev-parse', `origin/${branch}`))
  expect(readFileSync(join(site, file), 'utf8')).toContain('heading: Mine')
})

import { expect, test } from '@playwright/test'
import { field, outline, page, status } from '../studio-session.ts'
import { expectLines, listDraftLines } from './tasks.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })

/** What the keyboard does by moving things, the mouse does by dragging them. */
export async function dragThings(): Promise<void> {
  // With what is dragged and its target in sight.
  await page.setViewportSize({ width: 1280, height: 1400 })
  await test.step('a question is added, and dragged to the top', () =>
    expectLines(['+          - { question: Do you bake cakes?, answer: To order. }'], async () => {
      await page.getByRole('option', { name: 'Home /' }).click()
      await outline('Across the counter').click()
      await button('Add question').click()
      await expect(field('Question')).toBeFocused()
      await field('Question').fill('Do you bake cakes?')
      await field('Answer').fill('To order.')
      // What the studio says about a text moves what is below it.
      await expect.poll(listDraftLines).toContainEqual(expect.stringContaining('To order.'))
      const entries = page.locator('.form li.item')
      const top = { targetPosition: { x: 60, y: 4 } }
      await entries.last().locator('.item-handle').dragTo(entries.first(), top)
      await expect(status()).toContainText(/It is now 1 of \d\./)
      await expect(entries.first()).toContainText('Do you bake cakes?')
    }))
}

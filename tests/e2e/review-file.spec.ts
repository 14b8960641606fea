/** The file with which an owner or a lawyer approves values: it works without a server. */
import { readFile } from 'node:fs/promises'
import { formatReview } from '../../scripts/facts/format-review.ts'
import { expect } from '@playwright/test'
import { testInNewWindow } from './shared-tab.ts'

const request = {
  as: 'owner',
  state: 'missing' as const,
  evidence: [],
  location: undefined as never,
}

testInNewWindow('it saves the answers', async ({ page }) => {
  const html = formatReview(
    [
      {
        ...request,
        subject: { fact: 'hourly' },
        label: 'Our </script> rate',
        value: '$50',
        hash: 'a1',
      },
      { ...request, subject: { fact: 'drive' }, label: 'The drive', value: '20 min', hash: 'b2' },
      { ...request, subject: { fact: 'parts' }, label: 'Parts', value: '$9', hash: 'c3' },
    ],
    { site: 'Bikes', language: 'en-US', today: '2026-11-22', listPages: () => ['/rates'] },
  )
  await page.setContent(html)
  await page.getByLabel('Your name').fill('Jo Baker')
  await page.getByRole('button', { name: 'Save the answers' }).click()
  await expect(page.getByRole('alert')).toHaveText('Accept or reject at least one entry first.')
  await page.getByRole('group', { name: 'Our </script> rate' }).getByLabel('Accept').check()
  const drive = page.getByRole('group', { name: 'The drive' })
  await drive.getByLabel('Reject').check()
  await drive.getByLabel('Comment').fill('It is 25')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the answers' }).click()
  const saved = JSON.parse(await readFile(await (await download).path(), 'utf8')) as object
  const signed = { as: 'owner', by: 'Jo Baker' }
  expect(saved).toMatchObject({
    hourly: { approval: { ...signed, answer: 'accepted' }, asked: 'a1' },
    drive: { approval: { ...signed, answer: 'rejected', comment: 'It is 25' }, asked: 'b2' },
  })
})

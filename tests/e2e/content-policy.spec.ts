/** The site works under its own content security policy, which refuses what it should. */
import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listRoutesWithAllBlocks, triggerHydration } from './page-helpers.ts'
import { testInNewWindow } from './shared-tab.ts'
import { distDir, siteOrigin } from './test-servers.ts'

/** The language of a page of the built site. Going to another one loads a document. */
const readLanguage = (route: string) =>
  /<html lang="([^"]+)"/.exec(readFileSync(join(distDir, route, 'index.html'), 'utf8'))![1]!

/** Collects what the policy refuses in any document that the page opens. */
async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
      reportViolation(
        `${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`,
      )
    }),
  )
  return violations
}

// Each page is opened as a document, too, where a violation would be logged: see built-pages.spec.
testInNewWindow('each block is reached from one document without a violation', async ({ page }) => {
  const language = readLanguage('/')
  const routes = [...listRoutesWithAllBlocks((route) => readLanguage(route) === language)]
  expect(routes.length).toBeGreaterThan(1)
  const violations = await collectViolations(page)
  await page.goto(siteOrigin + routes[0])
  await triggerHydration(page)
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }))
  for (const route of routes) {
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href })
      document.body.append(link)
      link.click()
      link.remove()
    }, route)
    await expect(page).toHaveURL(siteOrigin + route)
    await expect
      .poll(
        () =>
          page.evaluate(
            () =>
              new URL(document.querySelector<HTMLLinkElement>('link[rel="canonical"]')!.href)
                .pathname,
          ),
        { intervals: [50] },
      )
      .toBe(route)
  }
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(true)
  expect(violations).toEqual([])
})

testInNewWindow(
  'the policy refuses inline scripts, styles, HTML and other origins',
  async ({ page }) => {
    const violations = await collectViolations(page)
    await page.goto(`${siteOrigin}/pricing`)
    const results = await page.evaluate(async () => {
      const attempt = async (act: () => unknown) => {
        try {
          await act()
          return 'done'
        } catch {
          return 'refused'
        }
      }
      const html = await attempt(() => (document.createElement('div').innerHTML = '<b>x</b>'))
      const script = await attempt(() => {
        document.createElement('script').textContent = 'window.hasRun = true'
      })
      const request = await attempt(() => fetch('https://other.example/'))
      document.body.setAttribute('style', 'color: rgb(1, 2, 3)')
      return { html, script, request, color: getComputedStyle(document.body).color }
    })
    expect(results).toMatchObject({ html: 'refused', script: 'refused', request: 'refused' })
    expect(results.color).not.toBe('rgb(1, 2, 3)')
    await expect.poll(() => violations.length).toBeGreaterThanOrEqual(4)
  },
)

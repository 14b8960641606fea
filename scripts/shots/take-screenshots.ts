import { runConcurrently } from '../shared/run-concurrently.ts'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { chromiumArgs, findChromium } from '../shared/find-chromium.ts'
import type { Subject } from './list-subjects.ts'

/** A screenshot. `file` is its path relative to the output folder. */
export type Screenshot = { subject: Subject; width: number; file: string }

type ScreenshotOptions = {
  widths: number[]
  toFilePath: (file: string) => string
  /** Called after each screenshot has been written. */
  onScreenshot: (shot: Screenshot, png: Buffer) => Promise<void>
  onFailure: (subject: Subject, message: string) => void
}

/** Pages that are open at the same time, so that one renders while another is encoded. */
const concurrency = 2

/** Takes a full-page screenshot of each subject in each width. Writes each file immediately. */
export async function takeScreenshots(
  subjects: Subject[],
  options: ScreenshotOptions,
): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  try {
    await runConcurrently(subjects, concurrency, (subject) =>
      screenshotSubject(browser, subject, options).catch((error: Error) =>
        options.onFailure(subject, error.message.split('\n')[0]!),
      ),
    )
  } finally {
    await browser.close()
  }
}

async function screenshotSubject(
  browser: Browser,
  subject: Subject,
  { widths, toFilePath, onScreenshot }: ScreenshotOptions,
): Promise<void> {
  // Without permissions, geolocation fails immediately.
  const context = await browser.newContext({
    colorScheme: subject.scheme,
    reducedMotion: 'reduce',
    permissions: [],
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  })
  try {
    // Schedules show the days from today. Timers are not affected.
    await context.clock.setFixedTime('2026-01-14T16:00:00Z')
    // Third-party content is not reproducible.
    await context.route(
      (url) => url.hostname !== 'localhost',
      (route) => route.abort(),
    )
    const page = await context.newPage()
    await page.setViewportSize({ width: widths[0]!, height: 900 })
    await page.goto(subject.url)
    await page.evaluate(() => document.fonts.ready)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await waitUntilSettled(page)
      const file = `${subject.name}/${width}-${subject.scheme}.png`
      const png = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
      await mkdir(dirname(toFilePath(file)), { recursive: true })
      // Written atomically, in case the process is killed.
      await writeFile(`${toFilePath(file)}.part`, png)
      await rename(`${toFilePath(file)}.part`, toFilePath(file))
      await onScreenshot({ subject, width, file }, png)
    }
  } finally {
    await context.close()
  }
}

/** Waits for lazy images, fonts, and the content that eager scripts add. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]'))
      image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    await document.fonts.ready
  })
  if (await page.evaluate(() => document.querySelectorAll('script[type=module]').length > 1))
    await page.waitForLoadState('networkidle')
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { chromiumArgs, findChromium } from '../shared/find-chromium.ts'
import type { Subject } from './list-subjects.ts'

/** A picture that was taken: its path below the output folder. */
export type Screenshot = { subject: Subject; width: number; file: string }

type ScreenshotOptions = {
  widths: number[]
  toFilePath: (file: string) => string
  /** Called after each picture has been written. */
  onScreenshot: (shot: Screenshot, png: Buffer) => Promise<void>
  onFailure: (subject: Subject, message: string) => void
}

/** Pages at a time: one draws while another is written. */
const concurrency = 2

/** Photographs each subject in each width, the whole page. Each picture is a file as soon as it is taken. */
export async function takeScreenshots(
  subjects: Subject[],
  options: ScreenshotOptions,
): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  const waiting = [...subjects]
  const work = async () => {
    for (let subject = waiting.shift(); subject; subject = waiting.shift()) {
      await screenshotSubject(browser, subject, options).catch((error: Error) =>
        options.onFailure(subject, error.message.split('\n')[0]!),
      )
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, work))
  } finally {
    await browser.close()
  }
}

async function screenshotSubject(
  browser: Browser,
  subject: Subject,
  { widths, toFilePath, onScreenshot }: ScreenshotOptions,
): Promise<void> {
  // No permission is granted, so the location is refused at once.
  const context = await browser.newContext({
    colorScheme: subject.scheme,
    reducedMotion: 'reduce',
    permissions: [],
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  })
  try {
    // The same day for ever: a schedule shows the days from today. Timers run on.
    await context.clock.setFixedTime('2026-01-14T16:00:00Z')
    // What other companies send changes from day to day.
    await context.route(
      (url) => url.hostname !== 'localhost',
      (route) => route.abort(),
    )
    const page = await context.newPage()
    await page.setViewportSize({ width: widths[0]!, height: 900 })
    await page.goto(subject.url)
    // A typeface that comes late is left out, as a visitor's first page may be; the second time it is there.
    await page.evaluate(() => document.fonts.ready)
    await page.reload()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await waitUntilSettled(page)
      const file = `${subject.name}/${width}-${subject.scheme}.png`
      const png = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
      await mkdir(dirname(toFilePath(file)), { recursive: true })
      // Whole or not at all, even when it is killed here.
      await writeFile(`${toFilePath(file)}.part`, png)
      await rename(`${toFilePath(file)}.part`, toFilePath(file))
      await onScreenshot({ subject, width, file }, png)
    }
  } finally {
    await context.close()
  }
}

/** Pictures that wait for being scrolled to, fonts, and what blocks say before they are touched. */
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

/**
 * `npm run lighthouse`: audits pages of the built site with Lighthouse's mobile settings. Exits
 * with 1 if a score is below 100, 2 on wrong usage.
 */
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromiumArgs, findChromium } from './shared/find-chromium.ts'
import {
  formatScores,
  findAuditFailures,
  type LighthouseReport,
} from './lighthouse/format-report.ts'
import { readSitemapRoutes } from './lighthouse/read-sitemap.ts'
import { getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { readBasePath } from './serve/read-rules.ts'
import { serveFolder } from './serve/serve-folder.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { builtSiteOptions } from './shared/options.ts'
import { explainMissingBuild } from './shared/site-folders.ts'

export const command = defineCommand({
  name: 'lighthouse',
  forms: ['[/ROUTE …]'],
  arguments: { '/ROUTE …': 'The pages to audit. Default: all pages of the sitemap.' },
  options: builtSiteOptions,
  examples: {
    '': 'Audit every page of dist/.',
    '/ /pricing': 'Audit two pages.',
    '--dir preview': 'Audit what was built to another folder.',
  },
  async run({ site, dir = getDefaultOutput(site) }, requested) {
    const base = await readBasePath(dir)
    const sitemapRoutes = await readSitemapRoutes(dir, base)
    if (!sitemapRoutes) {
      console.error(explainMissingBuild(dir, site))
      return 1
    }
    const routes = requested.length > 0 ? requested : sitemapRoutes
    for (const route of routes) {
      if (!(await readPageJson(dir, route)))
        throw new UsageError(`There is no page ${route} in ${dir}`)
    }
    const server = await serveFolder(dir, 0)
    try {
      return await auditPages(
        routes,
        `http://localhost:${(server.address() as AddressInfo).port}${base}`,
        dir,
      )
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
})

async function auditPages(routes: string[], origin: string, dir: string): Promise<number> {
  // Imported late, because it loads slowly: wrong options are reported before that.
  const { default: lighthouse } = await import('lighthouse')
  const port = await findFreePort()
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
  })
  let failed = 0
  try {
    for (const route of routes) {
      // The defaults simulate a phone on a slow connection.
      const result = await lighthouse(origin + route, { port, output: 'json', logLevel: 'silent' })
      const report = result!.lhr as LighthouseReport
      const { head } = (await readPageJson(dir, route))!
      const failures = findAuditFailures(report, head.robots?.includes('noindex') ?? false)
      console.log(formatScores(route, report))
      for (const { text, failsPage } of failures)
        console.log(`    ${failsPage ? '' : 'not counted: '}${text}`)
      if (failures.some(({ failsPage }) => failsPage)) failed++
    }
    console.log(`${routes.length - failed} of ${routes.length} pages have 100 everywhere.`)
  } finally {
    await browser.close()
  }
  return failed > 0 ? 1 : 0
}

async function readPageJson(
  dir: string,
  route: string,
): Promise<{ head: { robots?: string } } | undefined> {
  const text = await readFile(join(dir, route, 'page.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

async function findFreePort(): Promise<number> {
  const { createServer } = await import('node:net')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

runCommand(import.meta.url, command)

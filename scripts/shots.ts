/**
 * `npm run shots`: takes screenshots of every page and every example of the catalogue in several
 * widths and both color schemes, and compares them with earlier ones. Exits with 1 if a screenshot
 * fails, or differs with --fail; 2 on wrong usage.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { buildSite } from './prerender/run/build-site.ts'
import { buildCatalogue } from './catalogue.ts'
import { readBasePath } from './serve/read-rules.ts'
import { serveFolder } from './serve/serve-folder.ts'
import { compareScreenshots } from './shots/compare-screenshots.ts'
import type { SheetEntry } from './shots/contact-sheet.tsx'
import { listExampleSubjects, listPageSubjects, type Subject } from './shots/list-subjects.ts'
import { takeScreenshots, type Screenshot } from './shots/take-screenshots.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { siteOptions } from './shared/options.ts'
import { writeNestedFile } from './shared/write-nested-file.ts'

type CaptureOptions = { out: string; against?: string; match?: RegExp; widths: number[] }

export const command = defineCommand({
  name: 'shots',
  options: {
    out: { value: 'DIR', help: 'The folder to write.', default: 'shots' },
    against: { value: 'DIR', help: 'The folder of earlier screenshots to compare with.' },
    fail: 'With --against: fail if a screenshot differs.',
    match: {
      value: 'PATTERN',
      help: 'Take only screenshots whose name, such as pages/pricing, matches.',
      parse: parsePattern,
    },
    widths: {
      value: 'LIST',
      help: 'Viewport widths in pixels.',
      default: '360,768,1440',
      parse: parseWidths,
    },
    ...siteOptions,
  },
  examples: {
    '': 'Take screenshots of everything.',
    "--match '^pages/ppc' --widths 360": 'Take those of some pages, at one width.',
    '--out after --against before --fail': 'Compare with earlier ones.',
  },
  async run({ site, out, against, fail, match, widths }) {
    if (against !== undefined && resolve(against) === resolve(out))
      throw new UsageError('--against and --out must be different folders')
    if (against !== undefined && !existsSync(against))
      throw new UsageError(`--against ${against} does not exist`)
    const work = await mkdtemp(join(tmpdir(), 'signpost-shots-'))
    const servers: Server[] = []
    try {
      const [pages, examples] = [join(work, 'site'), join(work, 'catalogue')]
      // A build that only exceeds budgets has written the site.
      if ((await buildSite({ site, out: pages })) !== 0 && !existsSync(pages)) return 1
      if ((await buildCatalogue({ site, out: examples })) !== 0) return 1
      for (const dir of [pages, examples]) servers.push(await serveFolder(dir, 0))
      const [pagesOrigin, examplesOrigin] = servers.map(
        (server) => `http://localhost:${(server.address() as AddressInfo).port}`,
      )
      const { changed, failed } = await captureSubjects(
        [
          ...(await listPageSubjects(pages, pagesOrigin! + (await readBasePath(pages)))),
          ...(await listExampleSubjects(examples, examplesOrigin!)),
        ],
        { out, against, match, widths },
      )
      return failed > 0 || (fail && changed > 0) ? 1 : 0
    } finally {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      await rm(work, { recursive: true, force: true })
    }
  },
})

async function captureSubjects(
  all: Subject[],
  { out, against, match = /^/, widths }: CaptureOptions,
): Promise<{ changed: number; failed: number }> {
  const subjects = all.filter(({ name }) => match.test(name))
  const { renderContactSheet } = await import('./shots/contact-sheet.tsx')
  const entries: SheetEntry[] = []
  let failed = 0
  await mkdir(out, { recursive: true })
  const writeSheet = async () => {
    const sorted = entries.sort((a, b) =>
      a.name < b.name
        ? -1
        : a.name > b.name
          ? 1
          : a.scheme < b.scheme
            ? 1
            : a.scheme > b.scheme
              ? -1
              : a.width - b.width,
    )
    await writeFile(join(out, 'index.html'), renderContactSheet(sorted))
  }
  await takeScreenshots(subjects, {
    widths,
    toFilePath: (file) => join(out, file),
    onScreenshot: async (shot, png) => {
      const change =
        against === undefined ? undefined : await compareWithBaseline(shot, png, out, against)
      entries.push({
        file: shot.file,
        name: shot.subject.name,
        width: shot.width,
        scheme: shot.subject.scheme,
        change,
      })
      if (change)
        console.log(
          change === 'new'
            ? `new ${shot.file}`
            : `changed ${shot.file} ${(change.share * 100).toFixed(2)} %`,
        )
      // Regularly, so that a killed run also leaves a contact sheet.
      if (entries.length % 50 === 0) await writeSheet()
    },
    onFailure: ({ name, scheme }, message) => {
      failed++
      console.error(`No screenshot of ${name}, ${scheme}: ${message}`)
    },
  })
  await writeSheet()
  const changes = entries.filter(({ change }) => change !== undefined)
  if (against !== undefined)
    await writeFile(join(out, 'changes.json'), `${JSON.stringify(changes, null, 2)}\n`)
  console.log(
    `${join(out, 'index.html')}: ${entries.length} screenshots${against === undefined ? '' : `, ${changes.length} of them changed`}`,
  )
  return { changed: changes.length, failed }
}

async function compareWithBaseline(
  { file }: Screenshot,
  png: Buffer,
  out: string,
  against: string,
): Promise<SheetEntry['change']> {
  const before = join(against, file)
  const earlier = await readFile(before).catch(() => undefined)
  if (!earlier) return 'new'
  const comparison = compareScreenshots(earlier, png)
  const diff = join('differences', file)
  if (!comparison) {
    // Removes the picture of an earlier run.
    await rm(join(out, diff), { force: true })
    return undefined
  }
  await writeNestedFile(join(out, diff), comparison.picture)
  return { share: comparison.share, diff, before: relative(out, before) }
}

function parsePattern(text: string): RegExp {
  try {
    return new RegExp(text)
  } catch {
    throw new UsageError(
      `--match must be a regular expression for names such as pages/pricing, not "${text}"`,
    )
  }
}

function parseWidths(text: string): number[] {
  const widths = text.split(',').map(Number)
  if (widths.every((width) => Number.isInteger(width) && width >= 200 && width <= 4000))
    return widths
  throw new UsageError(
    `--widths must be numbers from 200 to 4000 separated by commas, not "${text}"`,
  )
}

runCommand(import.meta.url, command)

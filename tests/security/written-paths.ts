/** Names of files that lead out of a site, or into what is hidden in it, at each door that writes. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openChangesJournal, restoreInterruptedChanges } from '../../scripts/edit/text-edits.ts'
import { writeFileChanges, writeSiteFile } from '../../scripts/edit/text-edits.ts'
import { importReviews } from '../../scripts/reviews/import-reviews.ts'
import { writeOutputFile } from '../../scripts/prerender/output/output-file.ts'
import { savePicture } from '../../scripts/studio/pictures/save-picture.ts'
import type { Attack } from './attack.ts'

const names = [
  '../a.yaml',
  '/../a.yaml',
  'pages/../../a.yaml',
  './../a.yaml',
  'pages/./../../a.yaml',
  '..\\a.yaml',
  'pages\\..\\..\\a.yaml',
  '.. /a.yaml',
  'C:/a.yaml',
  'c:a.yaml',
  'linked/a.yaml',
  'linked.yaml',
  'nowhere.yaml',
  'upwards/site/../../a.yaml',
  '.git/config',
  '/.git/hooks/post-commit',
  'visible/config',
  '.env',
  'pages/.hidden.yaml',
  'pages/con.yaml',
  'pages/NUL',
  'pages/a.yaml.',
  'pages/a.yaml ',
  'a.yaml\0.png',
  'a\n.yaml',
  `${'a'.repeat(300)}.yaml`,
  '',
  '.',
  '..',
]

const before = 'key: before\n'
const doors: Record<string, (site: string, name: string) => Promise<unknown> | unknown> = {
  save: (site, file) => writeFileChanges(site, [{ file, before, after: 'x: hacked\n' }]),
  'new file': (site, file) => writeFileChanges(site, [{ file, before: '', after: 'x: hacked\n' }]),
  record: (site, file) => writeSiteFile(site, file, 'x: hacked\n'),
  output: (site, file) => void writeOutputFile(join(site, 'dist'), `/${file}.html`, 'x: hacked\n'),
  upload: (site, file) =>
    savePicture(site, `/${file}.svg`, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  journal: async (site, file) => {
    openChangesJournal(site).write([{ file, before: 'x: hacked\n', after: before }])
    await restoreInterruptedChanges(site)
  },
  'import of reviews': async (site, file) => {
    const path = join(site, 'pages.yaml')
    const settings = readFileSync(path, 'utf8')
    const named = `site:\n  reviews: ${JSON.stringify(`${file}.csv`)}\n`
    writeFileSync(path, settings.replace(/^site:\n/m, named))
    writeFileSync(join(site, 'new.csv'), 'Name,Review,Date\nhacked,Good.,2026-05-14\n')
    await importReviews(site, join(site, 'new.csv'), { dryRun: false })
  },
}

/** Files that were made or changed, which are none but the ones in the folder that the door is for. */
async function attempt(door: string, name: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'signpost-written-'))
  const site = join(work, 'site')
  for (const folder of ['site/pages', 'site/.git/hooks', 'site/public', 'other'])
    mkdirSync(join(work, folder), { recursive: true })
  for (const file of ['a.yaml', 'other/a.yaml', 'site/.git/config', 'site/.env'])
    writeFileSync(join(work, file), before)
  writeFileSync(join(site, 'pages.yaml'), 'site:\n  name: Us\n')
  for (const folder of ['', 'public/']) {
    symlinkSync(join(work, 'other'), join(site, folder, 'linked'))
    symlinkSync(join(work, 'a.yaml'), join(site, folder, 'linked.yaml'))
    symlinkSync(join(work, 'new.yaml'), join(site, folder, 'nowhere.yaml'))
    symlinkSync(work, join(site, folder, 'upwards'))
    symlinkSync(join(site, '.git'), join(site, folder, 'visible'))
  }
  const list = () =>
    readdirSync(work, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  const known = list()
  try {
    const write = async () => doors[door]!(site, name)
    const refused = await write().then(
      () => false,
      (error: Error) => {
        expect(error.message).not.toMatch(/^E[A-Z]+:/)
        return true
      },
    )
    const hacked = list().filter((path) => readFileSync(path, 'utf8').includes('hacked'))
    const isAllowed = (path: string) =>
      /^\/site\/(?:dist\/|(?!.*\/\.))/.test(path.slice(work.length))
    const escaped = hacked.filter((path) => !isAllowed(path))
    expect(known.filter((path) => !list().includes(path))).toEqual([])
    return escaped.length > 0 ? `written: ${escaped.join()}` : refused ? 'refused' : 'inside'
  } finally {
    openChangesJournal(site).remove()
    rmSync(work, { recursive: true })
  }
}

export const writtenPaths: Attack[] = Object.keys(doors).flatMap((door) =>
  names.map((name) => ({
    door,
    attack: JSON.stringify(name.slice(0, 40)),
    send: () => attempt(door, name),
    must: /^(?:refused|inside)$/,
  })),
)

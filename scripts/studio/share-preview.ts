import { toDay } from '../../schema/days/day.ts'
import { toRelativeName } from '../../schema/util/site-paths.ts'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { glob } from 'tinyglobby'
import { getDefaultOutput } from '../prerender/output/check-output-folder.ts'
import { pathExists } from '../shared/path-exists.ts'
import { runOwnCommand } from '../shared/run-own-command.ts'
import { RequestFailure } from '../edit/request-failure.ts'

/**
 * `POST share`: the saved site in a folder for any host, marked as a draft.
 * @property review the file with the facts that the owner must confirm
 */
export type SharedPreview = { folder: string; pages: number; review: string }

const styleName = 'signpost-draft.css'
const reviewName = 'facts-to-review.md'

const style = `.signpost-draft {
  position: fixed;
  inset: auto 0 0;
  z-index: 2147483647;
  padding: 6px 12px;
  background: #7a1f5c;
  color: #fff;
  font: 600 14px/1.4 system-ui, sans-serif;
  text-align: center;
  pointer-events: none;
}
html {
  box-shadow: inset 0 0 0 4px #7a1f5c;
}
`

/**
 * Writes the saved site, drafts included, to a folder that can be put on any host to show it to
 * somebody: as `npm run build -- --preview`, and every page says that it is a draft. The file with
 * the facts that the owner must confirm is in it, too.
 * @throws RequestFailure with what the build says
 */
export async function sharePreview(site: string): Promise<SharedPreview> {
  const folder = `${getDefaultOutput(site)}-preview`
  if ((await pathExists(folder)) && !(await pathExists(join(folder, styleName))))
    throw new RequestFailure('refused', `${folder} holds something else. Delete or rename it.`)
  await rm(folder, { recursive: true, force: true })
  await runCommand('build', '--site', site, '--out', folder, '--preview', '--drafts')
  const today = toDay(Date.now())
  const pages = await markAsDraft(folder, `Draft of ${today}, not published`)
  const review = await runCommand('facts', '--site', site, '--worksheet')
  await writeFile(join(folder, reviewName), review)
  return { folder: resolve(folder), pages, review: reviewName }
}

const runCommand = (...args: string[]): Promise<string> =>
  runOwnCommand(args).catch(({ message }: Error) => {
    throw new RequestFailure('refused', message)
  })

/** Marks the pages of an output as drafts. @returns the number of pages */
export async function markAsDraft(folder: string, note: string): Promise<number> {
  await writeFile(join(folder, styleName), style)
  const files = await glob('**/*.html', { cwd: folder })
  for (const file of files) {
    const path = join(folder, file)
    const toRoot = toRelativeName(dirname(path), folder)
    const link = `<link rel="stylesheet" href="${toRoot === '' ? '' : `${toRoot}/`}${styleName}">`
    const html = await readFile(path, 'utf8')
    const marked = html
      .replace('<meta charset="utf-8">', `$&${link}`)
      .replace('</body>', `<div class="signpost-draft" role="note">${note}</div>$&`)
    await writeFile(path, marked)
  }
  return files.length
}

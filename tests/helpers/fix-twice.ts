import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fixProblems } from '../../scripts/check/fix-problems.ts'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import type { Edition } from '../../schema/resolve/resolve-site.ts'

/**
 * Makes the sure corrections of a site, twice if there are any: the second run has nothing to do.
 * @returns what both runs did, and the texts of the site before and after
 */
export async function fixTwice(site: string, edition: Edition) {
  const check = () => checkSite(site, edition)
  const before = await readTexts(site)
  const first = await fixProblems(site, check)
  const after = await readTexts(site)
  const second = after === before ? first : await fixProblems(site, check)
  return { before, after, first, second }
}

/** Reads the files that authors write. */
async function readTexts(site: string): Promise<string> {
  const files = await readdir(site, { recursive: true, withFileTypes: true })
  const sources = files.filter((file) => file.isFile() && /\.(?:yaml|csv|json)$/.test(file.name))
  const texts = sources.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

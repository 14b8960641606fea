/**
 * Every folder in tests/cases/ is a mistake that is copied over tests/base-site/, with the expected
 * report in expected.txt. What `check --fix` corrects of it stays correct, a second run changes
 * nothing, and no word that a visitor reads is lost. This command updates the reports; review the changes before committing:
 * `UPDATE_CASES=1 npx vitest run --config tests/vitest.config.ts reported-problems`
 */
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemCodes } from '../../schema/problems/problem-codes.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import { isFixable } from '../../scripts/check/fix-problems.ts'
import { checkSite } from '../../scripts/prerender/run/inspect-site.ts'
import { fixTwice } from '../helpers/fix-twice.ts'
import { root } from '../helpers/run-npm-script.ts'

const testsDir = join(root, 'tests')
/** The moment of all cases. */
const now = '2026-11-22'
const cases = (await readdir(join(testsDir, 'cases'))).sort()
let work: string

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-cases-'))
})
afterAll(() => rm(work, { recursive: true }))

async function copyCase(name: string): Promise<string> {
  const site = join(work, name)
  // The editor's schema, which a check of the base site has written, is as large as all cases.
  const filter = (path: string) => !path.endsWith('.signpost')
  await cp(join(testsDir, 'base-site'), site, { recursive: true, filter })
  await cp(join(testsDir, 'cases', name), site, { recursive: true })
  return site
}

const readReport = (name: string): Promise<string> =>
  readFile(join(testsDir, 'cases', name, 'expected.txt'), 'utf8').catch(
    () => 'There is no expected.txt. UPDATE_CASES=1 writes it: see the top of this file.',
  )

describe('each mistake is reported as expected', () => {
  it.each(cases)('%s', async (name) => {
    const site = await copyCase(name)
    const { problems } = await checkSite(site, { moment: { now } }, { looksAhead: true })
    const report = `${formatProblems(problems)}\n`
    const file = join(testsDir, 'cases', name, 'expected.txt')
    if (process.env.UPDATE_CASES) await writeFile(file, report)
    expect(report).toBe(await readReport(name))
    if (problems.some(isFixable)) await expectGoodFix(site)
  })
})

async function expectGoodFix(site: string): Promise<void> {
  const { before, after, first, second } = await fixTwice(site, { moment: { now } })
  expect(first.unfixed).toEqual([])
  expect(second).toMatchObject({ fixed: [], unfixed: [] })
  const replaced = first.fixed.filter(({ problem }) => isReplacement(problem))
  const kept = listWords([after, ...replaced.map(({ problem }) => problem.excerpt)].join('\n'))
  expect([...listWords(before)].filter((word) => !kept.has(word))).toEqual([])
}

/** Lists words, except those with letters that may be garbled. */
const listWords = (text: string) => {
  const words = text.replaceAll('\u200b', '').match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => /^\w+$/.test(word)).map((word) => word.toLowerCase()))
}

/** Whether a correction replaces a misspelled name or address on the line of the problem. */
const isReplacement = ({ code }: Problem) =>
  /^(?:UNKNOWN|INVALID|UNSAFE|BROKEN|WRITTEN_OUT|LINK|GARBLED|HTML|MISSING)_/.test(code)

describe('the reports', () => {
  it('cover every problem code', async () => {
    const reports = await Promise.all(cases.map(readReport))
    const seen = new Set(reports.join('\n').match(/(?<=(?:error|warning|note) )[A-Z_0-9]+$/gm))
    // These need a missing or misnamed file or a symbolic link, which not every copy of a
    // repository keeps, or a block: see whole-site, public-files and site-blocks.test.ts.
    const testedElsewhere = [
      'BLOCK_TYPE_ERROR',
      'TYPESCRIPT_MISSING',
      'FILE_NOT_FOUND',
      'FILE_TOO_LARGE',
      'INVALID_FILE_NAME',
      'LINK_OUTSIDE',
      'MISSING_HOME_PAGE',
    ]
    expect(
      Object.keys(problemCodes)
        .filter((code) => !seen.has(code))
        .sort(),
    ).toEqual(testedElsewhere.sort())
  })

  it('include none for the base site', async () => {
    const { problems } = await checkSite(join(testsDir, 'base-site'))
    expect(problems).toEqual([])
  })
})

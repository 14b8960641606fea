import { globSync } from 'tinyglobby'

/** Paths of test files, relative to the project. */
export type TestFiles = { unit: string[]; browser: string[] }

/** Lists the test files that `tests/vitest.config.ts` and `tests/playwright.config.ts` include. */
export function listTests(root: string, { unitOnly = false } = {}): TestFiles {
  const list = (pattern: string) => globSync(pattern, { cwd: root }).sort()
  return {
    unit: list('tests/**/*.test.{ts,tsx}'),
    browser: unitOnly ? [] : list('tests/e2e/**/*.spec.ts'),
  }
}

/**
 * Selects the files whose path below tests/ contains one of the names.
 * @returns The files, and the names that match no file.
 */
export function selectTests(files: TestFiles, names: string[]) {
  const contains = (file: string, name: string) => file.slice('tests/'.length).includes(name)
  const select = (list: string[]) =>
    list.filter((file) => names.some((name) => contains(file, name)))
  const all = [...files.unit, ...files.browser]
  return {
    selected: { unit: select(files.unit), browser: select(files.browser) } satisfies TestFiles,
    unmatched: names.filter((name) => !all.some((file) => contains(file, name))),
  }
}

import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What Vitest writes with `--reporter=json`, as far as it is used here. */
export type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    /** The path of the file. */
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** @returns undefined if there is none, or if it was not written completely. */
export function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}

/**
 * Names the tests that failed. A file that could not be loaded, or whose preparation failed, has
 * none, so it is named with its error.
 */
export function listFailures({ testResults }: UnitReport, root: string): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length > 0) return failed.map(({ fullName }) => `${file}: ${fullName}`)
      return [message === '' ? file : `${file}: ${message.split('\n')[0]}`]
    })
}

import { readFile } from 'node:fs/promises'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { hasErrors } from '../../schema/problems/problem.ts'
import { parseCsv } from '../../schema/tables/parse-csv.ts'
import type { Table } from '../../schema/tables/table.ts'
import { UserError } from './user-error.ts'

/** Reads a file that the user has named. @throws UserError if there is none */
export const readInputFile = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new UserError(`The file ${path} does not exist.`) : error
  })

/** Parses a table in CSV that the user has named. @throws UserError if it has a mistake */
export function parseInputCsv(path: string, bytes: Uint8Array): Table {
  const { problems, table } = parseCsv(path, bytes)
  if (!table || hasErrors(problems)) throw new UserError(formatProblems(problems))
  return table
}

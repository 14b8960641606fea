import { problemInFile, type Problem, type ProblemDetails } from '../../problems/problem.ts'
import { toPosition, type YamlTree } from '../positions.ts'
import type { ProblemCode } from '../../problems/problem-codes.ts'

/** Creates a problem about the characters from `start` to `end`. */
export type Report = (
  code: ProblemCode,
  message: string,
  [start, end]: [number, number],
  details?: ProblemDetails,
) => Problem

export const createReport =
  (file: string, tree: YamlTree): Report =>
  (code, message, [start, end], details) => ({
    ...problemInFile(file, code, message, details),
    ...toPosition(tree, start, end),
  })

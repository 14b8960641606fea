import type { ErrorObject } from 'ajv'
import type { ProblemCode } from '../problems/problem-codes.ts'
import type { problemAt } from '../problems/problem.ts'
import type { SourceFile, Path } from '../problems/location.ts'
import type { Schema } from './json-schema.ts'

/**
 * The parameters of `problemAt` that explain an error.
 * @property path the path of the error by default
 */
export type Explanation = {
  code: ProblemCode
  message: string
  details?: Parameters<typeof problemAt>[3]
  path?: Path
  target?: 'key' | 'value'
}

/**
 * An error of Ajv, with the data needed to explain it.
 * @property name the description of the value by `describePath`
 */
export type ExplainContext = {
  error: ErrorObject
  schema: Schema
  data: unknown
  path: Path
  name: string
  source: SourceFile
  /** The whole schema. */
  root: Schema
}

import type { ErrorObject } from 'ajv'
import type { ProblemCode } from '../problems/problem-codes.ts'
import type { problemAt } from '../problems/problem.ts'
import type { Path } from '../source/position-types.ts'
import type { Schema } from './json-schema.ts'

/** What is wrong, for `problemAt`. @property path Default: that of the error. */
export type Explanation = {
  code: ProblemCode
  message: string
  details?: Parameters<typeof problemAt>[3]
  path?: Path
  target?: 'key' | 'value'
}

/** An error of Ajv. @property name what `describePath` says */
export type ExplainContext = {
  error: ErrorObject
  schema: Schema
  data: unknown
  path: Path
  name: string
  /** The whole schema. */
  root: Schema
}

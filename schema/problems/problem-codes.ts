import { adviceCodes } from './codes/advice.ts'
import { daysCodes } from './codes/days.ts'
import { meaningCodes } from './codes/meaning.ts'
import { publishingCodes } from './codes/publishing.ts'
import { readingCodes } from './codes/reading.ts'
import { setsCodes } from './codes/sets.ts'
import { shapeCodes } from './codes/shape.ts'

export type { Severity } from './codes/define-code.ts'

/** The severity, cause and usual fix of every problem. Published in errors.gen.md. */
export const problemCodes = {
  ...readingCodes,
  ...shapeCodes,
  ...meaningCodes,
  ...setsCodes,
  ...daysCodes,
  ...adviceCodes,
  ...publishingCodes,
}

export type ProblemCode = keyof typeof problemCodes

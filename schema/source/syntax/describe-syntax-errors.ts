import type { Document } from 'yaml'
import { createCorrection } from '../../problems/correction.ts'
import { problemInFile } from '../../problems/problem.ts'
import { diagnoseSyntax, listFaults, type SyntaxDiagnosis } from './diagnose.ts'
import { explainFault } from './fallback-message.ts'

import type { OffsetLocator } from '../position-types.ts'
import type { Problem } from '../../problems/types.ts'

/** Turns the errors of the YAML parser into problems that their author can understand. */
export function describeSyntaxErrors(
  file: string,
  text: string,
  document: Document,
  at: OffsetLocator,
): Problem[] {
  if (listFaults(document).length === 0) return []
  return diagnoseSyntax(text).map((diagnosis) => describeDiagnosis(file, text, diagnosis, at))
}

function describeDiagnosis(
  file: string,
  text: string,
  { fault, cause }: SyntaxDiagnosis,
  at: OffsetLocator,
): Problem {
  if (cause) {
    const correction = createCorrection(text, cause.edits, !cause.isGuess)
    const details = { fix: cause.fix, correction }
    return {
      ...problemInFile(file, 'YAML_SYNTAX', cause.message, details),
      ...at(...cause.range),
    }
  }
  const message = explainFault(fault)
  // Understanding the parser's message takes knowledge of YAML, so it is shown only as a last
  // resort.
  const found = message === undefined ? fault.message.replace(/\s+/g, ' ') : undefined
  const [start, end] = fault.range
  return {
    ...problemInFile(file, 'YAML_SYNTAX', message ?? 'This is not valid YAML.', { found }),
    ...at(start, Math.max(end, start + 1)),
  }
}

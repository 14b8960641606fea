import { localizeCommands } from '../launch/commands.mjs'
import type { DevSiteListener } from './vite-plugin-signpost.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import type { Severity } from '../../schema/problems/problem-codes.ts'
import type { Problem } from '../../schema/problems/types.ts'
import { listReportedProblems } from '../prerender/run/reported-problems.ts'

/** Prints the problems of the current version that are known so far. */
export class ProblemReporter {
  readonly #listener: DevSiteListener
  readonly #site: string
  #showsErrors = false
  #lastWarnings = ''
  problems: Problem[] = []
  /** Whether the rules across pages have run, too. */
  isComplete = false

  /** @param site the site's folder */
  constructor(listener: DevSiteListener, site: string) {
    this.#listener = listener
    this.#site = site
  }

  /** Replaces the known problems, and reports the errors among them. */
  reportErrors(problems: Problem[], isComplete = false): void {
    this.problems = problems
    this.isComplete = isComplete
    const text = this.#format('error')
    this.#listener.onProblems(text)
    if (text !== '') this.#showsErrors = true
    // Before that, the rules across pages may still find the same error.
    else if (isComplete && this.#showsErrors) {
      this.#showsErrors = false
      this.#listener.onFixed('All errors are fixed.')
    }
  }

  /** Reports the warnings, unless they are the same as before. */
  reportWarnings(): void {
    const text = this.#format('warning')
    if (text !== '' && text !== this.#lastWarnings) this.#listener.onWarnings(text)
    if (text === '' && this.#lastWarnings !== '') this.#listener.onFixed('All warnings are fixed.')
    this.#lastWarnings = text
  }

  #format(severity: Severity): string {
    const problems = listReportedProblems(this.problems, this.#site).filter(
      (problem) => problem.severity === severity,
    )
    return formatProblems(
      problems.map((problem) => ({ ...problem, fix: localizeCommands(problem.fix) })),
    )
  }
}

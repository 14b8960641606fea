/** Prints the problems of the current version that are known so far. */
export class ProblemReporter {
  readonly #print: (text: string) => void
  #lastErrors = ''
  #showsErrors = false
  #lastWarnings = ''

  constructor(print: (text: string) => void) {
    this.#print = print
  }

  /** Notes that another version is shown, whose errors are reported even if they are the same. */
  noteShown(): void {
    this.#lastErrors = ''
  }

  /**
   * @param warnings are known once all rules have run
   * @returns whether the errors differ from those that were reported last
   */
  report(errors: string, warnings: string | undefined): boolean {
    const isNew = errors !== '' && errors !== this.#lastErrors
    this.#lastErrors = errors
    if (isNew) this.#print(errors)
    if (errors !== '') this.#showsErrors = true
    // Before that, the rules across pages may still find the same error.
    else if (warnings !== undefined && this.#showsErrors) {
      this.#showsErrors = false
      this.#print('All errors are fixed.')
    }
    if (warnings !== undefined) this.#reportWarnings(warnings)
    return isNew
  }

  #reportWarnings(text: string): void {
    if (text !== '' && text !== this.#lastWarnings) this.#print(text)
    if (text === '' && this.#lastWarnings !== '') this.#print('All warnings are fixed.')
    this.#lastWarnings = text
  }
}

import type { StudioError } from '../protocol.ts'

export type FailureCode = StudioError['error']['code']

/** A request that cannot be answered, with the reason for the user. */
export class StudioFailure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    readonly version?: number,
  ) {
    super(message)
  }
}

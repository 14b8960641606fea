/**
 * - `forbidden`: no session, or another origin. The message says why.
 * - `stale`: the version is not the current one; send the request again with the current one.
 * - `conflict`: a file was changed on disk meanwhile.
 * - `refused`: the edit cannot be made without changing more than it says.
 * - `failed`: a mistake in the program.
 */
export type FailureCode =
  | 'forbidden'
  | 'stale'
  | 'conflict'
  | 'refused'
  | 'too-large'
  | 'invalid'
  | 'not-found'
  | 'failed'

/** A request that cannot be answered, with the reason for the user. */
export class RequestFailure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    readonly version?: number,
  ) {
    super(message)
  }
}

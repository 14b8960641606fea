import { explainToolError } from '../launch/explain-tool-error.mjs'

/**
 * A failure that the user of a command can correct. Shown without a stack trace; the command exits
 * with code 1. Recognized by its name, because an error from a worker thread keeps only that.
 */
export class UserError extends Error {
  override name = 'UserError'
}

/** @throws UserError */
export const refuse = (reason: string): never => {
  throw new UserError(reason)
}

/**
 * Messages for errors of the operating system, by error code. Each names the path if it is known.
 */
const systemErrorMessages: Record<string, (error: Error) => string | undefined> = {
  // File watchers report their limit with the same code.
  ENOSPC: ({ message }) =>
    /\bwatch/.test(message)
      ? 'The system limit of watched files is reached (fs.inotify.max_user_watches).'
      : 'The disk is full. Free some space and run the command again.',
  EDQUOT: () => 'Your disk quota is exceeded. Free some space and run the command again.',
  EROFS: (error) => `The file system is read-only${formatErrorPath(error)}.`,
  // On a read-only disk, mkdir says that a parent folder is missing.
  ENOENT: (error) =>
    /, mkdir '/.test(error.message)
      ? `This folder cannot be created${formatErrorPath(error)}. Its disk may be read-only.`
      : undefined,
  EACCES: (error) => `Permission denied${formatErrorPath(error)}.`,
  EPERM: (error) => `Operation not permitted${formatErrorPath(error)}.`,
  ENOTDIR: (error) => `Expected a folder but found a file${formatErrorPath(error)}.`,
  EBUSY: (error) =>
    `A folder that is in use or a mount point cannot be replaced${formatErrorPath(error)}. Use a folder inside it.`,
}

/** @returns `: ` and the quoted path in an error of the file system; empty if it has none. */
const formatErrorPath = ({ message }: Error) =>
  /, \w+ ('.*')$/.exec(message)?.[1]?.replace(/^/, ': ') ?? ''

/**
 * Describes an error that the user can correct.
 * @returns undefined for a bug in the program.
 */
export function toUserMessage(error: Error): string | undefined {
  if (error.name === 'UserError') return error.message
  // An error from a worker thread has its code only in its message.
  const code = (error as NodeJS.ErrnoException).code ?? /^(E[A-Z]+): /.exec(error.message)?.[1]
  return systemErrorMessages[code ?? '']?.(error) ?? explainToolError(error.message)
}

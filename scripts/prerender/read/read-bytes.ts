import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

/** Larger files are few. */
const maxReusedBytes = 8_000_000

let readBuffer = Buffer.allocUnsafeSlow(0)

/**
 * The bytes of a file, until the next file is read: one place for all of them stays where the processor has it at hand, and asks for no new memory.
 * @throws the error of the file system.
 */
export function readBytes(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size > maxReusedBytes) return readFileSync(file)
    // A byte more, to see that there is none.
    if (readBuffer.length <= size) readBuffer = Buffer.allocUnsafeSlow(2 * size + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < readBuffer.length; length += read)
      read = readSync(file, readBuffer, length, readBuffer.length - length, null)
    // It has grown meanwhile, or does not say how long it is.
    return length < readBuffer.length ? readBuffer.subarray(0, length) : readFileSync(path)
  } finally {
    closeSync(file)
  }
}

/** The same, or the error. */
export function tryReadBytes(path: string): Buffer | NodeJS.ErrnoException {
  try {
    return readBytes(path)
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

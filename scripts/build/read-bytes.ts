import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

/** Larger files are few. */
const kept = 8_000_000

let room = Buffer.allocUnsafeSlow(0)

/**
 * The bytes of a file, until the next file is read: one place for all of them stays where the processor has it at hand, and asks for no new memory.
 * @throws the error of the file system.
 */
export function readBytes(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size > kept) return readFileSync(file)
    // A byte more, to see that there is none.
    if (room.length <= size) room = Buffer.allocUnsafeSlow(2 * size + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < room.length; length += read)
      read = readSync(file, room, length, room.length - length, null)
    // It has grown meanwhile, or does not say how long it is.
    return length < room.length ? room.subarray(0, length) : readFileSync(path)
  } finally {
    closeSync(file)
  }
}

/** The same, or the error. */
export function tryToRead(path: string): Buffer | NodeJS.ErrnoException {
  try {
    return readBytes(path)
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

const [extension, picture, trailer] = [0x21, 0x2c, 0x3b]
const [control, application] = [0xf9, 0xff]
/** Extensions of programs that draw: how often it is repeated, and its colors. */
const drawing = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

export const isGif = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 4) === 'GIF8'

/** Keeps what draws the picture. Of one that is cut off, browsers show what is there. */
export function cleanGif(bytes: Buffer): Buffer {
  const sizeOfColors = (flags = 0) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  let at = 13 + sizeOfColors(bytes[10])
  const parts = [bytes.subarray(0, at)]
  while (at < bytes.length) {
    const start = at
    // Programs may have left some between two parts.
    if (bytes[at] === 0) {
      at++
      continue
    }
    if (bytes[at] === extension) at += 2
    else if (bytes[at] === picture) at += 11 + sizeOfColors(bytes[at + 9])
    else {
      if (bytes[at] === trailer) parts.push(bytes.subarray(at, at + 1))
      break
    }
    const content = at
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!
    at++
    const name = bytes.toString('latin1', content + 1, content + 12)
    const label = bytes[start + 1]
    if (
      bytes[start] === picture ||
      label === control ||
      (label === application && drawing.includes(name))
    )
      parts.push(bytes.subarray(start, at))
  }
  return Buffer.concat(parts)
}

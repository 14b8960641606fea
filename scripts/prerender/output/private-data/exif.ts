const orientationTag = 0x0112
const entryBytes = 12

/** Reads how a picture is turned, from 1 to 8. @param tiff Exif without what begins it in a file */
function readOrientation(tiff: Buffer): number {
  try {
    const isLittle = tiff.toString('latin1', 0, 2) === 'II'
    const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    for (let index = 0; index < read16(directory); index++) {
      const entry = directory + 2 + index * entryBytes
      if (read16(entry) === orientationTag) return read16(entry + 8)
    }
  } catch {
    // It is cut off.
  }
  return 1
}

/** Exif that says how a picture is turned, and nothing else. Undefined if it is upright. */
export function keepOrientation(tiff: Buffer): Buffer | undefined {
  const orientation = readOrientation(tiff)
  if (orientation < 2 || orientation > 8) return undefined
  const kept = Buffer.alloc(8 + 2 + entryBytes + 4)
  kept.write('MM\0*', 'latin1')
  kept.writeUInt32BE(8, 4)
  kept.writeUInt16BE(1, 8)
  kept.writeUInt16BE(orientationTag, 10)
  kept.writeUInt16BE(3, 12)
  kept.writeUInt32BE(1, 14)
  kept.writeUInt16BE(orientation, 18)
  return kept
}

/** Types for the parts of pngjs that are used here. https://github.com/pngjs/pngjs */
declare module 'pngjs' {
  export class PNG {
    constructor(options: { width: number; height: number })
    width: number
    height: number
    /** Four bytes per pixel: red, green, blue, alpha. */
    data: Buffer
    static sync: { read(png: Buffer): PNG; write(picture: PNG): Buffer }
    static bitblt(
      from: PNG,
      to: PNG,
      fromX: number,
      fromY: number,
      width: number,
      height: number,
      toX: number,
      toY: number,
    ): void
  }
}

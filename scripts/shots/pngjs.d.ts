/** The part of pngjs that we use; the package has no types of its own. https://github.com/pngjs/pngjs */
declare module 'pngjs' {
  export class PNG {
    constructor(options: { width: number; height: number })
    width: number
    height: number
    /** Four bytes a pixel: red, green, blue, alpha. */
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

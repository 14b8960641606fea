/** What of a picture stays visible where it is cropped, in percent from the left and the top. */
export type FocalPoint = { x: number; y: number }

const words: Record<string, FocalPoint> = {
  top: { x: 50, y: 0 },
  bottom: { x: 50, y: 100 },
  left: { x: 0, y: 50 },
  right: { x: 100, y: 50 },
}

/** Reads a position such as `top` or `30% 20%`. By default, it is the center. */
export function parsePosition(position: unknown): FocalPoint {
  const text = typeof position === 'string' ? position : ''
  const [, x, y] = /^(\d+)% (\d+)%$/.exec(text) ?? []
  return x !== undefined && y !== undefined
    ? { x: Number(x), y: Number(y) }
    : (words[text] ?? { x: 50, y: 50 })
}

const clamp = (value: number) => Math.round(Math.min(100, Math.max(0, value)))

export const formatPosition = ({ x, y }: FocalPoint): string => `${clamp(x)}% ${clamp(y)}%`

/** Where an arrow key moves it. @returns undefined for other keys */
export function movePoint({ x, y }: FocalPoint, key: string, step: number): FocalPoint | undefined {
  const [right, down] = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  }[key] ?? [0, 0]
  return right === 0 && down === 0 ? undefined : { x: x + right! * step, y: y + down! * step }
}

import { useId } from 'react'
import { getAt } from '../../../../schema/util/records.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { getSchemaAt } from '../form/describe-shape.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

type FocalPointFieldProps = { path: Path; src: string; position: unknown }

/** The point of a picture that stays visible where it is cropped: a click or the arrow keys set it. */
export function FocalPointField({ path, src, position }: FocalPointFieldProps) {
  const store = useStore()
  const id = useId()
  const ratio = useRatio(path)
  const point = parsePosition(position)
  const at = formatPosition(point)
  const set = (next: string) => store.typeValue([...path, 'position'], next)
  return (
    <div className="focal-point">
      <p id={`${id}-name`}>What stays visible where the picture is cropped</p>
      <div>
        <button
          type="button"
          aria-labelledby={`${id}-name ${id}-at`}
          aria-describedby={`${id}-help`}
          onFocus={store.beginTyping}
          onClick={({ currentTarget, clientX, clientY, detail }) => {
            // Enter and the space bar click nowhere.
            if (detail === 0) return
            const { left, top, width, height } = currentTarget.getBoundingClientRect()
            const [x, y] = [(clientX - left) / width, (clientY - top) / height]
            store.beginTyping()
            set(formatPosition({ x: x * 100, y: y * 100 }))
          }}
          onKeyDown={(event) => {
            const [right, down] = arrows[event.key] ?? []
            const isShortcut = event.altKey || event.ctrlKey || event.metaKey
            if (right === undefined || down === undefined || isShortcut) return
            event.preventDefault()
            const step = event.shiftKey ? 1 : 5
            const [x, y] = [point.x + right * step, point.y + down * step]
            set(formatPosition({ x, y }))
          }}
        >
          <img src={src} alt="" draggable={false} />
          <span className="focal-cross" style={{ left: `${point.x}%`, top: `${point.y}%` }} />
        </button>
        <figure>
          <img
            src={src}
            alt=""
            style={{ aspectRatio: ratio.replace(':', ' / '), objectPosition: at }}
          />
          <figcaption className="help">Cropped to {ratio}</figcaption>
        </figure>
      </div>
      <p id={`${id}-at`} className="help" role="status">
        {point.x} % from the left, {point.y} % from the top
      </p>
      <p id={`${id}-help`} className="help">
        Click the point, or move it with the arrow keys; with Shift, by 1 %.
      </p>
    </div>
  )
}

/** The shape to which the block around a picture crops it; otherwise a square, as an example. */
function useRatio(path: Path): string {
  const name = useStudio(({ open }) => {
    const value = open?.entry.value
    const around = path.map((_, depth) => getAt(value, [...path.slice(0, -1 - depth), 'ratio']))
    return around.find((each) => typeof each === 'string')
  })
  const schema = useStudio((state) => state.schema)
  const { enum: names = [], enumDescriptions = [] } = getSchemaAt(schema, '#/$defs/picture-ratio')
  return enumDescriptions[names.indexOf(name as string)] ?? '1:1'
}

/** What of a picture stays visible where it is cropped, in percent from the left and the top. */
type FocalPoint = { x: number; y: number }

const words: Record<string, FocalPoint> = {
  top: { x: 50, y: 0 },
  bottom: { x: 50, y: 100 },
  left: { x: 0, y: 50 },
  right: { x: 100, y: 50 },
}

/** Reads a position such as `top` or `30% 20%`. By default, it is the center. */
function parsePosition(position: unknown): FocalPoint {
  const text = typeof position === 'string' ? position : ''
  const [, x, y] = /^(\d+)% (\d+)%$/.exec(text) ?? []
  return x !== undefined && y !== undefined
    ? { x: Number(x), y: Number(y) }
    : (words[text] ?? { x: 50, y: 50 })
}

const clamp = (value: number) => Math.round(Math.min(100, Math.max(0, value)))

const formatPosition = ({ x, y }: FocalPoint): string => `${clamp(x)}% ${clamp(y)}%`

const arrows: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { getArrowStep } from '../form/arrow-keys.ts'
import { getSchemaAt } from '../form/describe-shape.ts'
import { type Crop, fitCrop, moveCrop, resizeCrop } from '../form/crop.ts'
import { useStudio } from '../state/use-studio.ts'
import { DialogActions } from './dialog.tsx'
import { LabeledInput, LabeledSelect, Refused } from './form-parts.tsx'
import { useSending } from './use-sending.ts'

type CropFormProps = {
  src: string
  /** Rejects with a StudioRequestError if the picture cannot be cropped. */
  onCrop: (crop: Crop) => Promise<void>
}

const figures = { left: 'From the left', top: 'From the top', width: 'Width', height: 'Height' }

/** Whether a picture can be cropped, judging by its name. */
export const canCrop = (src: string): boolean => /^\/.+\.(?:jpe?g|png|webp|avif)$/i.test(src)

/** Chooses a part of a picture: by pointer, with the arrow keys, or by figures. */
export function CropForm({ src, onCrop }: CropFormProps) {
  const id = useId()
  const schema = useStudio((state) => state.schema)
  const { enumDescriptions: shapes = [] } = getSchemaAt(schema, '#/$defs/picture-ratio')
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [shape, setShape] = useState('')
  const [crop, setCrop] = useState<Crop>()
  const { isBusy, reason, send } = useSending()
  const ratio = parseRatio(shape)
  const isWhole = crop?.width === size.width && crop.height === size.height
  const change = (name: keyof Crop, text: string) => {
    const value = Number(text)
    if (!crop || text.trim() === '' || !Number.isFinite(value)) return
    if (name === 'left' || name === 'top') setCrop(moveCrop(crop, size, { ...crop, [name]: value }))
    else {
      const to = {
        ...crop,
        [name]: value,
        ...(name === 'height' && ratio && { width: value * ratio }),
      }
      setCrop(resizeCrop(crop, size, to, ratio))
    }
  }
  return (
    <>
      <div className="dialog-content page-form">
        <LabeledSelect
          label="Shape"
          value={shape}
          onChange={({ target: { value } }) => {
            setShape(value)
            setCrop(fitCrop(size, parseRatio(value)))
          }}
        >
          <option value="">any</option>
          {shapes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </LabeledSelect>
        <CropStage {...{ id, crop, size, ratio }} onChange={setCrop}>
          <img
            src={src}
            alt="What is cropped"
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setSize({ width, height })
              // A shape may have been chosen before the picture was there.
              setCrop(fitCrop({ width, height }, ratio))
            }}
          />
        </CropStage>
        <p id={`${id}-help`} className="help">
          Drag the frame or its corner, or draw a new one. The arrow keys move it; with Shift, they
          change its size.
        </p>
        {crop && (
          <div className="crop-figures">
            {Object.entries(figures).map(([name, label]) => (
              <LabeledInput
                // While a figure is typed, it may be too small; it counts once it is left.
                key={`${name} ${crop[name as keyof Crop]}`}
                label={label}
                type="number"
                defaultValue={crop[name as keyof Crop]}
                onBlur={({ target }) => change(name as keyof Crop, target.value)}
                onKeyDown={({ key, currentTarget }) =>
                  key === 'Enter' && change(name as keyof Crop, currentTarget.value)
                }
              />
            ))}
          </div>
        )}
        <p className="help" role="status">
          {crop && `${crop.width} × ${crop.height} of ${size.width} × ${size.height} pixels`}
        </p>
        <Refused reason={reason} />
        <p className="help">
          The part is saved as a new picture in the folder public/, and shown in place of the whole
          one, which stays. Undo shows that one again.
        </p>
      </div>
      <DialogActions
        isBusy={isBusy}
        isDisabled={!crop || isWhole}
        onAct={() => crop && void send(() => onCrop(crop))}
      >
        Crop
      </DialogActions>
    </>
  )
}

function parseRatio(shape: string): number | undefined {
  const [width = 0, height = 0] = shape.split(':').map(Number)
  return width > 0 && height > 0 ? width / height : undefined
}

type CropStageProps = {
  id: string
  crop: Crop | undefined
  size: { width: number; height: number }
  ratio: number | undefined
  onChange: (crop: Crop) => void
  children: React.ReactNode
}

/** The picture, and the frame around its part. */
function CropStage({ id, crop, size, ratio, onChange, children }: CropStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  /** What is dragged, and where it began. */
  const drag = useRef<{ kind: 'move' | 'resize'; crop: Crop; x: number; y: number }>(undefined)
  const toPixels = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width } = stage.current!.getBoundingClientRect()
    const scale = size.width / width
    return { x: (clientX - left) * scale, y: (clientY - top) * scale }
  }
  const begin = (event: PointerEvent) => {
    if (!crop || event.button !== 0) return
    const { x, y } = toPixels(event)
    const target = event.target as HTMLElement
    const isFrame = target.closest('.crop-frame') !== null
    const start = isFrame ? crop : { left: Math.round(x), top: Math.round(y), width: 0, height: 0 }
    const kind = isFrame && !target.matches('.crop-corner') ? 'move' : 'resize'
    drag.current = { kind, crop: start, x, y }
    stage.current!.setPointerCapture(event.pointerId)
    stage.current!.querySelector('button')?.focus()
    event.preventDefault()
  }
  const follow = (event: PointerEvent) => {
    if (!drag.current) return
    const { kind, crop: start, x, y } = drag.current
    const now = toPixels(event)
    const [right, down] = [now.x - x, now.y - y]
    if (kind === 'move')
      return onChange(moveCrop(start, size, { left: start.left + right, top: start.top + down }))
    const to = { width: start.width + right, height: start.height + down }
    // A click draws nothing.
    if (start.width > 0 || Math.max(right, down) > 4) onChange(resizeCrop(start, size, to, ratio))
  }
  const handleKey = (event: KeyboardEvent) => {
    const arrow = getArrowStep(event)
    if (!crop || !arrow) return
    event.preventDefault()
    const step = Math.max(1, Math.round(size.width / 100))
    const [x, y] = [arrow.right * step, arrow.down * step]
    onChange(
      event.shiftKey
        ? resizeCrop(
            crop,
            size,
            // With a ratio, the height follows the width.
            { width: crop.width + x + (ratio ? y : 0), height: crop.height + y },
            ratio,
          )
        : moveCrop(crop, size, { left: crop.left + x, top: crop.top + y }),
    )
  }
  const toPercent = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <div
      className="crop-stage"
      ref={stage}
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={() => void (drag.current = undefined)}
    >
      {children}
      {crop && (
        <button
          type="button"
          className="crop-frame"
          aria-label="The part that stays"
          aria-describedby={`${id}-help`}
          onKeyDown={handleKey}
          style={{
            left: toPercent(crop.left, size.width),
            top: toPercent(crop.top, size.height),
            width: toPercent(crop.width, size.width),
            height: toPercent(crop.height, size.height),
          }}
        >
          <span className="crop-corner" />
        </button>
      )}
    </div>
  )
}

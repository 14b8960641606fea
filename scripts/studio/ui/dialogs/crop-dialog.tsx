import { useState } from 'react'
import ReactCrop, {
  centerCrop,
  clamp,
  containCrop,
  convertToPercentCrop,
  convertToPixelCrop,
  makeAspectCrop,
  type PercentCrop,
} from 'react-image-crop'
import type { PictureCrop } from '../../../edit/inputs.ts'
import { getSchemaAt } from '../form/describe-shape.ts'
import { Refused } from '../parts/problem-note.tsx'
import { useStudio } from '../state/use-studio.ts'
import { DialogActions } from './dialog.tsx'
import { useSending } from './dialog-form.tsx'

/** A part of a picture, in its pixels. */
export type Crop = Omit<PictureCrop, 'file'>

type CropFormProps = {
  src: string
  /** Rejects with a StudioRequestError if the picture cannot be cropped. */
  onCrop: (crop: Crop) => Promise<void>
}

const figures = { x: 'From the left', y: 'From the top', width: 'Width', height: 'Height' }

/** The smallest width and height of a part, in pixels. */
const minSide = 16

/** Whether a picture can be cropped, judging by its name. */
export const canCrop = (src: string): boolean => /^\/.+\.(?:jpe?g|png|webp|avif)$/i.test(src)

/** Chooses a part of a picture: by pointer, with the arrow keys, or by figures. */
export function CropForm({ src, onCrop }: CropFormProps) {
  const schema = useStudio((state) => state.schema)
  const { enumDescriptions: shapes = [] } = getSchemaAt(schema, '#/$defs/picture-ratio')
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [shape, setShape] = useState('')
  const [crop, setCrop] = useState<PercentCrop>()
  const { isBusy, refused, send } = useSending()
  const ratio = parseRatio(shape)
  const pixels = crop && roundPixels(convertToPixelCrop(crop, size.width, size.height))
  const isWhole = pixels?.width === size.width && pixels.height === size.height
  const fit = ({ width, height }: typeof size, shape: string) => {
    const whole = { unit: '%', x: 0, y: 0, width: 100, height: 100 } as const
    const aspect = parseRatio(shape)
    const largest = aspect ? makeAspectCrop(whole, aspect, width, height) : whole
    setCrop(centerCrop(largest, width, height))
  }
  const change = (name: keyof typeof figures, text: string) => {
    const value = Number(text)
    if (!pixels || text.trim() === '' || !Number.isFinite(value)) return
    const { width, height } = size
    const next = { ...pixels, unit: 'px' as const, [name]: value }
    if (ratio && name === 'width') next.height = value / ratio
    if (ratio && name === 'height') next.width = value * ratio
    if (name === 'x') next.x = clamp(value, 0, width - next.width)
    if (name === 'y') next.y = clamp(value, 0, height - next.height)
    const contained = containCrop(next, ratio ?? 0, 'se', width, height, minSide, minSide)
    setCrop(convertToPercentCrop(contained, width, height))
  }
  return (
    <>
      <div className="dialog-content fields">
        <label className="labeled">
          Shape
          <select
            value={shape}
            onChange={({ target: { value } }) => {
              setShape(value)
              fit(size, value)
            }}
          >
            <option value="">any</option>
            {shapes.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <ReactCrop
          className="crop"
          crop={crop}
          aspect={ratio}
          keepSelection
          ariaLabels={{ ...ReactCrop.defaultProps.ariaLabels, cropArea: 'The part that stays' }}
          onChange={(_, percent) => setCrop(percent)}
        >
          <img
            src={src}
            alt="What is cropped"
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              setSize({ width, height })
              // A shape may have been chosen before the picture was there.
              fit({ width, height }, shape)
            }}
          />
        </ReactCrop>
        <p className="help">
          Drag the frame or its edges, or draw a new one. The arrow keys move the frame, or the edge
          that has the focus; with Shift, by more.
        </p>
        {pixels && (
          <div className="crop-figures">
            {Object.entries(figures).map(([name, label]) => (
              <label key={name} className="labeled">
                {label}
                <input
                  // While a figure is typed, it may be too small; it counts once it is left.
                  key={pixels[name as keyof typeof figures]}
                  type="number"
                  defaultValue={pixels[name as keyof typeof figures]}
                  onBlur={({ target }) => change(name as keyof typeof figures, target.value)}
                  onKeyDown={({ key, currentTarget }) =>
                    key === 'Enter' && change(name as keyof typeof figures, currentTarget.value)
                  }
                />
              </label>
            ))}
          </div>
        )}
        <p className="help" role="status">
          {pixels && `${pixels.width} × ${pixels.height} of ${size.width} × ${size.height} pixels`}
        </p>
        <Refused reason={refused?.message} />
        <p className="help">
          The part is saved as a new picture in the folder public/, and shown in place of the whole
          one, which stays. Undo shows that one again.
        </p>
      </div>
      <DialogActions
        isBusy={isBusy}
        isDisabled={!pixels || isWhole}
        onAct={() => {
          if (!pixels) return
          const { x: left, y: top, width, height } = pixels
          void send(() => onCrop({ left, top, width, height }))
        }}
      >
        Crop
      </DialogActions>
    </>
  )
}

const roundPixels = ({ x, y, width, height }: Record<keyof typeof figures, number>) => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})

function parseRatio(shape: string): number | undefined {
  const [width = 0, height = 0] = shape.split(':').map(Number)
  return width > 0 && height > 0 ? width / height : undefined
}

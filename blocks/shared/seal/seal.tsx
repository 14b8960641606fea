import type { ReactNode } from 'react'
import type { PageSeal } from '../../../schema/resolved-values.ts'
import { centerRadii, drawRings, sealRadius, type SealRing } from './draw-seal.ts'

const viewBox = [-sealRadius, -sealRadius, 2 * sealRadius, 2 * sealRadius].join(' ')

/** The seal of the page. It is decorative, so screen readers skip it. */
export const Seal = ({ seal }: { seal: PageSeal }) => (
  <svg className="page-seal" viewBox={viewBox} aria-hidden="true">
    {drawRings(seal).map((ring) => (
      <Ring key={ring.name} ring={ring} />
    ))}
    {centerRadii.map((radius) => (
      <circle key={radius} r={radius} />
    ))}
  </svg>
)

/** Each group contains the previous one twice, so that the HTML stays small. */
const Ring = ({ ring: { name, path, angles } }: { ring: SealRing }) =>
  angles.reduce<ReactNode>(
    (drawing, angle, level) => (
      <>
        <g id={name + level}>{drawing}</g>
        <use href={`#${name}${level}`} transform={`rotate(${angle})`} />
      </>
    ),
    <path d={path} />,
  )

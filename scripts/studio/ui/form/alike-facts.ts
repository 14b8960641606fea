import type { FactListing } from '../../../report/list-facts.ts'
import { type ChangedFigure, isWritten } from './change-figures.ts'

/**
 * A figure that may belong to the same offer as one that has been changed.
 * @property isLikely whether it is chosen at first: a reading of the same fact, or its sum
 * @property isNear whether it is shown at once: its name begins alike, too
 */
export type AlikeReading = ChangedFigure & { isLikely: boolean; isNear: boolean }

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const getFirstWord = ({ name }: FactListing) => name.split('-')[0]

/**
 * Lists what pages print that was the same as a fact before its unsaved change, and the sums that it
 * is part of. The likely ones come first.
 */
export function listAlike(facts: FactListing[], changed: FactListing): AlikeReading[] {
  const own = changed.readings.filter(({ saved }) => saved !== undefined)
  if (own.length === 0) return []
  const found = facts.filter(isWritten).flatMap((fact) =>
    fact.readings.flatMap((reading): AlikeReading[] => {
      const isSum = reading.name === fact.sum?.reading && fact.sum.parts.includes(changed.name)
      const like = own.find(
        ({ saved, value }) =>
          fact.unit === changed.unit &&
          isSame(reading.value, saved) &&
          !isSame(reading.value, value),
      )
      const next = isSum ? fact.sum : like
      const isPrinted = reading.pages.length > 0 || reading.isShared
      if (!next || !isPrinted || reading.saved !== undefined) return []
      if (reading.isDated || (fact.cell && typeof next.value !== 'number')) return []
      const isLikely = isSum === true || fact.name === changed.name
      const isNear = isLikely || getFirstWord(fact) === getFirstWord(changed)
      return [{ fact, reading, value: next.value, text: next.text, isLikely, isNear }]
    }),
  )
  const rank = ({ isLikely, isNear }: AlikeReading) => Number(isLikely) * 2 + Number(isNear)
  return found.toSorted((a, b) => rank(b) - rank(a))
}

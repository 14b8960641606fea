import type { FactListing } from '../../../report/list-facts.ts'
import { type ChangedFigure, isWritten } from './change-figures.ts'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const getFirstWord = ({ name }: FactListing) => name.split('-')[0]

/**
 * Lists what likely belongs to the same offer as a fact with an unsaved change, and still prints what
 * it did: its other readings and those of facts whose name begins alike, and sums that it is part of.
 */
export function listAlike(facts: FactListing[], changed: FactListing): ChangedFigure[] {
  const own = changed.readings.filter(({ saved }) => saved !== undefined)
  if (own.length === 0) return []
  return facts.filter(isWritten).flatMap((fact) =>
    fact.readings.flatMap((reading): ChangedFigure[] => {
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
      if (!isSum && getFirstWord(fact) !== getFirstWord(changed)) return []
      return [{ fact, reading, value: next.value, text: next.text }]
    }),
  )
}

import { isNamed, type FactReport, type LedgerReport, type Printed } from './describe-ledger.ts'

/** The report for people: every fact, then what does not agree, then what is not cited. */
export function formatLedger({ facts, uncited }: LedgerReport): string {
  const conflicts = facts.filter(({ conflict }) => conflict)
  const settled = facts.filter((fact) => fact.settled !== undefined)
  const unused = facts.filter(({ readings }) => readings.every(({ printed }) => printed.length === 0))
  const sections = [
    facts.map(formatFact).join('\n\n'),
    formatList('Conflicts that nobody has settled', conflicts.map(({ name, readings }) => `${name}: ${readings.map(({ reading, text }) => `${text} (${reading})`).join(', ')}`)),
    formatList('Settled', settled.map(({ name, settled: reading }) => `${name}: ${reading}`)),
    formatList('Distances beside the great circle from the business', facts.flatMap(formatDistance)),
    formatList('Sums beside their parts', facts.flatMap(formatSum)),
    formatList('Prices beside the highest fee the law allows for the act', facts.flatMap(formatCap)),
    formatList('Facts that no page prints', unused.map(({ name, file, line }) => `${name} (${file}:${line})`)),
    formatList('Figures on a page that are not cited', uncited.map((printed) => `${printed.figure}  ${formatPlace(printed)}`)),
    `${facts.length} facts with ${facts.reduce((sum, { readings }) => sum + readings.length, 0)} readings, ${conflicts.length} in conflict, ${settled.length} settled, ${uncited.length} figures not cited`,
  ]
  return sections.filter((section) => section !== '').join('\n\n')
}

function formatFact({ name, label, unit, file, line, readings, conflict, settled, placeholder }: FactReport): string {
  const marks = [conflict && 'conflict', settled && `settled: ${settled}`, placeholder && 'placeholder'].filter(Boolean)
  const lines = readings.flatMap(({ reading, text, source, printed }) => [
    `  ${isNamed(reading) ? `${reading}: ` : ''}${text}${source ? `  (${source})` : ''}`,
    ...(printed.length === 0 ? ['    printed nowhere'] : printed.map((place) => `    ${formatPlace(place)}`)),
  ])
  return [`${name}: ${label}, ${unit}${marks.length > 0 ? ` [${marks.join(', ')}]` : ''}  ${file}:${line}`, ...lines].join('\n')
}

const formatPlace = ({ route, file, line }: Printed) => `${route ?? 'every page'}  ${file}:${line}`

const formatDistance = ({ name, distance }: FactReport) =>
  distance ? [`${name}: stated ${distance.stated}, computed ${distance.computed}${distance.differs ? '  differs; the page prints the stated one' : ''}`] : []

const formatSum = ({ name, sum }: FactReport) =>
  sum ? [`${name}: stated ${sum.stated}, its parts ${sum.computed}${sum.differs ? '  differs; the page prints the stated one' : ''}`] : []

function formatCap({ name, readings, cap }: FactReport): string[] {
  if (!cap) return []
  const prices = readings.map(({ text }) => text).join(', ')
  const contains = cap.includes ? `; it also contains ${cap.includes}` : ''
  const note = cap.above.length > 0 && !cap.includes ? '  NOTE: above the cap, and not said to contain anything else' : ''
  return [`${name}: ${prices}, the act at most ${cap.limit}${contains}${note}`]
}

function formatList(heading: string, lines: string[]): string {
  return lines.length === 0 ? '' : [`# ${heading}`, ...lines.map((line) => `  ${line}`)].join('\n')
}

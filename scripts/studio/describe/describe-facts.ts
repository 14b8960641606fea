import { isDeepStrictEqual } from 'node:util'
import {
  chooseReading,
  formatReading,
  type LedgerFact,
  soleReadingName,
  splitCitedName,
} from '../../../schema/resolve/facts.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'
import { CellSource } from '../../../schema/sets/add-fact-tables.ts'
import { asRecord, getAt } from '../../../schema/util/records.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { addParts } from '../../facts/compare-values.ts'
import { toFileLine } from '../../../schema/util/to-file-line.ts'
import type { FactItem } from '../protocol.ts'
import type { NodeAddress } from '../../edit/source-address.ts'
import { indexCitations } from '../../../schema/resolve/index-citations.ts'

/** The ledger, and the facts that each page prints. */
type PrintedFacts = {
  input: { shared: Pick<SharedSite, 'context' | 'shellFindings'> }
  pages: Pick<PageSummary, 'route' | 'citations'>[]
}

/**
 * Every fact of the ledger, with what it prints and where.
 * @param saved facts as they are on disk, by name, of the files with unsaved changes
 */
export function describeFacts(
  { input, pages }: PrintedFacts,
  saved: Map<string, unknown> = new Map(),
): FactItem[] {
  const { context, shellFindings } = input.shared
  const { facts, language } = context
  const routes = indexCitations(pages)
  const shared = new Set(shellFindings.citations.map(({ fact, reading }) => `${fact}.${reading}`))
  const listed = [...facts.values()].filter(({ table }) => !table)
  return listed.map((fact) => {
    const { source, path } = (facts.get(fact.tableName ?? '') ?? fact).location
    const item = describeFact(fact, language, {
      address: { file: source.file, path },
      findPages: (reading) => routes.get(`${fact.name}.${reading}`) ?? [],
      isShared: (reading) => shared.has(`${fact.name}.${reading}`),
      saved: saved.get(fact.name),
      written: getAt(source.value, path),
    })
    const sum = addParts(fact, facts)
    const isCorrect = sum === undefined || isDeepStrictEqual(sum, item.readings[0]?.value)
    return {
      ...item,
      ...(fact.location.source instanceof CellSource && {
        cell: { ...toFileLine(fact.location), address: locateCell(fact.location.source) },
      }),
      ...(!isCorrect && {
        sum: {
          parts: fact.sumOf!.map((part) => splitCitedName(part).name),
          value: sum,
          text: formatReading(fact, { value: sum }, language).text,
        },
      }),
    }
  })
}

const locateCell = ({ file, table, row, column }: CellSource): NodeAddress => ({
  file,
  path: table.findPath(row, column),
})

/**
 * @property address where the fact is written
 * @property findPages the routes of the pages that print a reading
 * @property isShared whether the header or the footer prints a reading
 * @property saved the fact as it is on disk, if its file has unsaved changes
 * @property written the fact as written
 */
type FactContext = {
  address: NodeAddress
  findPages: (reading: string) => string[]
  isShared?: (reading: string) => boolean
  saved?: unknown
  written?: unknown
}

export function describeFact(
  fact: LedgerFact,
  language: string,
  { address, findPages, isShared = () => false, saved, written: entry }: FactContext,
): FactItem {
  const { name, label, unit, readings } = fact
  const used = chooseReading(fact) ?? soleReadingName
  const described = [...readings].map(([reading, written]) => {
    const path = reading === soleReadingName ? [] : ['readings', reading]
    const value = asRecord(getAt(saved, path)).value as JsonValue | undefined
    const isChanged = value !== undefined && !isDeepStrictEqual(value, written.value)
    const isDated = asRecord(getAt(entry, path)).values !== undefined
    return {
      name: reading,
      text: formatReading(fact, written, language).text,
      value: written.value as JsonValue,
      ...(isChanged && { saved: value }),
      ...(written.source !== undefined && { source: written.source }),
      address: { ...address, path: [...address.path, ...path] },
      pages: findPages(reading),
      ...(isShared(reading) && { isShared: true as const }),
      ...(isDated && { isDated: true as const }),
    }
  })
  const texts = new Set(described.map(({ text }) => text))
  return {
    name,
    label,
    ...(unit !== undefined && { unit }),
    address,
    text: described.find((each) => each.name === used)?.text ?? '',
    used,
    readings: described,
    pages: [...new Set(described.flatMap(({ pages }) => pages))],
    hasConflict: texts.size > 1 && fact.settled === undefined,
    ...(fact.settled !== undefined && { isSettled: true as const }),
  }
}

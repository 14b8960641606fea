import { basename } from 'node:path'
import { problemAt, type Problem } from '../problems/problem.ts'
import type { SourceLocation } from '../problems/location.ts'
import { groupBy } from '../util/group-by.ts'

/** A name that is defined in two files. */
export type Duplicate = {
  kind: 'route' | 'fact'
  name: string
  location: SourceLocation
  first: SourceLocation
}

/** Two files that define at least this many of the same names are reported once. */
const minCopiedNames = 3
const maxListedNames = 5

/** Reports names that are defined twice, in the file that is more likely to be the copy. */
export function reportDuplicates(duplicates: Duplicate[]): Problem[] {
  const byFiles = groupBy(duplicates.map(putCopyLast), ({ location, first }) =>
    JSON.stringify([location.source.file, first.source.file]),
  )
  return [...byFiles.values()].flatMap((group) =>
    group.length >= minCopiedNames ? [reportCopy(group)] : group.map(reportDuplicate),
  )
}

/** Swaps the two locations if the first file is named like a copy of the second. */
const putCopyLast = (duplicate: Duplicate): Duplicate => {
  const { location, first } = duplicate
  return isCopyName(first.source.file, location.source.file)
    ? { ...duplicate, location: first, first: location }
    : duplicate
}

/** Whether a file is named like a copy of another one: `mobile copy.yaml`, `old/mobile.yaml`. */
export function isCopyName(file: string, original: string): boolean {
  const [stem, originalStem] = [file, original].map((name) => basename(name).replace(/\..*$/, ''))
  return stem === originalStem
    ? file.length > original.length
    : stem!.toLowerCase().includes(originalStem!.toLowerCase())
}

function reportCopy(group: [Duplicate, ...Duplicate[]]): Problem {
  const [{ location, first }] = group
  const names = group.slice(0, maxListedNames).map(({ name }) => name)
  const found = `${names.join(', ')}${group.length > names.length ? ' …' : ''}`
  const message = `${location.source.file} and ${first.source.file} define the same ${group.length} names.`
  const fix = `If ${location.source.file} is a copy, delete it, or rename what it defines.`
  return problemAt(location, 'DUPLICATE_FILE', message, { found, fix })
}

function reportDuplicate({ kind, name, location, first }: Duplicate): Problem {
  const { line } = first.source.locate(first.path, 'key')
  const message = `The ${kind} "${name}" is defined twice; the other is in ${first.source.file}, line ${line}.`
  const code = kind === 'route' ? 'DUPLICATE_ROUTE' : 'DUPLICATE_FACT'
  return problemAt(location, code, message, { found: name })
}

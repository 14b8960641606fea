import { tryParseJson } from '../util/try-parse.ts'
import { join } from 'node:path'
import { isRecord } from '../util/records.ts'
import { readEntriesText } from './recorded-entries.ts'

/**
 * The addresses that have been published, committed next to pages.yaml. The value is the list of
 * anchors that other pages link to, or `gone` if the address was given up on purpose.
 */
export type RecordedAddresses = Record<string, string[] | 'gone'>

/** @property readError why the file is invalid; undefined if it is valid */
export type AddressRecord = { entries: RecordedAddresses; readError?: string }

export const addressesFileName = 'addresses.gen.json'
export const toAddressesPath = (dir: string) => join(dir, addressesFileName)

const isEntry = (entry: unknown) =>
  entry === 'gone' || (Array.isArray(entry) && entry.every((anchor) => typeof anchor === 'string'))

/** Reads the recorded addresses of a site. A missing file has no addresses. */
export async function readAddresses(dir: string): Promise<AddressRecord> {
  const text = await readEntriesText(toAddressesPath(dir))
  const fail = (readError: string): AddressRecord => ({ entries: {}, readError })
  const recorded = tryParseJson(text)
  if (recorded === undefined) return fail('it is not JSON')
  if (!isRecord(recorded)) return fail('it is not a map of addresses')
  const bad = Object.entries(recorded).find(([, entry]) => !isEntry(entry))
  return bad
    ? fail(`${bad[0]} must have a list of anchors, or "gone"`)
    : { entries: recorded as RecordedAddresses }
}

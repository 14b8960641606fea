import { parse } from 'yaml'
import { findNearestName } from '../../schema/validate/nearest-name.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import { asRecord, isRecord } from '../../schema/util/records.ts'
import type { Path } from '../../schema/problems/position.ts'
import { SiteEdits } from '../edit/site-edits.ts'
import { readChanged } from '../edit/text-edits.ts'
import { assertNoErrors, writeCheckedChanges } from '../edit/write-checked-changes.ts'
import type { JsonValue, ValueOperation } from '../edit/yaml-operations.ts'
import { readWholeSite } from '../prerender/run/inspect-site.ts'
import { printText } from '../report/print-report.ts'
import { readInputFile } from '../shared/read-input-file.ts'
import { readReportedSite } from '../shared/read-site-report.ts'
import { UserError } from '../shared/user-error.ts'

/**
 * Adds the lines that have come back from a worksheet to their facts: `insurance: { settled:
 * standard }`. Adds all of them, or none if the site would have errors.
 * @param dir the site's folder
 * @param path the file with the answers
 * @returns the exit code
 * @throws UserError for an answer that is about no fact
 */
export async function settleFacts(dir: string, path: string): Promise<number> {
  const answers = Object.entries(await readAnswers(path))
  const site = await readReportedSite(dir)
  const { facts } = site.resolvedSite.merged
  const edits = new SiteEdits(dir)
  for (const [name, answer] of answers) {
    const fact = facts.get(name)
    if (fact?.location.path[0] !== 'facts') {
      const nearest = findNearestName(name, facts.keys())
      const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
      throw new UserError(`${path}: there is no fact "${name}".${meant}`)
    }
    await edits.apply(fact.location.source.file, listChanges(['facts', name], answer))
  }
  const changes = edits.list()
  // What the answers hide may leave too little of a list.
  const { problems } = await readChanged(dir, changes, () => readWholeSite(dir))
  assertNoErrors(problems, 'settled')
  await writeCheckedChanges(dir, site, changes, { done: 'settled' })
  printText(`${formatCount(answers.length, 'answer')} added.`)
  return 0
}

async function readAnswers(path: string): Promise<Record<string, Record<string, unknown>>> {
  const text = String(await readInputFile(path))
  let answers: unknown
  try {
    answers = parse(text)
  } catch (error) {
    throw new UserError(`${path} is not valid YAML: ${(error as Error).message.split('\n')[0]}`)
  }
  const entries = Object.entries(asRecord(answers))
  const wrong = entries.find(([, answer]) => !isRecord(answer))
  if (entries.length === 0 || wrong)
    throw new UserError(
      `${path} must have a line for each fact: ${wrong?.[0] ?? 'hourly'}: { settled: standard }`,
    )
  return Object.fromEntries(entries) as Record<string, Record<string, unknown>>
}

/** A line can be about one reading: `readings: { standard: { evidence: … } }`. */
const listChanges = (path: Path, answer: Record<string, unknown>): ValueOperation[] =>
  Object.entries(answer).flatMap(([key, value]): ValueOperation[] =>
    key === 'readings' && isRecord(value)
      ? Object.entries(value).flatMap(([name, each]) =>
          listChanges([...path, key, name], asRecord(each)),
        )
      : [{ kind: 'set', path: [...path, key], value: value as JsonValue }],
  )

import { problemAt } from '../../problems/problem.ts'
import {
  type Path,
  type SourceLocation,
  locateChild,
  locateKey,
  formatFileLine,
  toFileLine,
} from '../../problems/location.ts'
import type { LedgerFact } from '../../facts/facts.ts'
import type { Findings } from '../text/findings.ts'
import { describePlaceholder } from '../text/inspect-group.ts'
import { asRecord, getAt, isRecord } from '../../util/records.ts'
import { toPathKey, type Omissions, type PlaceholderUse } from './plan-omissions.ts'

/** The data about placeholders that is needed to publish a site. */
export type Publishing = {
  /** The locations of facts that cannot be published, as `file:line`, by their names. */
  factLines: Record<string, string>
}

/** Lists the locations of facts that are placeholders, or may lack evidence, as `file:line`. */
export const listFactLines = (facts: Map<string, LedgerFact>): Publishing['factLines'] =>
  Object.fromEntries(
    [...facts.values()]
      .filter(({ placeholder, omitsUnproven }) => placeholder || omitsUnproven)
      .map(({ name, location }) => [name, formatFileLine(toFileLine(locateKey(location)))]),
  )

/**
 * Records what is left out, and reports placeholders that cannot be left out.
 * @param location the location of the page or section
 * @param value the page or section as written
 * @param subject what is incomplete, for the message
 */
export function reportOmissions(
  { omitted, causes, unfilled }: Omissions,
  value: unknown,
  location: SourceLocation,
  { subject, factLines }: { subject: string } & Publishing,
  findings: Findings,
): void {
  const locate = ({ path }: PlaceholderUse) => locateChild(location, ...path)
  const label = ({ path }: PlaceholderUse) =>
    // The last step is the property `placeholder`.
    describePlaceholder(asRecord(getAt(value, path.slice(0, -1))), path)
  // Facts that are placeholders are reported in the ledger.
  const marked = causes.filter(({ fact }) => fact === undefined)
  for (const use of marked) findings.placeholders.push({ label: label(use), location: locate(use) })
  if (omitted.size > 0) {
    findings.leftOut = (findings.leftOut ?? 0) + omitted.size
    findings.leftOutFacts = [...new Set(causes.flatMap(({ fact }) => fact ?? []))]
    findings.leftOutAnchors = findLeftOutAnchors(omitted, value, location)
  }
  const describe = (use: PlaceholderUse) => {
    if (use.path.length === 1) return `${subject} is a placeholder.`
    return location.path[0] === 'site' && use.path.length === 2
      ? `The site's ${use.path[0]} is a placeholder.`
      : `"${label(use)}" is a placeholder, and ${subject} is not complete without it.`
  }
  for (const use of unfilled)
    findings.problems.push(
      use.fact === undefined
        ? problemAt(locate(use), 'UNFILLED_PLACEHOLDER', describe(use))
        : problemAt(
            locate(use),
            'UNFILLED_PLACEHOLDER',
            `This text cites the fact "${use.fact}", which ${use.why === 'unproven' ? 'has no evidence' : 'is a placeholder'}, and ${subject} is not complete without it.`,
            {
              needle: `\${${use.fact}`,
              fix: describeRemedy(use.why, factLines[use.fact] ?? 'the fact'),
            },
          ),
    )
}

const describeRemedy = (why: PlaceholderUse['why'], place: string) =>
  why === 'unproven'
    ? `Add evidence at ${place}, or rewrite the text without the claim.`
    : `Type the real value at ${place} and delete placeholder: true there.`

function findLeftOutAnchors(
  omitted: Omissions['omitted'],
  value: unknown,
  location: SourceLocation,
): Map<string, string> {
  const anchors = new Map<string, string>()
  const visit = (child: unknown, path: Path, isLeftOut: boolean): void => {
    if (!isRecord(child) && !Array.isArray(child)) return
    const isOmitted = isLeftOut || omitted.has(toPathKey(path))
    if (isOmitted && isRecord(child) && typeof child.id === 'string')
      anchors.set(child.id, formatFileLine(toFileLine(locateChild(location, ...path, 'id'))))
    for (const [key, each] of Object.entries(child))
      visit(each, [...path, Array.isArray(child) ? Number(key) : key], isOmitted)
  }
  visit(value, [], false)
  return anchors
}

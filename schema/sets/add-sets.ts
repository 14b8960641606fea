import { checkFactValues } from '../merge/check-fact-values.ts'
import { suggestName } from '../validate/nearest-name.ts'
import type { LedgerFact } from '../facts/facts.ts'
import type { Site, Page } from '../merge/merge-sources.ts'
import { hasErrors, problemAt } from '../problems/problem.ts'
import type { Schema } from '../validate/json-schema.ts'
import type { Validator } from '../validate/validate-file.ts'
import { compileSet, type CompiledSet } from './compile-set.ts'
import { expandSet, type SetPage } from './expand-set.ts'
import type { RowSource } from './row-source.ts'
import type { RawSet } from './list-sets.ts'
import type { RowFiles } from './read-row-files.ts'
import type { Problem } from '../problems/types.ts'
import { locateKey } from '../problems/locate-child.ts'
import { toFileLine } from '../problems/to-file-line.ts'

/**
 * Adds the pages of every set to a merged site, validating each like a handwritten page.
 * @returns the problems of the sets, their rows and their pages
 */
export function addSets(
  merged: Site,
  sets: RawSet[],
  files: RowFiles,
  schema: Schema,
  validate: Validator,
): Problem[] {
  const problems: Problem[] = []
  for (const set of sets) {
    const compiled = compileSet(set, files, {
      schema,
      problems,
      ledger: merged.facts,
      language: merged.settings.language,
    })
    // Links to pages of an invalid set are not reported as broken.
    if (!compiled) merged.possiblyDefined.add(set.route)
    if (!compiled) continue
    // Validation reports a route without a column: all rows would have the same route.
    if (compiled.route.every((part) => typeof part === 'string')) {
      merged.possiblyDefined.add(set.route.replace(/[^/]*$/, '{}'))
      continue
    }
    problems.push(...checkSetFactNames(compiled, merged))
    const pagesByRoute = new Map<string, RowSource>()
    for (const entry of expandSet(compiled))
      addSetPage(merged, entry, pagesByRoute, validate, problems)
    // A set without rows is reported elsewhere.
    if (compiled.selected.length > 0)
      problems.push(...checkOverrideRoutes(compiled, pagesByRoute, merged))
  }
  return problems
}

function addSetPage(
  merged: Site,
  { page, source, facts, problems: rowProblems }: SetPage,
  pagesByRoute: Map<string, RowSource>,
  validate: Validator,
  problems: Problem[],
): void {
  const { route, raw, location } = page
  problems.push(...rowProblems)
  if (hasErrors(rowProblems)) {
    // Do not report links to this page as broken.
    merged.possiblyDefined.add(route)
    return
  }
  const duplicate = reportDuplicateRoute(page, source, pagesByRoute.get(route), merged)
  if (duplicate) return void problems.push(duplicate)
  pagesByRoute.set(route, source)
  merged.pages.set(route, page)
  problems.push(
    ...validate.definition('page', raw, { source, path: location.path }),
    ...facts.flatMap((fact) => validate.definition('ledger-entry', fact.raw, fact.location)),
    ...[...(page.facts?.values() ?? [])].filter(isFilled).flatMap((fact) => checkFactValues(fact)),
  )
}

/** Whether all columns in the values of a fact exist. */
const isFilled = ({ readings }: LedgerFact) =>
  [...readings.values()].every(({ value }) => typeof value !== 'string' || !value.includes('{{'))

function reportDuplicateRoute(
  { route }: Page,
  source: RowSource,
  first: RowSource | undefined,
  { pages }: Site,
): Problem | undefined {
  const other = pages.get(route)
  if (!other) return undefined
  const { file, line } = first
    ? source.locateOtherRow(first)
    : toFileLine(locateKey(other.location))
  const message = first
    ? `Two rows have the route ${route}; the first is in ${file}, line ${line}.`
    : `The route ${route} of this row is also in ${file}, line ${line}.`
  const fix = first
    ? 'Delete one of the rows, or add another column to the route of the set.'
    : 'Delete the page, or exclude the row with where or except. To change a single page of a set, use overrides.'
  return source.problemAtRouteCell('DUPLICATE_ROUTE', message, { found: route, fix }, first)
}

/**
 * Reports facts of a set that have the name of a fact in the ledger: a citation would be ambiguous.
 */
function checkSetFactNames({ facts, location }: CompiledSet, merged: Site): Problem[] {
  return [...facts.keys()]
    .filter((name) => merged.facts.has(name))
    .map((name) => {
      const { file, line } = toFileLine(locateKey(merged.facts.get(name)!.location))
      const at = locateKey(location, 'facts', name)
      return problemAt(
        at,
        'DUPLICATE_FACT',
        `The fact "${name}" is already defined in ${file}, line ${line}.`,
        { fix: 'Rename the fact of the set.' },
      )
    })
}

function checkOverrideRoutes(
  { overrides, location, route }: CompiledSet,
  pagesByRoute: Map<string, RowSource>,
  { possiblyDefined }: Site,
): Problem[] {
  return (
    [...overrides.keys()]
      // Problems in the row of such a page have been reported.
      .filter((name) => !pagesByRoute.has(name) && !possiblyDefined.has(name))
      .map((name) => {
        const details = {
          expected: 'the route of a page in the set',
          found: name,
          ...suggestName(name, pagesByRoute.keys()),
        }
        return problemAt(
          locateKey(location, 'overrides', name),
          'UNKNOWN_OVERRIDE',
          `The set ${route.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('')} has no page ${name}.`,
          details,
        )
      })
  )
}

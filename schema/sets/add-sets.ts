import { findNearestName } from '../validate/nearest-name.ts'
import type { MergedSite, RawPage } from '../resolve/merge-sources.ts'
import { hasErrors, problemAt, type SourceLocation, type Problem } from '../problems/problem.ts'
import type { Schema } from '../validate/walk-schema.ts'
import type { Validator } from '../validate/validate-file.ts'
import { compileSet, type CompiledSet } from './compile-set.ts'
import { expandSet, type SetPage, type RowSource } from './expand-set.ts'
import type { RawSet } from './list-sets.ts'
import type { RowFiles } from './read-row-files.ts'

/**
 * Puts the pages of every set beside those written by hand, each checked as such.
 * @returns what is wrong with the sets, their rows and their pages.
 */
export function addSets(
  merged: MergedSite,
  sets: RawSet[],
  files: RowFiles,
  schema: Schema,
  validate: Validator,
): Problem[] {
  const problems: Problem[] = []
  for (const set of sets) {
    const compiled = compileSet(set, files, schema, problems)
    // That an address has no column has been reported: all its rows would give the same page.
    if (!compiled || compiled.route.every((part) => typeof part === 'string')) continue
    problems.push(...checkSetFactNames(compiled, merged))
    const made = new Map<string, RowSource>()
    for (const entry of expandSet(compiled)) addSetPage(merged, entry, made, validate, problems)
    problems.push(...checkOverrideRoutes(set, compiled, made, merged))
  }
  return problems
}

function addSetPage(
  merged: MergedSite,
  { page, source, facts, problems: ofRow }: SetPage,
  made: Map<string, RowSource>,
  validate: Validator,
  problems: Problem[],
): void {
  const { route, raw, location } = page
  if (hasErrors(ofRow)) {
    problems.push(...ofRow)
    // It would be a page, so nobody is told that links to it lead nowhere.
    merged.possiblyDefined.add(route)
    return
  }
  const twice = describeDuplicateRoute(page, source, made.get(route), merged)
  if (twice) return void problems.push(twice)
  made.set(route, source)
  merged.pages.set(route, page)
  problems.push(
    ...validate.definition('page', raw, { source, path: location.path }),
    ...facts.flatMap((fact) => validate.definition('ledger-entry', fact.raw, fact.location)),
  )
}

function describeDuplicateRoute(
  { route }: RawPage,
  source: RowSource,
  first: RowSource | undefined,
  { pages }: MergedSite,
): Problem | undefined {
  const other = pages.get(route)
  if (!other) return undefined
  const { file, line } = first ? source.locateOtherRow(first) : findLine(other.location)
  const message = first
    ? `Two rows give the address ${route}; the first is ${file}, line ${line}.`
    : `This row gives the address ${route}, which ${file} has in line ${line}.`
  const fix = first
    ? 'Delete one of the rows, or name one more column in the route of the set.'
    : 'Delete the page, or leave the row out with where or except. What is different on one page stands under overrides.'
  return source.problemAtRouteCell('DUPLICATE_ROUTE', message, { found: route, fix })
}

function findLine({ source, path }: SourceLocation): { file: string; line: number } {
  const { line, file = source.file } = source.locate(path, 'key')
  return { file, line }
}

/** A fact that means one thing on some pages and another on others would be cited by mistake. */
function checkSetFactNames({ facts, location }: CompiledSet, merged: MergedSite): Problem[] {
  return [...facts.keys()]
    .filter((name) => merged.facts.has(name))
    .map((name) => {
      const { file, line } = findLine(merged.facts.get(name)!.location)
      const at: SourceLocation = { ...location, path: [...location.path, 'facts', name] }
      return problemAt(
        at,
        'DUPLICATE_FACT',
        `The fact "${name}" stands in the ledger already: ${file}, line ${line}.`,
        { fix: 'Give the fact of the rows another name.' },
      )
    })
}

function checkOverrideRoutes(
  { path }: RawSet,
  { overrides, location, route }: CompiledSet,
  made: Map<string, RowSource>,
  { possiblyDefined }: MergedSite,
): Problem[] {
  return (
    [...overrides.keys()]
      // What is wrong in the row of such a page has been reported.
      .filter((name) => !made.has(name) && !possiblyDefined.has(name))
      .map((name) => {
        const at: SourceLocation = {
          source: location.source,
          path: [...path, 'overrides', name],
          target: 'key',
        }
        const details = {
          expected: 'the route of one of its pages',
          found: name,
          suggestion: findNearestName(name, made.keys()),
        }
        return problemAt(
          at,
          'UNKNOWN_OVERRIDE',
          `The set ${route.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('')} has no page ${name}.`,
          details,
        )
      })
  )
}

import { visit, type Document } from 'yaml'
import { createCorrection } from '../../problems/correction.ts'
import { parseYamlTree, type YamlTree } from '../positions.ts'
import { diagnoseSyntax, listFaults, type SyntaxDiagnosis } from './diagnose.ts'
import { findMisindentedPages, findRepeatedKeys } from './repeated-keys.ts'
import { conflictFix, conflictMessage, findConflictMarker } from '../text/conflict-markers.ts'
import type { Problem } from '../../problems/problem.ts'
import type { Report } from './report.ts'

/** The `yaml` package rejects a file whose aliases repeat more values. */
export const maxAliasCount = 100

/**
 * Finds mistakes in the syntax of a file. Later kinds of mistakes are not looked for once an
 * earlier kind is found, since one causes the other.
 * @property isReadable whether the tree can be used nevertheless
 */
export function findSyntaxProblems(
  { text, document }: YamlTree,
  report: Report,
): { problems: Problem[]; isReadable: boolean } {
  const first =
    findMergeConflict(text, report) ??
    findOldLineEndings(text, report) ??
    findAliasCycle(document, report) ??
    findSecondDocument(text, document, report)
  if (first) return { problems: [first], isReadable: false }
  if (listFaults(document).length > 0) {
    const problems = diagnoseSyntax(text).map((each) => reportDiagnosis(text, each, report))
    return { problems, isReadable: false }
  }
  const misindented = findMisindentedPages(text, document, report)
  if (misindented.length > 0) return { problems: misindented, isReadable: false }
  const problems = findRepeatedKeys(text, document, report)
  // A repeated key leaves a usable tree, except for a block with two types.
  return { problems, isReadable: problems.every(({ found }) => found !== 'a second type') }
}

function findMergeConflict(text: string, report: Report): Problem | undefined {
  const marker = findConflictMarker(text)
  if (!marker) return undefined
  const { index, found } = marker
  const details = { found, fix: conflictFix }
  return report('YAML_SYNTAX', conflictMessage, [index, index + found.length], details)
}

/** Finds the line endings of old Mac files, which the parser does not recognize as line endings. */
function findOldLineEndings(text: string, report: Report): Problem | undefined {
  const returns = [...text.matchAll(/\r(?!\n)/g)].map(({ index }) => index)
  const [first] = returns
  if (first === undefined) return undefined
  const edits = returns.map((start) => ({ start, end: start + 1, text: '\n' }))
  const fix = 'Save it with Unix (LF) or Windows (CRLF) line endings.'
  const correction = { ...createCorrection(text, edits, true), lines: [] }
  const message = 'This file uses old Mac line endings (CR).'
  const problem = report('YAML_SYNTAX', message, [first, first + 1], { fix, correction })
  return { ...problem, excerpt: problem.excerpt?.slice(0, problem.column! - 1) }
}

/**
 * Finds a second document that cannot simply be joined with the first one: it has the same sections,
 * or it is the text below the front matter of a Markdown file.
 */
function findSecondDocument(text: string, document: Document, report: Report): Problem | undefined {
  if (!document.errors.some(({ code }) => code === 'MULTIPLE_DOCS')) return undefined
  const isFrontMatter = /^\s*---\s*\n/.test(text)
  const markers = [...text.matchAll(/^(?:---|\.\.\.)(?=[ \t]*\r?$)/gm)]
  const [marker] = isFrontMatter ? markers.slice(1) : markers
  const joined = parseYamlTree(text.replace(/^(?:---|\.\.\.)[ \t]*\r?$/gm, ''))?.document
  if (!marker || !joined || joined.errors.length === 0) return undefined
  const range: [number, number] = [marker.index, marker.index + marker[0].length]
  if (joined.errors.every(({ code }) => code === 'DUPLICATE_KEY')) {
    const message = `The line ${marker[0]} starts a second document, but a file can only have one.`
    const fix = 'Delete the line, and move what is below it to the sections above.'
    return report('YAML_SYNTAX', message, range, { fix })
  }
  if (!isFrontMatter) return undefined
  const message =
    'The text below this line is not YAML. This file has front matter, as in Markdown.'
  const fix = 'Write the text as a block of a page, such as prose, and delete the line.'
  return report('YAML_SYNTAX', message, range, { fix })
}

/** Finds an alias to a node that contains the alias, which would expand forever. */
function findAliasCycle(document: Document, report: Report): Problem | undefined {
  let found: Problem | undefined
  visit(document, {
    Alias(_, node, path) {
      const target = node.resolve(document)
      if (!target || !path.includes(target) || !node.range) return
      const [start, end] = node.range
      const alias = `*${node.source}`
      const message = `The alias ${alias} contains itself.`
      found = report('TOO_MANY_ALIASES', message, [start, end], { found: alias })
      return visit.BREAK
    },
  })
  return found
}

/** Describes why a file without syntax errors cannot be converted to data. */
export function reportExpansionError(
  error: Error,
  range: [start: number, end: number],
  report: Report,
): Problem {
  if (error.message.startsWith('Merge sources')) {
    const fix = 'Write an alias of a map after <<, such as *name, and &name before the map.'
    return report('YAML_SYNTAX', 'A value after << is not a map.', range, { fix })
  }
  if (!error.message.includes('Excessive alias count'))
    return report('YAML_SYNTAX', 'This is not valid YAML.', range, { found: error.message })
  const expected = `aliases that repeat at most ${maxAliasCount} values`
  const message = 'The aliases in this file expand to too much data.'
  return report('TOO_MANY_ALIASES', message, range, { expected })
}

function reportDiagnosis(text: string, { fault, cause }: SyntaxDiagnosis, report: Report): Problem {
  if (cause) {
    const correction = createCorrection(text, cause.edits, !cause.isGuess)
    return report('YAML_SYNTAX', cause.message, cause.range, { fix: cause.fix, correction })
  }
  const [start, end] = fault.range
  const found = fault.message.replace(/\s+/g, ' ')
  return report('YAML_SYNTAX', 'This is not valid YAML.', [start, Math.max(end, start + 1)], {
    found,
  })
}

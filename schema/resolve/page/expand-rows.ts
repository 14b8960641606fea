import { splitCitedName, type ListedRows } from '../../facts/facts.ts'
import type { Page } from '../../merge/merge-sources.ts'
import {
  convertPaths,
  locateChild,
  locateKey,
  type SourceLocation,
} from '../../problems/location.ts'
import { problemAt, type Problem } from '../../problems/problem.ts'
import { compileTemplate } from '../../sets/compile-template.ts'
import { fillSetTemplate } from '../../sets/fill-template.ts'
import type { RowSet } from '../../sets/row-set.ts'
import { asText } from '../../util/as-text.ts'
import { asList, isRecord, type UnknownRecord } from '../../util/records.ts'
import type { Schema } from '../../validate/json-schema.ts'
import { describeUnknownName } from '../../validate/nearest-name.ts'
import { getSchemaNode, resolveSchema } from '../../validate/walk-schema.ts'
import { getValidator } from '../../validate/validate-file.ts'
import type { PageContext } from './page-types.ts'

type RowContext = Pick<PageContext, 'schema' | 'facts' | 'labels' | 'possiblyDefined'>

/**
 * Replaces the name of a set in the blocks of a page by the rows of the set: with `rows: towns` and
 * `row: { city: '{{town}}' }`, each row of the set is filled into the template.
 */
export function expandRows(page: Page, context: RowContext, problems: Problem[]): Page {
  const { raw, location } = page
  const found: Problem[] = []
  const lists = new Set<string>()
  let isWhole = true
  const blocks = asList(raw.blocks).map((block, index) => {
    const list = isRecord(block) ? findListProperty(block, context.schema) : undefined
    if (!list) return block
    lists.add(`${index}.${list.name}`)
    // A list that lacks rows is not reported, since these are.
    isWhole &&= !context.possiblyDefined.has(asText((block as UnknownRecord)[list.name]))
    return expandBlock(
      block as UnknownRecord,
      list,
      locateChild(location, 'blocks', index),
      context,
      found,
    )
  })
  problems.push(...found)
  if (lists.size === 0) return page
  const source = convertPaths(location.source, [...location.path, 'blocks'], (path) => {
    const [block, list, item, ...rest] = path
    const isItem = item !== undefined && lists.has(`${block}.${list}`)
    return isItem ? [block!, 'row', ...rest] : path
  })
  const expanded = { ...page, raw: { ...raw, blocks }, location: { ...location, source } }
  if (found.length === 0 && isWhole)
    problems.push(
      ...getValidator(context.schema).definition('page', expanded.raw, {
        ...expanded.location,
        target: undefined,
      }),
    )
  return expanded
}

type ListProperty = { name: string; item: Schema }

/** Finds the list of a block that can name a set, if it does, or has a template for rows. */
function findListProperty(block: UnknownRecord, schema: Schema): ListProperty | undefined {
  const { properties = {} } = resolveSchema(schema, 'block', block) ?? {}
  const [name, list] =
    Object.entries(properties).find(([, { format }]) => format === 'set-rows') ?? []
  if (name === undefined || (typeof block[name] !== 'string' && block.row === undefined))
    return undefined
  return { name, item: list!.items as Schema }
}

/** @returns the block with a list, which is empty if there is a problem */
function expandBlock(
  block: UnknownRecord,
  { name, item }: ListProperty,
  location: SourceLocation,
  context: RowContext,
  problems: Problem[],
): UnknownRecord {
  const { row, [name]: setName, ...rest } = block
  const report = (...problem: Parameters<typeof problemAt>) => {
    problems.push(problemAt(...problem))
    return { ...rest, [name]: [] }
  }
  if (typeof setName !== 'string')
    return report(
      locateKey(location, 'row'),
      'UNKNOWN_PROPERTY',
      `"row" is for the rows of a set.`,
      {
        expected: `${name}: with the name of a set`,
        found: 'row',
        fix: `Delete it, or write the name of a set for ${name}.`,
      },
    )
  const set = context.facts.get(setName)?.table?.set
  if (!set) {
    if (context.possiblyDefined.has(setName)) return { ...rest, [name]: [] }
    const names = [...context.facts].flatMap(([each, { table }]) => (table?.set ? [each] : []))
    return report(
      locateChild(location, name),
      'UNKNOWN_FACT',
      `No set has the name "${setName}".`,
      {
        ...describeUnknownName(setName, names, 'a list, or the name of a set'),
        fix: 'Correct it. A set gets a name by a line such as name: towns.',
      },
    )
  }
  if (!isRecord(row))
    return report(
      locateChild(location, name),
      'MISSING_PROPERTY',
      'This block lists the rows of a set, so it needs "row".',
      {
        expected: `row: with columns of the set: ${set.columns.map((each) => `{{${each}}}`).join(', ')}`,
      },
    )
  const items = fillRows(
    setName,
    set,
    { value: row, location: locateChild(location, 'row') },
    item,
    context,
    problems,
  )
  return { ...rest, [name]: items }
}

function fillRows(
  setName: string,
  set: ListedRows,
  written: { value: UnknownRecord; location: SourceLocation },
  item: Schema,
  { schema, facts, labels }: RowContext,
  problems: Problem[],
): UnknownRecord[] {
  const rows = toRowSet(set)
  const template = compileTemplate(written, undefined, getSchemaNode(schema, item), {
    rows,
    problems,
    isFact: (name) => facts.has(name) || set.facts.includes(name),
    nameFacts: (text, format) => nameRowFacts(text, format, setName, set),
  })
  const linksItself =
    resolveSchema(schema, item)?.properties?.href !== undefined && !('href' in written.value)
  return set.rows.flatMap(({ route, line }, index) => {
    // A page that is not shown, such as a draft, is not listed.
    if (!labels.has(route)) return []
    const filled = fillSetTemplate(template, {
      rows,
      row: [index],
      report: ({ code, message, location, column: _, ...details }) =>
        problems.push(
          problemAt(
            location,
            code,
            `${message.replace(/\.$/, '')} in ${line.file}, line ${line.line}.`,
            details,
          ),
        ),
    }) as UnknownRecord
    const properties = Object.entries(filled).filter(
      ([, value]) => !citesMissingFact(value, setName, set, facts),
    )
    return [{ ...Object.fromEntries(properties), ...(linksItself && { href: route }) }]
  })
}

/** Whether a value cites a fact of a row whose cell is empty, and is left out as the cell would be. */
function citesMissingFact(
  value: unknown,
  setName: string,
  set: ListedRows,
  facts: RowContext['facts'],
): boolean {
  const cited = /^(?:\$\{)?([a-zA-Z0-9.-]+)\}?$/.exec(asText(value))?.[1] ?? ''
  const { name } = splitCitedName(cited)
  const [first, , fact = ''] = name.split('.')
  return first === setName && set.facts.includes(fact) && !facts.has(name)
}

/**
 * Writes `${miles}` as other pages cite it: `${towns.{{town|slug}}.miles}`. The name of a fact or a
 * column alone means its value, since nobody prints such a name in each row.
 */
function nameRowFacts(
  text: string,
  format: string | undefined,
  setName: string,
  { name: row, facts, columns }: ListedRows,
): string {
  const toName = (fact: string) => `${setName}.${row}.${fact}`
  if (format === 'fact') return facts.includes(text.split('.')[0]!) ? toName(text) : text
  if (facts.includes(text)) return `\${${toName(text)}}`
  if (columns.includes(text)) return `{{${text}}}`
  return text.replace(/\$\{\s*([a-z][a-z0-9-]*)(?=[\s.|}])/g, (written, fact: string) =>
    facts.includes(fact) ? `\${${toName(fact)}` : written,
  )
}

const toRowSet = ({ columns, rows, unclearSeparators }: ListedRows): RowSet => ({
  unclearSeparators,
  count: rows.length,
  tables: [
    {
      name: '',
      table: {
        file: '',
        columns: new Map(columns.map((column, index) => [column, index])),
        headings: columns,
        rows: rows.map(({ cells }) => cells),
        // The set itself has reported its cells, and the block says in which row it lacks one.
        locate: (row) => ({ ...rows[row]!.line, column: 1, endColumn: 1, excerpt: '' }),
        locateHeading: () => ({ line: 1, column: 1, endColumn: 1, excerpt: '' }),
        findPath: (row, column) => [row, columns[column]!],
      },
    },
  ],
})

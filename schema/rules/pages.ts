import { problemAt } from '../problem.ts'
import { resolveSchema, type Schema } from '../schema-walk.ts'
import type { Action, Block } from '../types.gen.ts'
import type { Rule } from './index.ts'

/** A block of no known type, or one whose main heading is missing: reported as that, and it may be the one. */
function isUnfinished(schema: Schema, block: Block): boolean {
  const rule = resolveSchema(schema, { $ref: '#/$defs/block' }, block)
  return !rule || Object.values(rule.properties ?? {}).some(({ h1 }) => h1)
}

const listHrefs = (actions: unknown) =>
  (Array.isArray(actions) ? actions : []).map((action) => String((action as Partial<Action> | null)?.href))

export const pageRules: Rule[] = [
  {
    name: 'Every page has exactly one main heading',
    check: ({ pages, notFound, schema }) =>
      // A page without blocks has been reported as that.
      [...pages, ...(notFound ? [notFound] : [])].filter(({ data }) => data.blocks.length > 0).flatMap(({ route, place, data, findings }) => {
        const [first, ...others] = findings.mainHeadings
        const expected = 'exactly one block with a main heading (hero)'
        if (!first && data.blocks.some((block) => isUnfinished(schema, block))) return []
        if (!first) return [problemAt(place, 'H1_COUNT', `The page ${route} has no main heading.`, { expected, found: 'none' })]
        return others.map((other) =>
          problemAt(other, 'H1_COUNT', `The page ${route} has more than one main heading.`, { expected, found: `${others.length + 1}` }),
        )
      }),
  },
  {
    name: 'No two places on a page have the same id',
    check: ({ pages }) =>
      pages.flatMap(({ route, findings }) =>
        findings.anchors
          .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) < index)
          .map(({ name, place }) => problemAt(place, 'DUPLICATE_ANCHOR', `"${name}" is the id of two places on ${route}.`, { found: name })),
      ),
  },
  {
    name: 'A ppc page opens with a hero that has a call button',
    check: ({ pages }) =>
      pages
        .filter(({ data }) => data.kind === 'ppc')
        .filter(({ data }) => {
          const [first] = data.blocks
          return first?.type !== 'hero' || !listHrefs(first.actions).some((href) => href.startsWith('tel:'))
        })
        .map(({ route, place }) => {
          const expected = 'first block: hero, with an action whose href is tel:'
          return problemAt(place, 'PPC_WITHOUT_CALL', `${route} does not open with a hero that has a call button.`, { expected })
        }),
  },
]

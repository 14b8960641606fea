import { isCurrency } from '../resolve/facts.ts'
import { problemAt } from '../problems/problem.ts'
import { shellIds } from '../resolve/shell-ids.ts'
import { resolveSchema, type Schema } from '../validate/walk-schema.ts'
import { asText } from '../util/as-text.ts'
import type { Action, Block } from '../types.gen.ts'
import type { PageRule } from './types.ts'

/** Whether an unknown block, or one without its heading, may be meant to have the main heading. */
function mayProvideMainHeading(schema: Schema, block: Block): boolean {
  const rule = resolveSchema(schema, { $ref: '#/$defs/block' }, block)
  return !rule || Object.values(rule.properties ?? {}).some(({ h1 }) => h1)
}

const listActionHrefs = (actions: unknown) =>
  (Array.isArray(actions) ? actions : []).map((action) =>
    asText((action as Partial<Action> | null)?.href),
  )

export const pageRules: PageRule[] = [
  {
    name: 'Only the home page is of kind home',
    check: ({ route, data, meta, location }) => {
      if (meta.planned || (route === '/') === (data.kind === 'home')) return []
      const expected = route === '/' ? 'kind: home' : 'another kind, such as info'
      const message =
        route === '/' ? 'The page / must be of kind home.' : 'Only the page / can be of kind home.'
      return [
        problemAt(
          { ...location, path: [...location.path, 'kind'], target: 'value' },
          'WRONG_HOME_KIND',
          message,
          { expected, found: data.kind },
        ),
      ]
    },
  },
  {
    name: 'The price of a service is in a currency',
    check: ({ location, meta: { service } }) => {
      if (service?.price?.value === undefined || isCurrency(service.price.unit)) return []
      const at = {
        ...location,
        path: [...location.path, 'service', 'price'],
        target: 'value' as const,
      }
      return [
        problemAt(
          at,
          'WRONG_UNIT',
          `A price must be an amount of money, but the unit of this fact is ${service.price.unit}.`,
          { expected: 'a fact whose unit is a currency' },
        ),
      ]
    },
  },
  {
    name: 'Every page has exactly one main heading',
    check: ({ route, location, data: { blocks }, findings }, { schema }) => {
      // Validation reports pages without blocks.
      if (blocks.length === 0) return []
      const [first, ...others] = findings.mainHeadings
      const expected = 'exactly one block with a main heading (hero)'
      if (!first && blocks.some((block) => mayProvideMainHeading(schema, block))) return []
      if (!first)
        return [
          problemAt(location, 'MAIN_HEADING_COUNT', `The page ${route} has no main heading.`, {
            expected,
            found: 'none',
          }),
        ]
      return others.map((other) =>
        problemAt(
          other,
          'MAIN_HEADING_COUNT',
          `The page ${route} has more than one main heading.`,
          {
            expected,
            found: `${others.length + 1}`,
          },
        ),
      )
    },
  },
  {
    name: 'Ids are unique on a page',
    check: ({ route, findings }) => {
      const usedIds = new Set<string>(shellIds)
      return findings.anchors.flatMap(({ name, location }) => {
        if (usedIds.has(name))
          return [
            problemAt(location, 'DUPLICATE_ANCHOR', `The id "${name}" is used twice on ${route}.`, {
              found: name,
            }),
          ]
        usedIds.add(name)
        return []
      })
    },
  },
  {
    name: 'A ppc page starts with a hero that has a call button',
    check: ({ route, location, data }) => {
      if (data.kind !== 'ppc') return []
      const [first] = data.blocks
      // Validation reports actions of the wrong type.
      if (first?.type === 'hero' && first.actions !== undefined && !Array.isArray(first.actions))
        return []
      if (
        first?.type === 'hero' &&
        listActionHrefs(first.actions).some((href) => href.startsWith('tel:'))
      )
        return []
      const expected = 'first block: hero, with an action whose href is tel:'
      return [
        problemAt(
          location,
          'PPC_WITHOUT_CALL_BUTTON',
          `${route} does not start with a hero that has a call button.`,
          { expected },
        ),
      ]
    },
  },
]

export const placeholderRule: PageRule = {
  name: 'Placeholders are listed',
  check: ({ route, findings }) =>
    findings.placeholders.map(({ label, location }) =>
      problemAt(location, 'PLACEHOLDER', `"${truncateText(label)}" on ${route} is a placeholder.`),
    ),
}

const truncateText = (text: string) => (text.length > 50 ? `${text.slice(0, 49)}…` : text)

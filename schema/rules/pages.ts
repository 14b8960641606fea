import { isCurrency } from '../resolve/facts.ts'
import { problemAt } from '../problems/problem.ts'
import { shellIds } from '../resolve/shell-ids.ts'
import { resolveSchema, type Schema } from '../validate/walk-schema.ts'
import { asText } from '../util/as-text.ts'
import type { Action, Block } from '../types.gen.ts'
import type { PageRule } from './index.ts'

/** A block of no known type, or one whose main heading is missing: reported as that, and it may be the one. */
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
    name: 'The home page is of kind home, and no other page is',
    check: ({ route, data, meta, location }) => {
      if (meta.planned || (route === '/') === (data.kind === 'home')) return []
      const expected = route === '/' ? 'kind: home' : 'another kind, such as info'
      const message =
        route === '/' ? 'The page / is the home page.' : `${route} is not the home page.`
      return [
        problemAt(
          { ...location, path: [...location.path, 'kind'], target: 'value' },
          'HOME_KIND',
          message,
          { expected, found: data.kind },
        ),
      ]
    },
  },
  {
    name: 'A service has its price in a currency',
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
          `This fact counts ${service.price.unit}, and a price is a sum of money.`,
          { expected: 'a fact whose unit is a currency' },
        ),
      ]
    },
  },
  {
    name: 'Every page has exactly one main heading',
    check: ({ route, location, data: { blocks }, findings }, { schema }) => {
      // A page without blocks has been reported as that.
      if (blocks.length === 0) return []
      const [first, ...others] = findings.mainHeadings
      const expected = 'exactly one block with a main heading (hero)'
      if (!first && blocks.some((block) => mayProvideMainHeading(schema, block))) return []
      if (!first)
        return [
          problemAt(location, 'H1_COUNT', `The page ${route} has no main heading.`, {
            expected,
            found: 'none',
          }),
        ]
      return others.map((other) =>
        problemAt(other, 'H1_COUNT', `The page ${route} has more than one main heading.`, {
          expected,
          found: `${others.length + 1}`,
        }),
      )
    },
  },
  {
    name: 'No two places on a page have the same id',
    check: ({ route, findings }) => {
      const taken = new Set<string>(shellIds)
      return findings.anchors.flatMap(({ name, location }) => {
        if (taken.has(name))
          return [
            problemAt(
              location,
              'DUPLICATE_ANCHOR',
              `"${name}" is the id of two places on ${route}.`,
              {
                found: name,
              },
            ),
          ]
        taken.add(name)
        return []
      })
    },
  },
  {
    name: 'A ppc page opens with a hero that has a call button',
    check: ({ route, location, data }) => {
      if (data.kind !== 'ppc') return []
      const [first] = data.blocks
      // Actions of the wrong sort have been reported as that.
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
          'PPC_WITHOUT_CALL',
          `${route} does not open with a hero that has a call button.`,
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

import { isCurrency } from '../facts/facts.ts'
import { problemAt } from '../problems/problem.ts'
import { shellIds } from '../resolve/page/anchors.ts'
import { resolveSchema } from '../validate/walk-schema.ts'
import type { Schema } from '../validate/json-schema.ts'
import { locateChild } from '../problems/location.ts'
import type { Block } from '../types.gen.ts'
import type { PageRule, SiteRule } from './types.ts'

/**
 * Whether an unknown block, or a block without its heading, may be meant to provide the main
 * heading.
 */
function mayProvideMainHeading(schema: Schema, block: Block): boolean {
  const rule = resolveSchema(schema, 'block', block)
  return !rule || Object.values(rule.properties ?? {}).some(({ h1 }) => h1)
}

export const pageRules: PageRule[] = [
  // Only the home page is of kind home.
  ({ route, data, meta, location }, { schema }) => {
    if (meta.planned || (route === '/') === (data.kind === 'home')) return []
    // Validation reports unknown kinds.
    if (!schema.$defs?.page?.properties?.kind?.enum?.includes(data.kind)) return []
    const expected = route === '/' ? 'kind: home' : 'another kind, such as info'
    const message =
      route === '/' ? 'The page / must be of kind home.' : 'Only the page / can be of kind home.'
    return [
      problemAt(locateChild(location, 'kind'), 'WRONG_HOME_KIND', message, {
        expected,
        found: data.kind,
      }),
    ]
  },
  // The price of a service is in a currency.
  ({ location, meta: { service } }) => {
    // A wrong fact name is reported where facts are cited.
    if (!service?.price?.unit || isCurrency(service.price.unit)) return []
    const message = `A price must be an amount of money, but the unit of this fact is ${service.price.unit}.`
    const expected = 'a fact whose unit is a currency'
    return [
      problemAt(locateChild(location, 'service', 'price'), 'WRONG_UNIT', message, { expected }),
    ]
  },
  // Every page has exactly one main heading.
  ({ route, location, data: { blocks }, findings }, { schema, showsAlternatives }) => {
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
    if (showsAlternatives) return []
    return others.map((other) =>
      problemAt(other, 'MAIN_HEADING_COUNT', `The page ${route} has more than one main heading.`, {
        expected,
        found: `${others.length + 1}`,
      }),
    )
  },
  // Ids are unique on a page.
  ({ route, findings }, { showsAlternatives }) => {
    if (showsAlternatives) return []
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
]

/** Placeholders are listed. */
export const placeholderRule: PageRule = ({ route, findings }) =>
  findings.placeholders.map(({ label, location }) => {
    const isItem = typeof location.path.at(-2) === 'number'
    const message = `"${truncateText(label)}" on ${route} is a placeholder.`
    return problemAt(
      location,
      'PLACEHOLDER',
      message,
      isItem
        ? {
            fix: 'Replace it with a real one and delete placeholder: true, or delete the whole entry.',
          }
        : {},
    )
  })

const truncateText = (text: string) => (text.length > 50 ? `${text.slice(0, 49)}…` : text)

/** A planned route is not written yet. */
export const plannedRule: SiteRule = ({ site }) =>
  [...site.planned]
    .filter(([route]) => site.pages.has(route))
    .map(([route, { location }]) =>
      problemAt(
        location,
        'PLANNED_COLLISION',
        `${route} is listed under planned, but the page exists.`,
      ),
    )

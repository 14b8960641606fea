import { listParentRoutes } from '../resolve/route-paths.ts'
import { soleReadingName } from '../resolve/facts.ts'
import { findSupportedLanguage } from '../resolve/supported-language.ts'
import { findNearestName, formatNameList } from '../validate/nearest-name.ts'
import { problemAt, problemInFile } from '../problems/problem.ts'
import { describeUnknownReading } from '../resolve/resolve-text.ts'
import { dateRule } from './dates.ts'
import type { Problem } from '../problems/types.ts'
import type { SiteRule, SiteRuleContext } from './types.ts'

/** Files and folders that a build writes besides the routes. */
const generatedFilePattern =
  /^\/(index\.html|page\.json|site\.json|404\.(html|json)|sitemap(-\d+)?\.xml|robots\.txt|_redirects|assets\/.*|og\/.*)$/

function checkSettledReadings({ merged }: SiteRuleContext): Problem[] {
  return [...merged.facts.values()].flatMap(({ name, settled, readings, location }) => {
    if (settled === undefined || readings.has(settled)) return []
    const details = {
      expected: formatNameList(readings.keys()),
      found: settled,
      suggestion: findNearestName(settled, readings.keys()),
    }
    const at = { source: location.source, path: [...location.path, 'settled'] }
    return [
      problemAt(at, 'UNKNOWN_READING', `The fact "${name}" has no reading "${settled}".`, details),
    ]
  })
}

/** Suggests how to write common number formats that YAML parses as text. */
function suggestFigureFix(text: string): string | undefined {
  const [, min, max] = /^(\d+)\s?[-–]\s?(\d+)$/.exec(text) ?? []
  if (min !== undefined) return `Write a range as { min: ${min}, max: ${max} }.`
  if (/^\d{1,3}(,\d{3})+$/.test(text))
    return `Write it without commas: ${text.replaceAll(',', '')}.`
  if (/^\d+\+$/.test(text))
    return `Write only the number, ${text.slice(0, -1)}, and add plus: true.`
  return undefined
}

/** The unit text needs text, since a number would be reformatted. All other units need a number. */
function checkFactUnits({ merged }: SiteRuleContext): Problem[] {
  return [...merged.facts.values()].flatMap(({ unit, readings, location }) =>
    [...readings].flatMap(([reading, { value }]) => {
      const isText = typeof value === 'string'
      const path = [
        ...location.path,
        ...(reading === soleReadingName ? ['value'] : ['readings', reading, 'value']),
      ]
      if (typeof value === 'object' && value.min > value.max) {
        const details = {
          expected: '{ min: the smaller number, max: the larger number }',
          found: JSON.stringify(value),
        }
        return [
          problemAt(
            { source: location.source, path },
            'OUT_OF_RANGE',
            'The min of this range is greater than its max.',
            details,
          ),
        ]
      }
      if (isText === (unit === 'text')) return []
      const [what, fix] = isText
        ? [
            'a number, or a range { min, max }',
            suggestFigureFix(value) ??
              `Write only the number. The unit ${unit} is added automatically.`,
          ]
        : ['text', 'Put quotes around it.']
      const message = `"value" must be ${what}, because the unit is ${unit}.`
      return [
        problemAt({ source: location.source, path }, 'WRONG_TYPE', message, {
          expected: what,
          found: isText ? value : JSON.stringify(value),
          fix,
        }),
      ]
    }),
  )
}

/** The facts in `cap` and `sumOf` must exist and have the same unit. */
function checkFactComparisons({ merged: { facts } }: SiteRuleContext): Problem[] {
  return [...facts.values()].flatMap(({ unit, cap, sumOf, location: { source, path } }) => {
    const summed = (Array.isArray(sumOf) ? sumOf : []).map((cited, index) => ({
      cited,
      steps: ['sumOf', index],
    }))
    return [...summed, { cited: cap, steps: ['cap'] }].flatMap(({ cited, steps }): Problem[] => {
      // Validation reports values that are not text.
      if (typeof cited !== 'string') return []
      const at = { source, path: [...path, ...steps] }
      const [name = '', reading] = cited.split('.')
      const other = facts.get(name)
      if (!other)
        return [
          problemAt(at, 'UNKNOWN_FACT', `There is no fact "${name}".`, {
            found: name,
            suggestion: findNearestName(name, facts.keys()),
          }),
        ]
      if (reading !== undefined && !other.readings.has(reading))
        return [describeUnknownReading(other, reading, at)]
      if (other.unit === unit) return []
      return [
        problemAt(
          at,
          'WRONG_UNIT',
          `The unit of this fact is ${unit}, but the unit of "${name}" is ${other.unit}.`,
          { expected: 'a fact with the same unit', found: name },
        ),
      ]
    })
  })
}

/** The category in `articlesIn` must exist. */
function checkCountedCategories({ merged: { facts }, pages }: SiteRuleContext): Problem[] {
  const lists = pages.flatMap(({ posts }) =>
    posts && Array.isArray(posts.block?.categories)
      ? posts.block.categories.map((entry) => entry?.label)
      : [],
  )
  const known = new Set(
    [...lists, ...pages.map(({ data }) => data.article?.category)].filter(
      (name) => typeof name === 'string',
    ),
  )
  return [...facts.values()].flatMap(({ articlesIn, location: { source, path } }) => {
    if (typeof articlesIn !== 'string' || known.has(articlesIn) || known.size === 0) return []
    const details = {
      expected: formatNameList(known),
      found: articlesIn,
      suggestion: findNearestName(articlesIn, known),
    }
    return [
      problemAt(
        { source, path: [...path, 'articlesIn'] },
        'UNKNOWN_CATEGORY',
        `"${articlesIn}" is not a category of any article or posts block.`,
        details,
      ),
    ]
  })
}

/** Lists what must be replaced before publishing. `npm run check -- --launch` requires it. */
function reportPlaceholders({ merged, shellFindings }: SiteRuleContext): Problem[] {
  const { main: source, settings, facts } = merged
  const origin =
    settings.originPlaceholder === true
      ? [{ what: "The site's origin", location: { source, path: ['site', 'origin'] } }]
      : []
  const ofFacts = [...facts.values()]
    .filter(({ placeholder }) => placeholder)
    .map(({ label, location }) => ({ what: `The fact "${label}"`, location }))
  const ofShell = shellFindings.placeholders.map(({ label, location }) => ({
    what: location.path[0] === 'site' ? `The site's ${String(location.path[1])}` : `"${label}"`,
    location,
  }))
  return [...origin, ...ofShell, ...ofFacts].map(({ what, location }) =>
    problemAt(location, 'PLACEHOLDER', `${what} is a placeholder.`),
  )
}

function checkMenuLinks({ merged }: SiteRuleContext): Problem[] {
  const { menus } = (merged.navigation.header ?? {}) as {
    menus?: { label?: string; href?: string; items?: unknown[] }[]
  }
  return (Array.isArray(menus) ? menus : []).flatMap((menu, index) => {
    if (typeof menu?.label !== 'string' || menu.href !== undefined || menu.items !== undefined)
      return []
    const location = { source: merged.main, path: ['navigation', 'header', 'menus', index] }
    return [
      problemAt(
        location,
        'MISSING_PROPERTY',
        `The menu "${menu.label}" has no link and no items.`,
        {
          expected: 'href, or items, or both',
        },
      ),
    ]
  })
}

export const siteRules: SiteRule[] = [
  {
    name: 'The language is supported',
    check: ({ merged }) => {
      const { language } = merged.settings
      if (
        typeof language !== 'string' ||
        !/^[a-z]{2,3}(-[A-Z]{2})?$/.test(language) ||
        findSupportedLanguage(language) !== undefined
      )
        return []
      const location = { source: merged.main, path: ['site', 'language'] }
      return [
        problemAt(location, 'INVALID_FORMAT', `"${language}" is not a supported language.`, {
          expected: 'a language tag such as en-US',
          found: language,
        }),
      ]
    },
  },
  { name: 'Every menu has a link or items', check: checkMenuLinks },
  {
    name: 'The site has a home page',
    check: ({ merged }) =>
      !merged.pages.has('/') && !merged.possiblyDefined.has('/')
        ? [
            problemInFile(merged.main.file, 'MISSING_HOME_PAGE', 'The site has no home page.', {
              expected: '/: under pages',
            }),
          ]
        : [],
  },
  {
    name: 'Planned routes have content',
    check: ({ merged }) => {
      const [first] = merged.planned.values()
      if (!first || merged.settings.planned !== undefined) return []
      return [
        problemAt(
          first.location,
          'MISSING_PLANNED_PAGE',
          'There are planned routes, but no content for them.',
          { expected: 'planned: under site' },
        ),
      ]
    },
  },
  {
    name: 'Reserved names are not used',
    check: ({ merged }) => [
      ...[...merged.facts.values()]
        .filter(({ name }) => name === 'site' || name === 'page')
        .map(({ name, location }) =>
          problemAt(
            location,
            'RESERVED_NAME',
            `A fact cannot be named "${name}", because \${${name}.…} cites settings.`,
            { found: name },
          ),
        ),
      ...[
        ...merged.pages.values(),
        ...[...merged.planned].map(([route, { location }]) => ({ route, location })),
      ]
        // Web servers serve the home page at /index.
        .filter(
          ({ route }) => ['/404', '/index'].includes(route) || /^\/(assets|og)(\/|$)/.test(route),
        )
        .map(({ route, location }) =>
          problemAt(
            location,
            'RESERVED_NAME',
            `The route ${route} is reserved for files of the build.`,
            {
              found: route,
            },
          ),
        ),
    ],
  },
  { name: 'The settled reading of a fact exists', check: checkSettledReadings },
  { name: 'The value of a fact fits its unit', check: checkFactUnits },
  {
    name: 'Facts are compared with existing facts of the same unit',
    check: checkFactComparisons,
  },
  {
    name: 'A fact that counts articles names an existing category',
    check: checkCountedCategories,
  },
  {
    name: 'No file in public/ overwrites a generated file',
    check: ({ publicFiles, pages, merged }) => {
      if (publicFiles.size === 0) return []
      const folders = new Set(
        pages.flatMap(({ route, aliases }) => [
          route === '/' ? '' : route,
          ...aliases.map(({ from }) => from),
        ]),
      )
      const feeds = new Set(pages.flatMap(({ data }) => data.head.feed ?? []))
      // A file cannot have the name of a folder that a deeper route needs.
      const above = new Set([...folders].flatMap(listParentRoutes))
      const isGenerated = (file: string) =>
        generatedFilePattern.test(file) ||
        feeds.has(file) ||
        folders.has(file.replace(/\/(?:index\.html|page\.json)$/, ''))
      return [...publicFiles]
        .filter((file) => isGenerated(file) || above.has(file))
        .map((file) =>
          problemInFile(
            `public${file}`,
            'PUBLIC_COLLISION',
            `public${file} would overwrite a generated file.`,
            { found: merged.main.file && file },
          ),
        )
    },
  },
  {
    name: 'A site that locates visitors has an area',
    check: ({ merged: { settings, main } }) => {
      const { latitude, longitude, areaServed } = (settings.business ?? {}) as Record<
        string,
        unknown
      >
      if (settings.location === undefined || ![latitude, longitude, areaServed].includes(undefined))
        return []
      const location = { source: main, path: ['site', 'location'], target: 'key' as const }
      return [
        problemAt(
          location,
          'MISSING_SERVICE_AREA',
          "The site asks for the visitor's location, but business has no area.",
        ),
      ]
    },
  },
  { name: 'Placeholders in the settings and the ledger are listed', check: reportPlaceholders },
  dateRule,
]

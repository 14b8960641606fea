import { listParentRoutes } from '../resolve/route-paths.ts'
import { soleReadingName } from '../resolve/facts.ts'
import { findSupportedLanguage } from '../resolve/supported-language.ts'
import { findNearestName, formatNameList } from '../validate/nearest-name.ts'
import { problemAt, problemInFile, type Problem } from '../problems/problem.ts'
import { describeUnknownReading } from '../resolve/resolve-text.ts'
import { dateRule } from './dates.ts'
import type { SiteRule, SiteRuleContext } from './index.ts'

/** What a build writes at the top of dist/, besides a folder for each route. */
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

/** How a figure is written that YAML cannot read as one. */
function suggestFigureFix(text: string): string | undefined {
  const [, min, max] = /^(\d+)\s?[-–]\s?(\d+)$/.exec(text) ?? []
  if (min !== undefined) return `Write a range as { min: ${min}, max: ${max} }.`
  if (/^\d{1,3}(,\d{3})+$/.test(text)) return `Leave the comma away: ${text.replaceAll(',', '')}.`
  if (/^\d+\+$/.test(text))
    return `Write the number alone, ${text.slice(0, -1)}, and plus: true beside it.`
  return undefined
}

/** A figure counts something; words do not. A text that YAML reads as a number would lose its zeros or gain a comma. */
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
          expected: '{ min: the smaller, max: the larger }',
          found: JSON.stringify(value),
        }
        return [
          problemAt(
            { source: location.source, path },
            'OUT_OF_RANGE',
            'The range runs backwards.',
            details,
          ),
        ]
      }
      if (isText === (unit === 'text')) return []
      const [what, fix] = isText
        ? [
            'a number, or a range { min, max }',
            suggestFigureFix(value) ??
              `Write the number alone: the unit ${unit} adds its sign or word.`,
          ]
        : ['text', 'Put quotes around it.']
      const message = `"value" must be ${what}, since the unit is ${unit}.`
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

/** What the ledger holds a fact against is there, and counts the same. */
function checkFactComparisons({ merged: { facts } }: SiteRuleContext): Problem[] {
  return [...facts.values()].flatMap(({ unit, cap, sumOf, location: { source, path } }) => {
    const summed = (Array.isArray(sumOf) ? sumOf : []).map((cited, index) => ({
      cited,
      steps: ['sumOf', index],
    }))
    return [...summed, { cited: cap, steps: ['cap'] }].flatMap(({ cited, steps }): Problem[] => {
      // What is no name has been reported as that.
      if (typeof cited !== 'string') return []
      const at = { source, path: [...path, ...steps] }
      const [name = '', reading] = cited.split('.')
      const other = facts.get(name)
      if (!other)
        return [
          problemAt(at, 'UNKNOWN_FACT', `"${name}" is not a fact.`, {
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
          `This fact counts ${unit}, and "${name}" counts ${other.unit}.`,
          { expected: 'a fact of the same unit', found: name },
        ),
      ]
    })
  })
}

/** The category whose articles a number counts is one of some list. */
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
        `"${articlesIn}" is not a category of any list.`,
        details,
      ),
    ]
  })
}

/** What must be replaced before publishing; `npm run check -- --launch` asks for it. */
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
      problemAt(location, 'MISSING_PROPERTY', `The menu "${menu.label}" leads nowhere.`, {
        expected: 'href, or items, or both',
      }),
    ]
  })
}

export const siteRules: SiteRule[] = [
  {
    name: 'The language is one in which numbers can be written',
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
        problemAt(location, 'BAD_FORMAT', `"${language}" is not a language that is known here.`, {
          expected: 'a language tag such as en-US',
          found: language,
        }),
      ]
    },
  },
  { name: 'Every menu leads somewhere', check: checkMenuLinks },
  {
    name: 'The site has a home page',
    check: ({ merged }) =>
      !merged.pages.has('/') && !merged.possiblyDefined.has('/')
        ? [
            problemInFile(merged.main.file, 'NO_HOME_PAGE', 'The site has no page "/".', {
              expected: '/: under pages',
            }),
          ]
        : [],
  },
  {
    name: 'Planned routes have a page to show',
    check: ({ merged }) => {
      const [first] = merged.planned.values()
      if (!first || merged.settings.planned !== undefined) return []
      return [
        problemAt(
          first.location,
          'NO_PLANNED_PAGE',
          'Routes are planned, and the site does not say what they show.',
          { expected: 'planned: under site' },
        ),
      ]
    },
  },
  {
    name: 'A name that the generator uses is not taken',
    check: ({ merged }) => [
      ...[...merged.facts.values()]
        .filter(({ name }) => name === 'site' || name === 'page')
        .map(({ name, location }) =>
          problemAt(
            location,
            'RESERVED_NAME',
            `A fact may not be named "${name}": \${${name}.…} cites the settings.`,
            { found: name },
          ),
        ),
      ...[
        ...merged.pages.values(),
        ...[...merged.planned].map(([route, { location }]) => ({ route, location })),
      ]
        // Hosts answer /index with the home page.
        .filter(
          ({ route }) => ['/404', '/index'].includes(route) || /^\/(assets|og)(\/|$)/.test(route),
        )
        .map(({ route, location }) =>
          problemAt(location, 'RESERVED_NAME', `The route ${route} is used by the build itself.`, {
            found: route,
          }),
        ),
    ],
  },
  { name: 'A settled fact names one of its readings', check: checkSettledReadings },
  { name: 'A fact has the sort of value that its unit counts', check: checkFactUnits },
  {
    name: 'A fact is compared with one that is there and counts the same',
    check: checkFactComparisons,
  },
  {
    name: 'A number of articles counts those of a category that is there',
    check: checkCountedCategories,
  },
  {
    name: 'A file in public/ takes the place of no generated one',
    check: ({ publicFiles, pages, merged }) => {
      if (publicFiles.size === 0) return []
      const folders = new Set(
        pages.flatMap(({ route, aliases }) => [
          route === '/' ? '' : route,
          ...aliases.map(({ from }) => from),
        ]),
      )
      const feeds = new Set(pages.flatMap(({ data }) => data.head.feed ?? []))
      // A file cannot stand where a folder of a deeper route has to be.
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
    name: 'A site that asks where visitors are says where it is',
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
          'NO_AREA',
          "The site asks for the visitor's location, and does not say which area it serves.",
        ),
      ]
    },
  },
  { name: 'Placeholders of the settings and the ledger are listed', check: reportPlaceholders },
  dateRule,
]

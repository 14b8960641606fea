import { reportMissingWords } from '../words/create-words.ts'
import { formatFirstItems } from '../util/format-first-items.ts'
import { asText } from '../util/as-text.ts'
import { reportRadius } from '../resolve/derive-map.ts'
import { explainUnpublishable, hasMeasure, reviewPrefix } from '../facts/facts.ts'
import { parseLocalUrl } from '../shared/local-address.ts'
import { listNamedServices } from '../shared/named-services.ts'
import { explainPlainText } from '../theme/derive-colors.ts'
import { reservedRoute, stripTrailingSlash } from '../util/route-paths.ts'
import { defaultColors, type ThemeSettings } from '../theme/theme.ts'
import { asList, asRecord } from '../util/records.ts'
import { problemAt, problemInFile, type Problem } from '../problems/problem.ts'
import { dateRule } from './dates.ts'
import { openingHoursRules } from './opening-hours.ts'
import type { Fact } from '../page-data.ts'
import type { SourceLocation } from '../problems/location.ts'
import type { SiteRule, SiteRuleContext } from './types.ts'
import { findSupportedLanguage } from '../util/supported-language.ts'

/**
 * Lists the placeholders that must be replaced before publishing. `npm run check -- --launch`
 * requires it.
 */
function reportPlaceholders({ site, shellFindings, context, pages }: SiteRuleContext): Problem[] {
  const { main: source, settings, facts } = site
  const origin =
    settings.originPlaceholder === true && !context.publishing
      ? [
          {
            what: "The site's web address (its origin)",
            location: { source, path: ['site', 'origin'] },
            fix: "Type the site's own address and delete originPlaceholder: true.",
          },
        ]
      : []
  const describeLeftOut = (name: string): string => {
    const isOf = (fact: string) => fact === name || facts.get(fact)?.tableName === name
    const routes = pages.filter(({ leftOutFacts }) => leftOutFacts?.some(isOf))
    const list = formatFirstItems(
      routes.map(({ route }) => route),
      5,
    )
    return routes.length === 0 ? '' : ` What cites it is left out with it, on ${list}.`
  }
  const factPlaceholders = [...facts.values()]
    .filter(({ placeholder, tableName }) => placeholder && tableName === undefined)
    .map(({ name, label, location }) => ({
      what: `The fact "${label}"`,
      location,
      fix: `Type the real value and delete placeholder: true.${describeLeftOut(name)}`,
    }))
  // What is written and no claim is a sample, which every published site goes without.
  const unproven = [...facts.values()].filter(
    (fact) =>
      context.publishing &&
      (fact.claim || fact.name.startsWith(reviewPrefix)) &&
      [...fact.readings.keys()].some((name) => explainUnpublishable(fact, name) === 'unproven'),
  )
  const shellPlaceholders = shellFindings.placeholders.map(({ label, location }) => {
    const [section] = location.path
    // The property before that named placeholder.
    const name = location.path.filter((step) => typeof step === 'string').at(-2)
    return section === 'site'
      ? {
          what: name === 'hours' ? "An entry of the site's hours" : `The site's ${String(name)}`,
          location,
          fix: `Type the real ${String(name)} and delete placeholder: true.`,
        }
      : { what: `"${label}"`, location }
  })
  return [
    ...[...origin, ...shellPlaceholders, ...factPlaceholders].map(
      ({ what, location, ...details }) =>
        problemAt(location, 'PLACEHOLDER', `${what} is a placeholder.`, details),
    ),
    ...unproven.map(({ label, location }) =>
      problemAt(location, 'PLACEHOLDER', `The claim "${label}" has no evidence.`, {
        fix: 'Add evidence: { source, checked } to the fact or the reading.',
      }),
    ),
  ]
}

/** Checks that a published site has an address of its own. */
function checkPublishedOrigin({ site, context }: SiteRuleContext): Problem[] {
  const { settings, main: source } = site
  const { origin, publishing } = context
  const isWritten = origin === asText(settings.origin).replace(/\/$/, '')
  const isMarked = settings.originPlaceholder === true && isWritten
  if (!publishing || !isMarked) return []
  const message = "The site's web address (its origin) is a placeholder."
  return [
    problemAt({ source, path: ['site', 'origin'] }, 'UNFILLED_PLACEHOLDER', message, {
      found: origin,
      fix: "Type the site's own address and delete originPlaceholder: true, or build with --origin.",
    }),
  ]
}

/** Checks that what visitors send does not go to a service that is only being tried. */
function checkLocalServices({ site, context }: SiteRuleContext): Problem[] {
  if (!context.publishing) return []
  const { settings, pages, main: source } = site
  const parts = [
    ...Object.entries(settings).map(([name, value]) => ({
      location: { source, path: ['site', name] },
      value,
    })),
    ...[...pages.values()].map(({ location, raw }) => ({ location, value: raw.blocks })),
  ]
  return parts.flatMap(({ location, value }) =>
    Object.values(listNamedServices(value))
      .flat()
      .filter(parseLocalUrl)
      .map((found) =>
        problemAt(location, 'LOCAL_SERVICE', `"${found}" is an address of this computer.`, {
          found,
        }),
      ),
  )
}

/** A page cannot receive what visitors send, unless the host takes it, as Netlify does. */
const checkReceivers = ({ site: { settings, pages, main } }: SiteRuleContext): Problem[] =>
  ['form', 'subscribe'].flatMap((name) => {
    const { endpoint, service } = asRecord(settings[name])
    const path = stripTrailingSlash(asText(endpoint).replace(/[?#].*/, ''))
    if (!pages.has(path) || service === 'netlify') return []
    const location = { source: main, path: ['site', name, 'endpoint'] }
    const message = `${path} is a page of this site, which keeps nothing that visitors send.`
    return [problemAt(location, 'SENT_TO_A_PAGE', message, { found: asText(endpoint) })]
  })

/** Every menu has a link or items. */
function checkMenuLinks({ site }: SiteRuleContext): Problem[] {
  const { menus } = (site.navigation.header ?? {}) as {
    menus?: { label?: string; href?: string; items?: unknown[] }[]
  }
  return asList(menus).flatMap((menu, index) => {
    if (typeof menu?.label !== 'string' || menu.href !== undefined || menu.items !== undefined)
      return []
    const location = { source: site.main, path: ['navigation', 'header', 'menus', index] }
    const message = `The menu "${menu.label}" has neither a link nor items.`
    const expected = 'href, or items, or both'
    return [problemAt(location, 'MISSING_PROPERTY', message, { expected })]
  })
}

/** Reports a ground that leaves no shade for softer text and links, which is thus not in color. */
function checkThemeContrast({ site: { settings, main: source } }: SiteRuleContext): Problem[] {
  const { accent = defaultColors.accent, ground } = asRecord(settings.theme) as ThemeSettings
  // Validation reports colors in another format.
  if (ground === undefined || ![accent, ground].every((color) => /^#[\da-f]{6}$/i.test(color)))
    return []
  const plain = explainPlainText({ accent, ground })
  if (!plain) return []
  const { text, contrast, only, nearest } = plain
  const message = `On the ground ${ground}, only ${only} can be read, so that links and softer text are not told apart from the rest: softer text, in ${text}, has a contrast of ${contrast.toFixed(1)}.`
  return [
    problemAt({ source, path: ['site', 'theme', 'ground'] }, 'LOW_CONTRAST', message, {
      expected: 'a ground on which it has a contrast of at least 4.5',
      found: ground,
      fix: `Choose a lighter or a darker ground. The nearest one is '${nearest}'.`,
    }),
  ]
}

/** Reports what the settings leave out of the structured data of the business. */
function checkBusiness({ site: { settings, main: source } }: SiteRuleContext): Problem[] {
  const business = asRecord(settings.business)
  const missing = ['latitude', 'longitude', 'hours', 'priceRange', 'postalCode'].filter(
    (name) => business[name] === undefined,
  )
  if (settings.business === undefined || missing.length === 0) return []
  const message = `Google recommends more about the business than the settings say: ${missing.join(', ')}.`
  return [problemAt({ source, path: ['site', 'business'] }, 'SPARSE_STRUCTURED_DATA', message)]
}

/** What a container will need is known only to whoever fills it. */
const checkTagContainer = ({ site: { settings, main } }: SiteRuleContext): Problem[] => {
  const { tagManager } = asRecord(settings.analytics)
  if (tagManager === undefined || settings.contentPolicy === false) return []
  if (settings.allowOrigins !== undefined) return []
  const location = { source: main, path: ['site', 'analytics', 'tagManager'] }
  const message =
    'Pages let this container load Google Analytics and Google Ads, and nothing else that is in it.'
  return [problemAt(location, 'TAG_CONTAINER', message)]
}

/**
 * The languages of the site exist. Pages can only be in these, so their tags are not checked again.
 */
const languageTagRule: SiteRule = ({ site: { main: source, settings } }) => [
  ...checkLanguageTag(settings.language, { source, path: ['site', 'language'] }),
  ...Object.keys(asRecord(settings.languages)).flatMap((tag) =>
    checkLanguageTag(tag, { source, path: ['site', 'languages', tag], target: 'key' }),
  ),
]

export const siteRules: SiteRule[] = [
  checkBusiness,
  languageTagRule,
  // A site has the words of its languages.
  ({ site, schema, pages, notFound }) =>
    reportMissingWords(site.settings, schema, site.main, notFound ? [...pages, notFound] : pages),
  checkThemeContrast,
  ...openingHoursRules,
  checkTagContainer,
  checkMenuLinks,
  // The site has a home page.
  ({ site }) =>
    !site.pages.has('/') && !site.possiblyDefined.has('/')
      ? [
          problemInFile(site.main.file, 'MISSING_HOME_PAGE', 'The site has no home page.', {
            expected: '/: under pages',
          }),
        ]
      : [],
  // Planned routes have content.
  ({ site }) => {
    const [first] = site.planned.values()
    if (!first || site.settings.planned !== undefined) return []
    const message = 'There are planned routes, but no content for them.'
    const expected = 'planned: under site'
    return [problemAt(first.location, 'MISSING_PLANNED_PAGE', message, { expected })]
  },
  // Reserved names are not used.
  ({ site }) => [
    ...[...site.facts.values()]
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
      ...site.pages.values(),
      ...[...site.planned].map(([route, { location }]) => ({ route, location })),
    ]
      .filter(({ route }) => reservedRoute.test(route))
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
  // A site that locates visitors has an area.
  ({ site: { settings, main } }) => {
    const { latitude, longitude, areaServed } = (settings.business ?? {}) as Record<string, unknown>
    if (settings.location === undefined || ![latitude, longitude, areaServed].includes(undefined))
      return []
    const location = { source: main, path: ['site', 'location'], target: 'key' as const }
    const message = "The site asks for the visitor's location, but business has no service area."
    return [problemAt(location, 'MISSING_SERVICE_AREA', message)]
  },
  // The radius of the area is one distance.
  ({ business, site: { main } }) => {
    const radius = business?.areaServed?.radius as Fact | undefined
    // A radius in another unit is reported where it is cited.
    if (!radius || !hasMeasure(radius.unit, 'distance')) return []
    if (radius.unit !== 'text' && (radius.value ?? 0) > 0) return []
    const path = ['site', 'business', 'areaServed', 'radius']
    return [reportRadius(radius, { source: main, path })]
  },
  reportPlaceholders,
  checkPublishedOrigin,
  checkLocalServices,
  checkReceivers,
  dateRule,
]

/** Whether a tag exists. For `en-UK`, the name of the country is another one. */
function exists(tag: string): boolean {
  const [canonical = tag] = Intl.getCanonicalLocales(tag)
  const { language, script, region } = new Intl.Locale(canonical)
  const hasName = (part: string | undefined, type: 'language' | 'script' | 'region') =>
    part === undefined ||
    new Intl.DisplayNames('en', { type, fallback: 'none' }).of(part) !== undefined
  return (
    (hasName(language, 'language') || findSupportedLanguage(language) !== undefined) &&
    hasName(script, 'script') &&
    hasName(region, 'region') &&
    (region === undefined || tag.endsWith(region))
  )
}

/** Finds the tag that is meant by one that does not exist. */
function findNearestTag(tag: string): string | undefined {
  const [canonical = tag] = Intl.getCanonicalLocales(tag)
  if (exists(canonical)) return canonical
  const [language = ''] = tag.split('-')
  // A country instead of a language: jp, cz.
  const isCountry =
    !exists(language) && language.length === 2 && exists(`en-${language.toUpperCase()}`)
  if (isCountry) return new Intl.Locale(`und-${language.toUpperCase()}`).maximize().language
  return exists(language) ? language : undefined
}

function checkLanguageTag(tag: unknown, location: SourceLocation): Problem[] {
  // Validation reports other values and formats.
  if (typeof tag !== 'string' || !/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(tag))
    return []
  const expected = 'a language tag such as en-US'
  if (!/^en(-US)?$/.test(tag) && !exists(tag)) {
    const suggestion = findNearestTag(tag)
    const message = `There is no language tag "${tag}".`
    return [problemAt(location, 'INVALID_FORMAT', message, { expected, found: tag, suggestion })]
  }
  if (findSupportedLanguage(tag) !== undefined) return []
  const message = `"${tag}" is not a supported language.`
  return [problemAt(location, 'INVALID_FORMAT', message, { expected, found: tag })]
}

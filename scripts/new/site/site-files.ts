import { globSync } from 'tinyglobby'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, isCollection, isScalar, parseDocument, stringify, visit, type Node } from 'yaml'
import { titleLimit } from '../../../schema/rules/head-limits.ts'
import { capitalize } from '../../../schema/shared/capitalize.ts'
import { specVersion } from '../../../schema/validate/spec-version.ts'
import { slugify } from '../../../schema/util/slugify.ts'
import { formatSchemaLine } from '../../shared/editor-schema.ts'
import { findTrade } from './find-trade.ts'
import { findTimeZone } from './states.ts'
import { findCurrency } from '../../shared/currencies.ts'
import type { SiteAnswers } from './site-answers.ts'

const templateDir = join(import.meta.dirname, 'template')
const waysDir = join(import.meta.dirname, 'ways')

type Offer = { name: string; slug: string; price: number }

/**
 * Creates the files of a new site: settings, menus, facts and pages that pass all checks.
 * @returns The content of each file by its path.
 */
export function createSiteFiles(answers: SiteAnswers): Record<string, string> {
  const values = createValues(answers)
  const fill = (path: string, more: TemplateValues = {}) =>
    fillTemplate(readFileSync(join(templateDir, path), 'utf8'), { ...values, ...more })
  const files: Record<string, string> = {}
  for (const path of globSync('**/*', { cwd: templateDir, dot: true }).sort()) {
    if (path === 'service.yaml') continue
    const text = readFileSync(join(templateDir, path), 'utf8')
    // npm publishes no .gitignore.
    if (path === 'gitignore') files['.gitignore'] = text
    else if (path.endsWith('.md')) files[path] = String(fillTexts(text, values))
    // Settings of other programs contain nothing to fill.
    else files[path] = path.startsWith('.') ? text : fill(path)
  }
  const [one, two] = values.services
  for (const [service, other] of [
    [one, two],
    [two, one],
  ] as const)
    files[`pages/${service!.slug}.yaml`] = fill('service.yaml', { service, other })
  for (const path of Object.keys(files))
    if (path === 'pages.yaml' || path.startsWith('pages/'))
      files[path] = `${formatSchemaLine(path)}\n${files[path]}`
  return files
}

/**
 * Chooses the language of a new site: its texts are in English. Where nobody speaks it at home, they
 * are spelled as in Europe.
 */
export function chooseEnglish(country: string): { language: string; isSpoken: boolean } {
  const isSpoken = new Intl.Locale(`und-${country}`).maximize().language === 'en'
  return { language: `en-${isSpoken ? country : 'GB'}`, isSpoken }
}

/** Everything that the templates name. */
function createValues({ name, trade, town, phone, colors, nearby }: SiteAnswers) {
  const { noun, theme, way: wayId, texts: written } = findTrade(trade)
  const { language } = chooseEnglish(town.country)
  const Noun = capitalize(noun)
  const basics = {
    spec: specVersion,
    name,
    noun,
    Noun,
    'a-noun': `${startsWithVowelSound(noun) ? 'an' : 'a'} ${noun}`,
    town: town.name,
    region: town.region,
    country: town.country,
    place: [town.name, town.region].filter(Boolean).join(', '),
    language,
    timeZone: findTimeZone(town)?.timeZone ?? '',
  }
  const texts = fillTexts(parse(spell(stringify(written), language)), basics) as TemplateValues
  const addSlug = (offer: object) => ({ ...offer, slug: slugify((offer as Offer).name) }) as Offer
  const services = (texts.services as object[]).map(addSlug).map((service) => ({
    ...service,
    title: chooseFitting(
      `${service.name} in ${town.name} | ${name}`,
      `${service.name} in ${town.name}`,
    ),
  }))
  const extra = addSlug(texts.extra as object)
  const towns = removeSameTowns([town.name, ...nearby])
  const { rows, ...way } = readWay(wayId, basics)
  const isLongest = (a: string, b: string) => b.length - a.length
  const longestTown = [...towns].sort(isLongest)[0]!
  return {
    ...basics,
    phone,
    theme: { ...theme, ...dropUndefined(colors) },
    trade: texts,
    way,
    services,
    one: services[0],
    two: services[1],
    extra,
    titles: {
      home: chooseFitting(`${name} | ${Noun} in ${town.name}`, `${name} | ${Noun}`, name),
      contact: chooseFitting(`Contact ${name}`),
      privacy: chooseFitting(`Privacy | ${name}`),
      area: chooseFitting(
        ...[`${Noun} near {{town}} | ${name}`, `${Noun} near {{town}}`, 'Near {{town}}'].filter(
          (title) => title.replace('{{town}}', longestTown).length <= titleLimit,
        ),
      ),
    },
    places: formatList(towns),
    areas: towns.map((label) => ({ label, href: `/areas/${slugify(label)}` })),
    questions: [...(texts.questions as object[]), ...(way.questions as object[])],
    rows: towns.map((here, index) => createRow(rows[index]!, { ...basics, here })),
    facts: createFacts(
      [...services, extra],
      findCurrency(town.country),
      way.facts as object | undefined,
    ),
  }
}

function readWay(id: string, values: TemplateValues) {
  const text = spell(readFileSync(join(waysDir, `${id}.yaml`), 'utf8'), String(values.language))
  const { rows, ...way } = parse(text) as Way
  return { rows, ...(fillTexts(way, values) as Omit<Way, 'rows'>) }
}

/** Texts are in American English, and every other country that has a new site spells as the British. */
const spell = (text: string, language: string): string =>
  language === 'en-US'
    ? text
    : text
        .replaceAll(/(?<=col|neighb|fav)or(?=s?\b|ed|ite)/gi, 'our')
        .replaceAll('check or cash', 'cheque or cash')

/** How a trade meets its customers. Each row has the texts of one town. */
type Way = { rows: object[]; questions: object[]; facts?: object }

function createRow(row: object, values: TemplateValues) {
  const { promises, ...texts } = fillTexts(row, values) as {
    promises: { heading: string; items: string[] }
  }
  return {
    town: values.here,
    ...texts,
    'promises-heading': promises.heading,
    promises: promises.items,
  }
}

/** Facts that are only examples. Each is written once. */
function createFacts(offers: Offer[], currency: string, more: object = {}) {
  const example = { placeholder: true, source: 'an example, to be replaced' }
  const prices = offers.map(({ name, slug, price }) => [
    slug,
    { label: name, unit: currency, value: price, ...example },
  ])
  return {
    ...Object.fromEntries(prices),
    'call-back': { label: 'How soon we call back', unit: 'minutes', value: 30, ...example },
    ...more,
  }
}

/** Names with the same address are one town. */
const removeSameTowns = (towns: string[]): string[] =>
  towns.filter((name, at) => towns.findIndex((other) => slugify(other) === slugify(name)) === at)

/** @returns The first text that is short enough for a title; the last one if none is. */
const chooseFitting = (...texts: string[]): string =>
  texts.find((text) => text.length <= titleLimit) ?? texts.at(-1)!

/** An electrician, an HVAC company, a used car dealer. */
const startsWithVowelSound = (text: string): boolean =>
  /^\p{Lu}{2,}\b/u.test(text)
    ? /^[AEFHILMNORSX]/.test(text)
    : /^(?!eu|us[ei]|uni[^n]|uk|one)([aeiou]|hour|honest|8|1[18]\b)/i.test(text)

const formatList = (items: string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(items)

const dropUndefined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** What templates can name: `<town>`, or `<way.steps.heading>` for a value inside another. */
type TemplateValues = { [name: string]: unknown }

const namePattern = /<([a-z][\w-]*(?:\.[\w-]+)*)>/gi
/** In characters. A shorter map without maps inside is written on one line. */
const maxLineLength = 140

/**
 * Fills a YAML template. A scalar that is nothing but a name becomes the value, of any type. The
 * YAML library quotes texts that need it, so that any name of a business is valid.
 * @throws Error for a name without a value
 */
function fillTemplate(template: string, values: TemplateValues): string {
  const document = parseDocument(template)
  visit(document, {
    Node(_, node) {
      if (!isScalar(node) || typeof node.value !== 'string') return undefined
      const value = fillText(node.value, values)
      if (typeof value !== 'object') {
        node.value = value
        return undefined
      }
      const { commentBefore, spaceBefore } = node
      return Object.assign(document.createNode(value) as Node, { commentBefore, spaceBefore })
    },
  })
  visit(document, {
    Pair: (_, { value }) => (isScalar(value) && value.value === '' ? visit.REMOVE : undefined),
    Map: (_, map) => {
      const isFlat = map.items.every(({ value }) => !isCollection(value))
      const { length } = JSON.stringify(map)
      if (isFlat && map.items.length > 1 && length <= maxLineLength) map.flow = true
    },
  })
  return document.toString({ lineWidth: 0, singleQuote: true })
}

/** Fills every text in a value. */
function fillTexts(value: unknown, values: TemplateValues): unknown {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map((item) => fillTexts(item, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillTexts(item, values)]),
  )
}

function fillText(text: string, values: TemplateValues): unknown {
  const [whole, name] = new RegExp(`^${namePattern.source}$`, 'i').exec(text) ?? []
  if (whole !== undefined) return lookUp(name!, values)
  return text.replace(namePattern, (_, each: string) => String(lookUp(each, values)))
}

function lookUp(name: string, values: TemplateValues): unknown {
  let value: unknown = values
  for (const part of name.split('.')) value = (value as TemplateValues | undefined)?.[part]
  if (value === undefined) throw new Error(`The template names <${name}>, which has no value.`)
  return value
}

/** The forms of the studio follow the schema: every value has a field, and new values are valid. */
import { describe, expect, it } from 'vitest'
import { blockGroupNames } from '../../../schema/block-types/block-groups.ts'
import { parseYamlReference } from '../../../schema/source/parse-file.ts'
import { loadSchema } from '../../../schema/validate/load-schema.ts'
import { getValidator } from '../../../schema/validate/validate-file.ts'
import type { Schema } from '../../../schema/validate/json-schema.ts'
import type { FactListing } from '../../../scripts/report/list-facts.ts'
import { citeTyped, listCitations, listTyped } from '../../../scripts/studio/ui/form/citations.ts'
import {
  createValue,
  findBlockSchema,
  requiresPicture,
} from '../../../scripts/studio/ui/form/create-value.ts'
import {
  describeShape,
  findEmptied,
  getSchemaAt,
  listAlternatives,
  type Shape,
} from '../../../scripts/studio/ui/form/describe-shape.ts'
import { findSuggestions } from '../../../scripts/studio/ui/fields/suggest-field.tsx'
import { explainUnfit, sortGroups } from '../../../scripts/studio/ui/form/block-fit.ts'
import {
  createSettingFilter,
  describeSetting,
} from '../../../scripts/studio/ui/form/find-settings.ts'
import { toAddress, toPageAddress } from '../../../scripts/studio/ui/form/addresses.ts'
import { proposePictureName } from '../../../scripts/studio/ui/form/picture-names.ts'
import { type FindRequest, findTexts, isNameAt } from '../../../scripts/report/find-texts.ts'
import { replaceFound } from '../../../scripts/edit/replace-text.ts'
import {
  formatQuantity,
  parseQuantity,
  readFactValue,
} from '../../../scripts/studio/ui/form/quantities.ts'
import { toWritten } from '../../../scripts/studio/ui/form/to-written.ts'
import { nameEntry, summarize } from '../../../scripts/studio/ui/form/names.ts'
import { findUnfinishedText } from '../../../schema/resolve/text/check-writing.ts'
import { createFindings, type TextPlace } from '../../../schema/resolve/text/findings.ts'
import { toWords } from '../../../schema/shared/to-words.ts'
import { wordHelp } from '../../../scripts/edit/plain-words.ts'

const root = loadSchema()
const anyBlock = { $ref: '#/$defs/block' }
const starters = { link: '/', linkName: '', fact: 'loaf', picture: '/loaf.jpg', date: '2026-03-04' }

/** Lists every shape below a schema, with its path. */
function listShapes(schema: Schema, path: string, value?: unknown): [string, Shape][] {
  const shape = describeShape(root, schema, value)
  const own: [string, Shape] = [path, shape]
  if (shape.kind === 'list') return [own, ...listShapes(shape.items, `${path}[]`)]
  if (shape.kind === 'map') return [own, ...listShapes(shape.values, `${path}{}`)]
  if (shape.kind !== 'group') return [own]
  const below = shape.properties.flatMap((each) => listShapes(each.schema, `${path}.${each.name}`))
  return [own, ...below]
}

const blocks = listAlternatives(root, anyBlock)

/** Lists what forms say about values, anywhere in a schema. */
function listHelps(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { description } = schema as Schema
  const own = typeof description === 'string' ? [wordHelp(schema as Schema)] : []
  return [...own, ...Object.values(schema).flatMap(listHelps)]
}

describe('fields', () => {
  it('a setting is found by its name, what it says, and in other spellings', () => {
    const site = root.properties!.site!
    const find = (query: string, values: Record<string, unknown> = {}) => {
      const matches = createSettingFilter(query)
      const shape = describeShape(root, site)
      return (shape.kind === 'group' ? shape.properties : [])
        .filter(({ name, schema }) => matches(describeSetting(root, name, schema, values[name])))
        .map(({ name }) => name)
    }
    for (const query of ['brand colour', 'colors', 'Colours'])
      expect(find(query)).toContain('theme')
    for (const query of ['phone', 'Telephone']) expect(find(query)).toContain('phone')
    expect(find('opening hours')).toContain('business')
    expect(find('banner')).toContain('notices')
    const phone = { number: '+43 316 821234' }
    for (const query of ['0316', '0316/821234', '316 82', '43316', '821234', '+43 316'])
      expect(find(query, { phone }), query).toContain('phone')
    expect(find('0317', { phone })).not.toContain('phone')
    expect(find('fluegel', { notices: [{ text: 'Flügel' }] })).toContain('notices')
    expect(find('60', { tariff: { travel: [{ miles: 60 }] } })).toEqual(['tariff'])
  })

  it('hours and languages are typed as people say them', () => {
    const toWrittenAs = (name: string, text: string) =>
      toWritten(text, (root.$defs as Record<string, Schema>)[name]!.pattern, 'en-US')
    expect(toWrittenAs('day-times', '9am-5:30pm')).toBe('09:00-17:30')
    expect(toWrittenAs('day-times', '9:00 AM to 5 PM')).toBe('09:00-17:00')
    expect(toWrittenAs('day-times', '9–17')).toBe('09:00-17:00')
    expect(toWrittenAs('day-times', '9 to 17')).toBe('09:00-17:00')
    expect(toWrittenAs('day-times', '08:00 - 12:00')).toBe('08:00 - 12:00')
    expect(toWrittenAs('day-times', '9-5')).toBe('09:00-17:00')
    expect(toWrittenAs('day-times', '7-11')).toBe('7-11')
    expect(toWrittenAs('clock', '9 am')).toBe('09:00')
    expect(toWrittenAs('language-tag', 'Polish')).toBe('pl')
    expect(toWrittenAs('language-tag', 'polski')).toBe('pl')
    for (const name of ['Canadian French', 'French (Canada)', 'français canadien'])
      expect(toWrittenAs('language-tag', name)).toBe('fr-CA')
    // The language of the site may be a mistake.
    const { pattern } = (root.$defs as Record<string, Schema>)['language-tag']!
    expect(toWritten('Polish', pattern, 'engl!sh')).toBe('pl')
    // Otherwise, its prices would be 63 US$.
    expect(toWrittenAs('language-tag', 'Spanish')).toBe('es-US')
    expect(toWrittenAs('fact-name', 'Polish')).toBe('Polish')
  })

  it('an optional group goes with the last of its properties', () => {
    const site = root.properties!.site!
    const remove = (publish: object) =>
      findEmptied(root, site, { notices: [{ text: 'Closed.', publish }] }, [
        ...['notices', 0, 'publish', 'until'],
      ])
    expect(remove({ until: '2026-12-24' })).toEqual(['notices', 0, 'publish'])
    expect(remove({ from: '2026-12-24', until: '2026-12-24' }).at(-1)).toBe('until')
    const name = ['service', 'name']
    expect(findEmptied(root, { $ref: '#/$defs/page' }, { service: { name: '' } }, name)).toEqual([
      'service',
    ])
    const actions = [{ label: 'Call' }]
    const label = ['actions', 0, 'label']
    expect(findEmptied(root, anyBlock, { type: 'hero', actions }, label)).toEqual(label)
  })

  it('no help names a command, a file or YAML', () => {
    const jargon = /npm run|--\w|\{ |\$\{|\.ya?ml|\btrue\b|ISO|YAML|`|: \[['\w]|\w: [a-z]+: [a-z]/
    // Edited by hand, as a table, or by a command.
    const { 'page-set': _, 'row-list': __, day: ___, ...edited } = root.$defs ?? {}
    const helps = listHelps(edited)
    expect(helps.length).toBeGreaterThan(900)
    expect(helps.filter((help) => jargon.test(help))).toEqual([])
    expect(wordHelp({ description: 'true if it counts. npm run check -- --launch asks.' })).toBe(
      'Yes if it counts.',
    )
  })

  it('every property of every block has a field with a description', () => {
    expect(blocks.length).toBeGreaterThan(25)
    const shapes = blocks.flatMap(({ type }) => listShapes(anyBlock, type, { type }))
    expect(shapes.length).toBeGreaterThan(300)
    expect(shapes.filter(([, { kind }]) => kind === 'other').map(([path]) => path)).toEqual([])
    const unexplained = shapes.filter(([, shape]) => shape.kind !== 'fixed' && !shape.description)
    expect(unexplained.map(([path]) => path)).toEqual([])
  })

  it('a font of the theme is a text, or a list of files', () => {
    const font = { $ref: '#/$defs/font-source' }
    expect(describeShape(root, font).kind).toBe('text')
    expect(describeShape(root, font, ['fonts/acme.woff2']).kind).toBe('list')
  })

  it('the fields of a page are those that authors write', () => {
    const shape = describeShape(root, { $ref: '#/$defs/page' })
    const fields = shape.kind === 'group' ? shape.properties : []
    const kinds = fields.map(({ name, schema }) => [name, describeShape(root, schema).kind])
    expect(Object.fromEntries(kinds)).toMatchObject({
      kind: 'choice',
      title: 'text',
      aliases: 'list',
      readings: 'map',
      service: 'group',
      noindex: 'boolean',
      blocks: 'list',
    })
    expect(fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual([
      'kind',
      'title',
      'description',
      'blocks',
    ])
  })

  it('the type of a block chooses its fields', () => {
    const hero = describeShape(root, anyBlock, { type: 'hero' })
    const names = hero.kind === 'group' ? hero.properties.map(({ name }) => name) : []
    expect(names).toContain('lead')
    expect(names).not.toContain('items')
    expect(describeShape(root, anyBlock, { type: 'no-such-block' }).kind).toBe('other')
  })

  it('texts that name something have a field of their own', () => {
    const formats = listShapes(anyBlock, 'hero', { type: 'hero' }).flatMap(([path, shape]) =>
      shape.kind === 'text' ? [[path, shape.format]] : [],
    )
    expect(Object.fromEntries(formats)).toMatchObject({
      'hero.heading': 'text',
      'hero.lead': 'markdown',
      'hero.picture.src': 'picture',
      'hero.actions[].href': 'link',
      'hero.cards[].price': 'fact',
    })
  })
})

describe('new values', () => {
  const context = { root, starters, enclosing: [] }

  it.each(blocks.map(({ type }) => type))('a new block of the type %s is valid', (type) => {
    const block = createValue(context, findBlockSchema(root, type)!, type)
    expect(block).toMatchObject({ type })
    expect(validateBlock(block)).toEqual([])
  })

  it('knows which new values show a picture', () => {
    const types = blocks.map(({ type }) => type)
    const shows = types.filter((type) => requiresPicture(root, findBlockSchema(root, type)!))
    expect(shows).toContain('picture')
    expect(shows).not.toContain('hero')
    expect(requiresPicture(root, { $ref: '#/$defs/picture' })).toBe(true)
  })

  it('a new row has an answer for every column', () => {
    const rows = {
      type: 'array',
      items: { type: 'object', properties: { cells: cellList }, required: ['cells'] },
    }
    const enclosing = [{ columns: ['Online', 'Mobile', 'Office'] }]
    expect(createValue({ root, starters, enclosing }, rows.items, 'row')).toEqual({
      cells: ['New cell', 'New cell', 'New cell'],
    })
  })

  const cellList = { type: 'array', countOf: 'columns', items: { type: 'string' } }

  it('new days begin today, and a new link says where it leads', () => {
    // Nobody would notice that messages go to a made-up address.
    expect(createValue(context, { $ref: '#/$defs/form-service' }, 'form')).toEqual({ endpoint: '' })
    expect(createValue(context, { $ref: '#/$defs/days' }, 'publish')).toEqual({
      from: '2026-03-04',
    })
    const named = { ...context, starters: { ...starters, linkName: 'Home' } }
    const action = createValue(named, { $ref: '#/$defs/action' }, 'action')
    expect(action).toMatchObject({ label: 'Home', href: '/' })
  })

  it('new hours are of a day that has none yet, and special days begin today', () => {
    const hours = [{ days: ['Monday', 'Tuesday'], times: '08:00-17:00' }, { days: ['Thursday'] }]
    const among = { ...context, enclosing: [{ hours }, hours] }
    const create = (definition: string) =>
      createValue(among, getSchemaAt(root, `#/$defs/${definition}/items`), 'hour')
    expect(create('business-hours')).toEqual({ days: ['Wednesday'], times: 'closed' })
    expect(create('special-days')).toEqual({ on: '2026-03-04', times: 'usual' })
    // They end on the day on which they begin, if that is still to come.
    const day = (on: string) => {
      const until = getSchemaAt(root, '#/$defs/special-days/items/properties/until')
      return createValue({ ...context, enclosing: [{ on }] }, until, 'until')
    }
    expect([day('2026-12-24'), day('2025-12-24'), day('Thanksgiving Day')]).toEqual([
      '2026-12-24',
      '2026-03-04',
      '2026-03-04',
    ])
  })

  it('a new entry says what to write', () => {
    const faq = describeShape(root, anyBlock, { type: 'faq' })
    const items = faq.kind === 'group' && faq.properties.find(({ name }) => name === 'items')
    const shape = items && describeShape(root, items.schema)
    const entry = shape && shape.kind === 'list' && createValue(context, shape.items, 'item')
    expect(entry).toEqual({ question: 'New question', answer: 'New answer' })
  })

  function validateBlock(block: unknown): string[] {
    const value = {
      pages: { '/new': { kind: 'info', title: 'New', description: 'New', blocks: [block] } },
    }
    const source = parseYamlReference('new.yaml', JSON.stringify(value))
    return getValidator(root)(source).map(({ message }) => message)
  }
})

it('what a new block says before somebody writes it is reported as unfinished', () => {
  const lists: [string[], string[]] = [[], []]
  const collect = (schema: Schema, name: string, path: (string | number)[]) => {
    const listTexts = (value: unknown, at: (string | number)[]) => {
      if (typeof value === 'object' && value !== null)
        for (const [key, each] of Object.entries(value))
          listTexts(each, [...at, Array.isArray(value) ? Number(key) : key])
      if (typeof value !== 'string' || !value.startsWith('New ')) return
      const findings = createFindings()
      const place = { path: at, findings, context: { language: 'en-US' } } as unknown
      findUnfinishedText(value, place as TextPlace)
      lists[findings.unfinished.length > 0 ? 0 : 1].push(`${at.join('.')}: ${value}`)
    }
    listTexts(createValue({ root, starters, enclosing: [] }, schema, name), path)
  }
  for (const { type, schema } of blocks) {
    collect(schema, type!, [type!])
    const shape = describeShape(root, schema)
    for (const { name, schema: own } of shape.kind === 'group' ? shape.properties : [])
      collect(own, name, [type!, name])
  }
  expect(lists[0].length).toBeGreaterThan(100)
  expect(lists[1]).toEqual([])
})

describe('quantities', () => {
  it.each([
    ['35', 35],
    ['-1.5', -1.5],
    ['3.4590', 3.459],
    ['2–4', { min: 2, max: 4 }],
    ['2 to 4', { min: 2, max: 4 }],
    ['same day', 'same day'],
  ])('%s is a number, a range or a text', (text, value) => {
    expect(parseQuantity(text)).toEqual(value)
    expect(parseQuantity(formatQuantity(value))).toEqual(value)
  })

  it('a price with three decimals is shown as it can be typed', () => {
    expect(readFactValue(formatQuantity(3.459), 'USD', 'en-US')).toEqual({ value: 3.459 })
  })

  it.each([
    ['$40', 'USD', 'en-US', { value: 40 }],
    ['5 %', 'percent', 'en-US', { value: 5 }],
    ['$1,450', 'USD', 'en-US', { value: 1450 }],
    ['1,450.50', 'USD', 'en-US', { value: 1450.5 }],
    ['1,200–1,450', 'USD', 'en-US', { value: { min: 1200, max: 1450 } }],
    ['149,50', 'EUR', 'de-DE', { value: 149.5 }],
    ['1 350', 'CAD', 'fr-CA', { value: 1350 }],
    ['1\u00a0250,50', 'EUR', 'fr-FR', { value: 1250.5 }],
    ['1.450', 'EUR', 'de-DE', { refused: 'Write 1450, or 1.45.' }],
    ['1.450', 'EUR', 'en-GB', { refused: 'Write 1450, or 1.45.' }],
    ['1.450', 'km', 'en-GB', { value: 1.45 }],
    ['1,450', 'EUR', 'fr-FR', { refused: 'Write 1450, or 1.45.' }],
    ['20,505', 'EUR', 'es', { refused: 'Write 20505, or 20.5050.' }],
    ['1.250,00', 'EUR', 'es', { value: 1250 }],
    ['same day', 'text', 'en-US', { value: 'same day' }],
    ['abc', 'USD', 'en-US', { refused: 'Write a number, such as 25, 1250.50 or 2–4.' }],
  ])('%s with the unit %s is read in %s, or refused', (text, unit, language, read) => {
    expect(readFactValue(text, unit, language)).toEqual(read)
  })

  it('the value of a fact has such a field', () => {
    const fact = describeShape(root, getSchemaAt(root, '#/$defs/ledger-entry'))
    const property = fact.kind === 'group' && fact.properties.find(({ name }) => name === 'value')
    expect(property && describeShape(root, property.schema).kind).toBe('quantity')
  })
})

describe('the palette', () => {
  const info = { kind: 'info', types: ['breadcrumbs', 'hero', 'faq'] }
  const listUnfit = (page: typeof info) =>
    blocks.map(({ type }) => type).filter((type) => explainUnfit(root, type, page) !== undefined)

  it('has nothing that a page may not have, or not twice', () => {
    expect(listUnfit(info)).toEqual(['article-header', 'breadcrumbs', 'hero', 'related-posts'])
    expect(listUnfit({ kind: 'article', types: [] })).toEqual([])
    expect(listUnfit({ kind: 'article', types: ['article-header'] })).toEqual([
      'article-header',
      'hero',
    ])
  })

  it('begins with what the page needs next', () => {
    const groups = blockGroupNames.map((group) => ({ group }))
    const listSorted = (page: typeof info) =>
      sortGroups(root, groups, page).map(({ group }) => group)
    expect(listSorted({ ...info, types: [] })[0]).toBe('opening')
    expect(listSorted(info).at(-1)).toBe('opening')
    expect(listSorted({ ...info, kind: 'location' })[0]).toBe('places')
  })
})

describe('names', () => {
  it('properties become words', () => {
    const names = ['postalCode', 'HVACBusiness', 'AutoRepair', 'price-cards', 'href', 'USD']
    expect(names.map(toWords)).toEqual([
      'Postal code',
      'HVAC business',
      'Auto repair',
      'Price cards',
      'Link',
      'US Dollar (USD)',
    ])
  })

  it('entries of lists are called by their description', () => {
    expect(nameEntry('items', 'One question.')).toBe('question')
    expect(nameEntry('actions', 'A button.')).toBe('button')
    expect(nameEntry('categories')).toBe('category')
    expect(nameEntry('address')).toBe('address')
  })

  it('a value is summarized by its heading, else by any text', () => {
    const of = (value: unknown) => summarize(value, [price])
    expect(of({ type: 'faq', heading: 'Across  the\ncounter' })).toBe('Across the counter')
    expect(of({ icon: 'sun', hours: '6 am' })).toBe('sun')
    expect(of('x'.repeat(80))).toHaveLength(60)
    expect(of({ count: 3 })).toBe('')
    expect(of({ type: 'prose', body: '## How we [bake](/)\n\nWe **never** rush.' })).toBe(
      'How we bake',
    )
    expect(of('A visit for ${visit}')).toBe('A visit for $60')
    expect(of('${count:this|Words} questions')).toBe('… questions')
  })
})

const price: FactListing = {
  name: 'visit',
  label: 'A visit',
  unit: 'USD',
  address: { file: 'facts.yaml', path: ['facts', 'visit'] },
  text: '$60',
  used: 'value',
  readings: [
    {
      name: 'value',
      text: '$60',
      value: 60,
      address: { file: 'facts.yaml', path: ['facts', 'visit'] },
      pages: ['/'],
    },
  ],
  pages: ['/'],
  hasConflict: false,
}

it('prices are offered first for a citation, then what most pages print', () => {
  const town = { ...price, name: 'town', unit: 'text', pages: [] }
  const hours = { ...town, name: 'hours', pages: ['/', '/visits'] }
  const names = listCitations([town, hours, price], '').map(({ name }) => name)
  expect(names).toEqual(['visit', 'hours', 'town'])
})

it('a figure that is typed over a citation offers what prints it, not what contains its digits', () => {
  const offered = ['$18 · A loaf', '$180 · A cake', '$2.18 · A roll', '18 months · A course']
  const all = offered.map((label, index) => ({ id: `fact-${index}`, label, text: `fact-${index}` }))
  const find = (typed: string) => findSuggestions(all, typed).map(({ label }) => label)
  expect(find('18')).toEqual(['18 months · A course', '$18 · A loaf'])
  expect(find('$18')).toEqual(['$18 · A loaf'])
  expect(find('months')).toEqual(['18 months · A course'])
})

it('a figure that is typed can be cited from the fact that prints it, and a bare number cannot', () => {
  const text = 'Only $60, or $600, for 2 people. ${visit} is cited'
  const [typed, ...others] = listTyped([price, { ...price, name: 'people', text: '2' }], text)
  expect(others).toEqual([])
  expect(citeTyped(text, typed!)).toBe('Only ${visit}, or $600, for 2 people. ${visit} is cited')
  // A price in Dutch is printed with a space that does not break.
  for (const euros of ['€ 15', '€15']) {
    const [found] = listTyped([{ ...price, text: '€\u00a015' }], `Vanaf ${euros}.`)
    expect(citeTyped(`Vanaf ${euros}.`, found!)).toBe('Vanaf ${visit}.')
  }
  // Its readings print the same.
  const { isSettled: _, ...unsettled } = price
  const [reading] = price.readings
  const readings = ['website', 'flyer'].map((name) => ({ ...reading!, name, text: price.text }))
  expect(listTyped([{ ...unsettled, readings }], text)).toEqual([typed])
})

it('what is found is replaced whatever its case, and a capital stays', () => {
  expect(replaceFound('Visit us. A visit is short.', 'visit', 'call')).toBe(
    'Call us. A call is short.',
  )
  expect(replaceFound('$5 (five)', '$5', '$6')).toBe('$6 (five)')
  expect(replaceFound('Nothing', '', 'x')).toBe('Nothing')
})

it('whole words are replaced, and not in a citation or the target of a link', () => {
  const text = '[Stanton](/locations/stanton), ${distance-stanton} from Stantonville'
  expect(replaceFound(text, 'stanton', 'Lamesa', { isWhole: true })).toBe(
    '[Lamesa](/locations/stanton), ${distance-stanton} from Stantonville',
  )
  expect(replaceFound('/locations/stanton', 'stanton', 'lamesa', { isName: true })).toBe(
    '/locations/lamesa',
  )
})

it('finds texts first, and marks addresses and names, which others refer to', () => {
  const [first, other] = [
    {
      title: 'Stanton',
      blocks: [{ href: '/towns/stanton', fact: 'miles-stanton', distance: 'miles-stanton' }],
    },
    { title: 'A cart in Stantonville', text: 'See ${miles-stanton}.' },
  ]
  const files = [{ file: 'pages.yaml', value: { pages: { '/towns/stanton': first, '/b': other } } }]
  const find = (request: FindRequest) => {
    const { texts, ...counts } = findTexts(files, request, ({ address, text }) =>
      isNameAt(address.path, text, new Set(['miles-stanton'])),
    )
    return { ...counts, texts: texts.map(({ text, isName }) => (isName ? `(${text})` : text)) }
  }
  const names = ['(/towns/stanton)', '(miles-stanton)', '(miles-stanton)']
  expect(find({ text: 'stanton' })).toEqual({
    count: 6,
    names: 4,
    texts: ['Stanton', 'A cart in Stantonville', ...names, '(See ${miles-stanton}.)'],
  })
  expect(find({ text: 'stanton', isWhole: true, route: '/towns/stanton' }).texts).toEqual([
    'Stanton',
    ...names,
  ])
})

it('tells the words of customers from those of the site', () => {
  const items = [{ quote: 'Fresh bread', name: 'Ann', source: 'A card about bread' }]
  const blocks = [{ type: 'testimonials', heading: 'About our bread', items }]
  const files = [
    { file: 'pages.yaml', value: { pages: { '/': { blocks } } } },
    { file: 'data/reviews.csv', value: [{ text: 'Good bread', service: 'bread' }] },
  ]
  const { texts } = findTexts(files, { text: 'bread' }, () => false, 'data/reviews.csv')
  const quoted = texts.filter(({ isQuoted }) => isQuoted).map(({ text }) => text)
  expect(quoted).toEqual(['Fresh bread', 'A card about bread', 'Good bread', 'bread'])
  expect(texts).toHaveLength(5)
})

it('proposes a free name for an uploaded picture, beside those that are there', () => {
  const taken = ['/towns/odessa.svg', '/towns/midland.svg', '/logo.svg', '/towns/plaza.jpg']
  expect(proposePictureName('Façade (1).JPG', taken, taken)).toBe('/towns/facade-1.jpg')
  expect(proposePictureName('plaza.jpg', taken, taken)).toBe('/towns/plaza-2.jpg')
  expect(proposePictureName('café.png', ['/logo.svg'], taken)).toBe('/cafe.png')
  expect(proposePictureName('写真.png', [], [])).toBe('/picture.png')
})

it('reads an address as it is written or pasted', () => {
  expect(toAddress('rolls')).toBe('/rolls')
  expect(toAddress(' https://example.com/Rolls.html ')).toBe('/Rolls.html')
  expect(toAddress('https://example.com')).toBe('/')
  expect(toAddress('www.example.com/Our Prices.html?id=3')).toBe('/Our Prices.html?id=3')
  expect(toPageAddress('services/Weekend Rolls')).toBe('/services/weekend-rolls')
})

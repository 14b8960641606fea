/** What only the owner decides is marked in the schema, and a change of it is found wherever it goes. */
import { expect, it } from 'vitest'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import { listOwnersChanges } from '../../scripts/edit/owners-changes.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'

const root = loadSchema()
const addresses = [
  'https://collector.example',
  'https://collector.example/',
  'https://collector.example/x?y=1',
]

/** What can have the address of another site, to which visitors only go if they follow a link. */
const onlyLinks = [
  'business.profiles[].href',
  'embed-block.link',
  'evidence.url',
  'fact-translations.*',
  'fact-value',
  'forbidden-statement.url',
  'markdown',
  'required-statement.url',
  'text',
]

it('each setting with an address or a script of another site belongs to the owner', () => {
  const found = new Set<string>()
  const visit = (schema: Schema, place: string) => {
    if (schema.owner === true) return
    const { pattern = '^$', properties = {}, items, additionalProperties, oneOf = [] } = schema
    const accepts = new RegExp(pattern, 'u')
    if (addresses.some((address) => accepts.test(address))) found.add(place)
    for (const [name, each] of Object.entries(properties)) visit(each, `${place}.${name}`)
    if (items) visit(items, `${place}[]`)
    if (typeof additionalProperties === 'object') visit(additionalProperties, `${place}.*`)
    for (const each of oneOf) visit(each, place)
  }
  for (const [name, definition] of Object.entries(root.$defs!)) visit(definition, name)
  visit(root, '')
  expect([...found].sort()).toEqual(onlyLinks)
})

const form = (endpoint?: string, id = 'contact') => ({
  ...{ type: 'form', id },
  ...(endpoint && { service: { endpoint } }),
})
const site = (settings: object, pages: Record<string, object[]>) => ({
  site: settings,
  pages: Object.fromEntries(Object.entries(pages).map(([route, blocks]) => [route, { blocks }])),
})
const place = 'pages.*.blocks contact.service'
const [own, other] = ['https://own.example/a', 'https://collector.example/b']
const text = { type: 'prose' }
const before = site({ form: { endpoint: own } }, { '/a': [text, form(own)], '/b': [form()] })

it.each<[string, object, string[]]>([
  ['a page gets another address', { '/c': [text, form(own)], '/b': [form()] }, []],
  ['a block moves', { '/a': [form(own), text], '/b': [form()] }, []],
  ['a page is copied', { '/a': [text, form(own)], '/b': [form()], '/c': [form(own)] }, []],
  ['a page is deleted', { '/b': [form()] }, []],
  ['a form goes somewhere else', { '/a': [text, form(other)], '/b': [form()] }, [place]],
  ['a form goes where all go', { '/a': [text, form()], '/b': [form()] }, [place]],
  ['a new form goes somewhere', { '/a': [text, form(own)], '/b': [form(other)] }, [place]],
])('what belongs to the owner, when %s', (_, pages, expected) => {
  const after = { ...before, pages: site({}, pages as Record<string, object[]>).pages }
  expect(listOwnersChanges(root, [before], [after])).toEqual(expected)
})

it.each<[string, object]>([
  ['site.form', { form: { endpoint: other } }],
  ['site.form', {}],
  ['site.analytics', { form: { endpoint: own }, analytics: { tagManager: { id: 'GTM-A1' } } }],
  ['site.contentPolicy', { form: { endpoint: own }, contentPolicy: false }],
  ['site.location.endpoint', { form: { endpoint: own }, location: { endpoint: other } }],
  [
    'site.redirects',
    { form: { endpoint: own }, redirects: { '/x': 'https://collector.example/' } },
  ],
])('%s belongs to the owner', (name, settings) => {
  expect(listOwnersChanges(root, [before], [{ ...before, site: settings }])).toEqual([name])
})

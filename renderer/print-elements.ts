import { Fragment, isValidElement, type ReactNode } from 'react'
import { escapeHtml } from './escape-html.ts'

/**
 * What React's `renderToStaticMarkup` makes of elements, in three fifths of its time: components without hooks, and HTML that needs no more than
 * to be written down. What only React knows, a context, a picture to be loaded ahead, a form, is left to it.
 * @returns undefined where something of that sort is met, or a component throws.
 */
export function printElements(node: ReactNode): string | undefined {
  parts = []
  try {
    print(node)
    return parts.join('')
  } catch {
    // Of a component that fails, React tells more.
    return undefined
  }
}

/** What is being printed: a list that is joined at the end leaves less to be collected than texts that grow. */
let parts: string[] = []

/** A thing that is left to React. No error: nobody reads it, and a trace would take longer than the printing. */
const unknown = Symbol('unknown')

function print(node: unknown): void {
  if (typeof node === 'string') parts.push(escapeHtml(node))
  else if (typeof node === 'number') parts.push(String(node))
  else if (Array.isArray(node)) for (const child of node) print(child)
  else if (isValidElement(node)) printElement(node.type, node.props as Record<string, unknown>)
  else if (node !== null && node !== undefined && typeof node !== 'boolean') throw unknown
}

function printElement(type: unknown, props: Record<string, unknown>): void {
  if (typeof type === 'string') printTag(type, props)
  else if (type === Fragment) print(props.children)
  else if (typeof type === 'function' && type.prototype?.isReactComponent === undefined)
    print((type as (props: unknown) => unknown)(props))
  else throw unknown
}

function printTag(name: string, props: Record<string, unknown>): void {
  const tag = tags.get(name)
  if (!tag) throw unknown
  parts.push(tag.start)
  for (const attribute in props)
    if (attribute !== 'children') printAttribute(attribute, props[attribute], name)
  if (tag.end !== undefined) {
    parts.push('>')
    print(props.children)
    parts.push(tag.end)
  } else if (props.children === undefined || props.children === null) {
    parts.push('/>')
  } else {
    throw unknown
  }
}

function printAttribute(name: string, value: unknown, tag: string): void {
  if (value === null || value === undefined) return
  if (name === 'href' && !(tag === 'a' && typeof value === 'string' && surelyHarmless.test(value)))
    throw unknown
  if (typeof value === 'boolean' && switches.has(name)) {
    if (value) parts.push(` ${name}=""`)
    return
  }
  const known = attributes.get(name)
  if (known === undefined && !openNames.test(name)) throw unknown
  if (
    typeof value !== 'string' &&
    typeof value !== 'number' &&
    (known !== undefined || typeof value !== 'boolean')
  )
    throw unknown
  parts.push(known ?? ` ${name}="`, escapeHtml(String(value)), '"')
}

/** Elements of which React knows nothing special, or nothing but what is checked here. */
const tags = new Map<string, { start: string; end?: string }>([
  ...'a abbr address article aside b blockquote caption cite code dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header i ins kbd li main mark nav ol p q s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var'
    .split(' ')
    .map((name) => [name, { start: `<${name}`, end: `</${name}>` }] as const),
  ...['br', 'hr'].map((name) => [name, { start: `<${name}` }] as const),
])

/** Attributes by the name that components give them, as they begin: their values are texts and numbers, written as they are. */
const attributes = new Map([
  ['className', ' class="'],
  ...[
    'id',
    'href',
    'title',
    'lang',
    'dir',
    'role',
    'scope',
    'rel',
    'target',
    'dateTime',
    'colSpan',
  ].map((name) => [name, ` ${name}="`] as const),
])
/** Names that anybody may make; true and false are words there. */
const openNames = /^(?:aria|data)-[a-z]+(?:-[a-z]+)*$/
const switches = new Set(['hidden', 'open'])

/** React takes scripts out of addresses, and those that are empty. */
const surelyHarmless = /^(?:https?:|tel:|sms:|mailto:|[/#?.])/

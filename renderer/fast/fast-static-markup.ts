import { Fragment, isValidElement, type ReactNode } from 'react'
import { escapeHtml } from '../escape-html.ts'

/**
 * What React's `renderToStaticMarkup` makes of elements, in three fifths of its time: components without hooks, and HTML that needs no more than
 * to be written down. What only React knows, a context, a picture to be loaded ahead, a form, is left to it.
 * @returns undefined where something of that sort is met, or a component throws.
 */
export function fastRenderToStaticMarkup(node: ReactNode): string | undefined {
  htmlParts = []
  try {
    writeNode(node)
    return htmlParts.join('')
  } catch {
    // Of a component that fails, React tells more.
    return undefined
  }
}

/** What is being printed: a list that is joined at the end leaves less to be collected than texts that grow. */
let htmlParts: string[] = []

/** A thing that is left to React. No error: nobody reads it, and a trace would take longer than the printing. */
const unsupportedElement = Symbol('unknown')

function writeNode(node: unknown): void {
  if (typeof node === 'string') htmlParts.push(escapeHtml(node))
  else if (typeof node === 'number') htmlParts.push(String(node))
  else if (Array.isArray(node)) for (const child of node) writeNode(child)
  else if (isValidElement(node)) writeElement(node.type, node.props as Record<string, unknown>)
  else if (node !== null && node !== undefined && typeof node !== 'boolean')
    throw unsupportedElement
}

function writeElement(type: unknown, props: Record<string, unknown>): void {
  if (typeof type === 'string') writeHtmlElement(type, props)
  else if (type === Fragment) writeNode(props.children)
  else if (typeof type === 'function' && type.prototype?.isReactComponent === undefined)
    writeNode((type as (props: unknown) => unknown)(props))
  else throw unsupportedElement
}

function writeHtmlElement(name: string, props: Record<string, unknown>): void {
  const tag = supportedElements.get(name)
  if (!tag) throw unsupportedElement
  htmlParts.push(tag.start)
  for (const attribute in props)
    if (attribute !== 'children') writeAttribute(attribute, props[attribute], name)
  if (tag.end !== undefined) {
    htmlParts.push('>')
    writeNode(props.children)
    htmlParts.push(tag.end)
  } else if (props.children === undefined || props.children === null) {
    htmlParts.push('/>')
  } else {
    throw unsupportedElement
  }
}

function writeAttribute(name: string, value: unknown, tag: string): void {
  if (value === null || value === undefined) return
  if (name === 'href' && !(tag === 'a' && typeof value === 'string' && safeHref.test(value)))
    throw unsupportedElement
  if (typeof value === 'boolean' && booleanAttributes.has(name)) {
    if (value) htmlParts.push(` ${name}=""`)
    return
  }
  const known = attributePrefixes.get(name)
  if (known === undefined && !ariaOrDataName.test(name)) throw unsupportedElement
  if (
    typeof value !== 'string' &&
    typeof value !== 'number' &&
    (known !== undefined || typeof value !== 'boolean')
  )
    throw unsupportedElement
  htmlParts.push(known ?? ` ${name}="`, escapeHtml(String(value)), '"')
}

/** Elements of which React knows nothing special, or nothing but what is checked here. */
const supportedElements = new Map<string, { start: string; end?: string }>([
  ...'a abbr address article aside b blockquote caption cite code dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header i ins kbd li main mark nav ol p q s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var'
    .split(' ')
    .map((name) => [name, { start: `<${name}`, end: `</${name}>` }] as const),
  ...['br', 'hr'].map((name) => [name, { start: `<${name}` }] as const),
])

/** Attributes by the name that components give them, as they begin: their values are texts and numbers, written as they are. */
const attributePrefixes = new Map([
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
const ariaOrDataName = /^(?:aria|data)-[a-z]+(?:-[a-z]+)*$/
const booleanAttributes = new Set(['hidden', 'open'])

/** React takes scripts out of addresses, and those that are empty. */
const safeHref = /^(?:https?:|tel:|sms:|mailto:|[/#?.])/

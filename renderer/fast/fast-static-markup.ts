import { Fragment, isValidElement, type ReactNode } from 'react'
import { escapeHtml } from '../escape-html.ts'

/**
 * Renders the same HTML as React's `renderToStaticMarkup`, for function components without hooks
 * and for common elements and attributes.
 * @returns undefined for anything else, such as a context, a preloaded image or a form, or if a
 * component throws
 */
export function fastRenderToStaticMarkup(node: ReactNode): string | undefined {
  htmlParts = []
  try {
    writeNode(node)
    return htmlParts.join('')
  } catch {
    // If a component throws, rendering it with React gives a better error.
    return undefined
  }
}

/** The output. Joining a list once creates less garbage than appending to a string. */
let htmlParts: string[] = []

/**
 * Thrown for content that only React can render. Not an `Error`, since nobody reads its stack
 * trace.
 */
const unsupportedElement = Symbol('unsupported element')

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

/** Elements that React does not treat specially, or only in ways that are checked here. */
const supportedElements = new Map<string, { start: string; end?: string }>([
  ...'a abbr address article aside b blockquote caption cite code dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header i ins kbd li main mark nav ol p q s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var'
    .split(' ')
    .map((name) => [name, { start: `<${name}`, end: `</${name}>` }] as const),
  ...['br', 'hr'].map((name) => [name, { start: `<${name}` }] as const),
])

/** How attributes start, by the names of their props. Their values are strings and numbers. */
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
/** Attributes with any suffix. React writes their booleans as "true" and "false". */
const ariaOrDataName = /^(?:aria|data)-[a-z]+(?:-[a-z]+)*$/
const booleanAttributes = new Set(['hidden', 'open'])

/**
 * React replaces `javascript:` URLs and omits empty ones, so all URLs that do not match are left to
 * React.
 */
const safeHref = /^(?:https?:|tel:|sms:|mailto:|[/#?.])/

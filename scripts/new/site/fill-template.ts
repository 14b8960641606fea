import { isCollection, isScalar, parseDocument, visit, type Node } from 'yaml'

/** What templates can name: `<town>`, or `<way.steps.heading>` for a value inside another. */
export type TemplateValues = { [name: string]: unknown }

const namePattern = /<([a-z][\w-]*(?:\.[\w-]+)*)>/gi
/** In characters. A shorter map without maps inside is written on one line. */
const maxLineLength = 140

/**
 * Fills a YAML template. A scalar that is nothing but a name becomes the value, of any type. The
 * YAML library quotes texts that need it, so that any name of a business is valid.
 * @throws Error for a name without a value
 */
export function fillTemplate(template: string, values: TemplateValues): string {
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
    Map: (_, map) => {
      const isFlat = map.items.every(({ value }) => !isCollection(value))
      const { length } = JSON.stringify(map)
      if (isFlat && map.items.length > 1 && length <= maxLineLength) map.flow = true
    },
  })
  return document.toString({ lineWidth: 0, singleQuote: true })
}

/** Fills every text in a value. */
export function fillTexts(value: unknown, values: TemplateValues): unknown {
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

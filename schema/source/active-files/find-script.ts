import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { namespaces, reasons, runsScript, type ActiveFinding } from './finding.ts'
import { readXml } from './read-xml.ts'

/** Finds what a browser runs in an XML document, such as XHTML. */
export function findScriptInXml(bytes: Uint8Array): ActiveFinding | undefined {
  const isKnown = (uri: string) => Object.values(namespaces).includes(uri)
  const { finding } = readXml(bytes, {
    onElement({ uri, local, attributes }) {
      if (!isKnown(uri)) return undefined
      return findScriptInElement(
        local,
        Object.values(attributes).map(({ local: name, value }) => ({ name, value })),
      )
    },
  })
  return finding
}

/** Finds what a browser runs in an HTML document. */
export function findScriptInPage(bytes: Uint8Array): ActiveFinding | undefined {
  for (const encoding of listEncodings(bytes)) {
    const finding = findScriptInHtml(new TextDecoder(encoding).decode(bytes))
    if (finding) return finding
  }
  return undefined
}

function findScriptInHtml(html: string): ActiveFinding | undefined {
  const waiting: Tree.Node[] = [parse(html, { sourceCodeLocationInfo: true })]
  const findings: ActiveFinding[] = []
  while (waiting.length > 0) {
    const node = waiting.pop()!
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node) for (const child of node.childNodes) waiting.push(child)
    if (!defaultTreeAdapter.isElementNode(node)) continue
    const reason = findScriptInElement(node.tagName, node.attrs)
    const { startLine: line = 1, startCol: column = 1 } = node.sourceCodeLocation ?? {}
    if (reason !== undefined) findings.push({ reason, line, column })
  }
  return findings.sort((a, b) => a.line - b.line || a.column - b.column)[0]
}

function findScriptInElement(
  name: string,
  attributes: { name: string; value: string }[],
): string | undefined {
  if (name.toLowerCase() === 'script' && !isData(attributes)) return reasons.script
  for (const { name: attribute, value } of attributes) {
    if (/^on/i.test(attribute)) return reasons.handler
    if (runsScript(value)) return reasons.link
    if (attribute === 'srcdoc' && findScriptInHtml(value)) return reasons.document
  }
  return undefined
}

/** A script element that a browser does not run, such as JSON-LD. */
function isData(attributes: { name: string; value: string }[]): boolean {
  const type = attributes.find(({ name }) => name === 'type')?.value
  return type !== undefined && /^application\/(?:[\w.-]+\+)?json$/i.test(type)
}

/**
 * The encodings in which a browser may read a page. A byte order mark counts more than what a server
 * says; what the page declares counts if the server says nothing, and some encodings are guessed.
 */
function listEncodings(bytes: Uint8Array): string[] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  const start = Buffer.from(bytes.subarray(0, declaredBytes)).toString('latin1')
  const declared = [...start.matchAll(/charset\s*=\s*["']?\s*([\w.:-]+)/gi)].map(
    ([, name]) => name!,
  )
  const guessed = bytes.includes(escapeByte) ? ['iso-2022-jp'] : []
  return [...new Set(['utf-8', ...declared.filter(isEncoding), ...guessed])]
}

/** Where browsers look for what a page declares. */
const declaredBytes = 1024
const escapeByte = 0x1b

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name) !== undefined
  } catch {
    return false
  }
}

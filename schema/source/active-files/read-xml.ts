import { SaxesParser, type SaxesTagNS } from 'saxes'
import { decodeUtf8 } from '../text/encoding.ts'
import { reasons, type ActiveFinding } from './finding.ts'

export type XmlElement = SaxesTagNS

/** Each level makes the next ones slower to read, since namespaces are looked up through all of them. */
const maxDepth = 500
const chunkLength = 4096

type XmlHandlers = {
  /** Called at the end of the start tag. @param parent undefined for the outermost element */
  onElement(element: XmlElement, parent: XmlElement | undefined): string | undefined
  /** @param text all text directly in the element */
  onEnd?(element: XmlElement, text: string): string | undefined
}

/**
 * Reads XML with its namespaces. The handlers return why a file is refused, if it is.
 * @returns the first such reason, where it is, and what is not well-formed: a browser shows what
 *   comes before that
 */
export function readXml(
  bytes: Uint8Array,
  { onElement, onEnd }: XmlHandlers,
): { finding?: ActiveFinding; malformed?: ActiveFinding } {
  const text = decodeUtf8(bytes)
  if (text === undefined) return { finding: { reason: reasons.encoding, line: 1, column: 1 } }
  const parser = new SaxesParser({ xmlns: true, position: true })
  const open: { element: XmlElement; texts: string[]; line: number; column: number }[] = []
  let finding: ActiveFinding | undefined
  let malformed: ActiveFinding | undefined
  let start = { line: 1, column: 1 }
  const report = (reason: string | undefined, place = getPlace()) => {
    if (reason !== undefined) finding ??= { reason, ...place }
  }
  const getPlace = () => ({ line: parser.line, column: parser.column + 1 })
  parser.on('error', ({ message }) => {
    const what = message.replace(/^(?:\d+:\d+: )?/, '').replace(/\.$/, '')
    malformed ??= { reason: `is not well-formed XML (${what})`, ...getPlace() }
  })
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(?:utf-?8|(?:us-)?ascii|iso-8859-\d+|windows-125\d)$/i.test(encoding))
      report(reasons.encoding)
  })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) report(reasons.entities)
  })
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase() === 'xml-stylesheet') report(reasons.styleSheet)
  })
  parser.on('opentagstart', () => void (start = getPlace()))
  parser.on('opentag', (element) => {
    report(onElement(element, open.at(-1)?.element), start)
    open.push({ element, texts: [], ...start })
    if (open.length > maxDepth) report(`is nested deeper than ${maxDepth} levels`, start)
  })
  const addText = (part: string) => void open.at(-1)?.texts.push(part)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const closed = open.pop()
    if (!closed) return
    const { element, texts, line, column } = closed
    report(onEnd?.(element, texts.join('')), { line, column })
  })
  for (let at = 0; at < text.length && !finding; at += chunkLength)
    parser.write(text.slice(at, at + chunkLength))
  if (!finding) parser.close()
  return { finding, malformed }
}

import { parseMarkdownReference } from '../../../schema/resolve/markdown.ts'
import { convertPaste } from '../../shared/paste-html.ts'
import { findAll, getText, isElement, isText, type HtmlElement, type HtmlNode } from './dom.ts'
import { toFragment } from './flow-items.ts'

/** What texts of the old site become on the new one. */
export type TextRules = {
  /** @returns the new target; undefined if only the text of the link stays */
  link(href: string): string | undefined
  /**
   * Cites contacts and figures, and replaces what texts cannot have.
   * @param about what a figure is about, if the text does not say it
   */
  text(written: string, about?: string): string
  /** The same without figures. */
  plainText(written: string): string
}

/** Converts nodes to the Markdown that texts may have, without headings. Changes the nodes. */
export function toMarkdown(nodes: HtmlNode[], rules: TextRules): string {
  const root = [...nodes]
  rewriteNodes(root, rules)
  const text = convert(root)
  if (isValid(text)) return text
  // Emphasis in the middle of a word, which Markdown cannot express.
  for (const element of findAll(root, 'b', 'strong', 'i', 'em', 's', 'del', 'span'))
    element.name = 'font'
  const plain = convert(root)
  return isValid(plain) ? plain : escapeText(rules.text(getText(nodes)))
}

/** A line that ends before nothing needs no mark. */
const convert = (nodes: HtmlNode[]): string =>
  convertPaste(toFragment(nodes), { headings: false, breaks: true })
    .text.replaceAll(/(?<![ \t])[ \t]*\\\n(?:[ \t]*\\\n)*/g, '\\\n')
    .replaceAll(/\\\n(?=\s*(?:\n|$))/g, '\n')
    .replace(/\\$/, '')
    // In an address, a backslash would be part of it.
    .replaceAll(/\bhttps?:\/\/\S+/g, (address) => address.replaceAll(/\\([_~*])/g, '$1'))
    // At the end of a line, the mark of the break would be part of it, too.
    .replaceAll(/(?<![([])\b(https?:\/\/[^\s()<>]+?)(?=\\\n)/g, '[$1]($1)')
    .trim()

function rewriteNodes(nodes: HtmlNode[], rules: TextRules): void {
  for (const node of nodes) {
    if (isText(node)) node.data = rules.text(node.data)
    else if ('children' in node) {
      rewriteNodes(node.children, isElement(node, 'del', 's') ? withoutFacts(rules) : rules)
      if (isElement(node, 'a') && node.attribs.href !== undefined) rewriteLink(node, rules)
    }
  }
}

/** What is struck out does not count anymore. */
const withoutFacts = (rules: TextRules): TextRules => ({ ...rules, text: rules.plainText })

function rewriteLink(anchor: HtmlElement, rules: TextRules): void {
  const target = rules.link(anchor.attribs.href!)
  if (target === undefined) delete anchor.attribs.href
  else anchor.attribs.href = target
}

function isValid(text: string): boolean {
  let hasIssue = false
  parseMarkdownReference(text, {
    headings: false,
    link: (href) => href,
    onIssue: () => (hasIssue = true),
  })
  return !hasIssue
}

/** Text that has no Markdown in it. Citations stay. */
export const escapeText = (text: string): string =>
  text.replace(/[*_~[\]<>#`\\]|^[-+]|^\d+\./g, '\\$&')

import { parseSync } from 'vite'

/** A text in code that a visitor may read, with its line. */
export type VisibleText = { line: number; text: string }

type Node = { type: string; start: number; end: number; [property: string]: unknown }

/** Attributes that browsers show or read out. */
const readAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'content',
  'label',
  'placeholder',
  'title',
])
/** Calls whose texts are for developers, or selectors. */
const silentCalls = /^console\.|Error$|(^|\.)(log\w+|querySelector\w*|matches|closest)$/
/** Nodes without texts that anybody reads: imports, types, and the names of properties. */
const silentParts = new Set([
  'ExportAllDeclaration',
  'ImportDeclaration',
  'ImportExpression',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSTypeAnnotation',
])
const isWord = (text: string) => /\p{L}{2}/u.test(text)
/** One capitalized word, or several words: neither an identifier nor a class name. */
const isSentence = (text: string) =>
  /^\s*\p{Lu}[\p{Ll}’']+[.…:?!]?\s*$/u.test(text) || /\p{L}[,.…’']? \p{L}/u.test(text)
/** A text between two values: ` of ` in `3 of 5 stars`. */
const isPartOfSentence = (text: string) => /^ (\p{Ll}{2,} )+$|^ \p{Ll}{2,}[.]?$/u.test(text)
/** Texts that are code: CSS, paths, media types, and what the DOM and React expect. */
const isCode = (text: string) =>
  /[{};=<>\\$|]|@(?!example)|^[\w-]+\(|:[a-z]+\(|\(width|^[a-z]+(-[a-z]+)* [a-z]+-[a-z-]+$|^M-?\d|^use |\/json|\/xml/.test(
    text,
  )

/** Finds the texts in a file of the renderer or of a block that visitors may read. */
export function findVisibleTexts(file: string, code: string): VisibleText[] {
  const found: VisibleText[] = []
  const report = ({ start }: Node, text: string) => {
    found.push({ line: code.slice(0, start).split('\n').length, text: text.trim() })
  }
  /** @param isShown whether any word here is read, not only what looks like a sentence */
  const look = (node: Node, text: string, isShown: boolean) => {
    if (isShown ? isWord(text) : isSentence(text) && !isCode(text)) report(node, text)
  }
  const visit = (node: unknown, isShown = false): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, isShown)
    else if (isNode(node) && !silentParts.has(node.type)) visitNode(node, isShown)
  }
  const visitNode = (node: Node, isShown: boolean): void => {
    const { type } = node
    if (type === 'JSXText') look(node, String(node.value), true)
    else if (type === 'Literal')
      look(node, typeof node.value === 'string' ? node.value : '', isShown)
    else if (type === 'TemplateElement') {
      const { cooked } = node.value as { cooked: string }
      look(node, cooked, isShown || (isPartOfSentence(cooked) && !isCode(cooked)))
    } else if (type === 'JSXAttribute') {
      const isRead = readAttributes.has((node.name as { name: string }).name)
      // Attributes such as classes and addresses, unless they contain an expression.
      if (isRead || (isNode(node.value) && node.value.type !== 'Literal')) visit(node.value, isRead)
    } else if (type === 'JSXExpressionContainer') visit(node.expression, isShown)
    else if (type === 'JSXElement' || type === 'JSXFragment') {
      visit(node.openingElement)
      // Text between tags is read.
      visit(node.children, true)
    } else if (type === 'LogicalExpression') {
      visit(node.left)
      visit(node.right, isShown)
    } else if (type === 'ConditionalExpression') {
      visit(node.test)
      visit([node.consequent, node.alternate], isShown)
    } else if (type === 'BinaryExpression')
      visit([node.left, node.right], isShown && node.operator === '+')
    else if (type === 'CallExpression' || type === 'NewExpression') {
      const { start, end } = node.callee as Node
      if (!silentCalls.test(code.slice(start, end))) visit([node.callee, node.arguments])
    } else if (type === 'TemplateLiteral') {
      visit(node.quasis, isShown)
      visit(node.expressions)
    } else if (type === 'Property') visit(node.value)
    else for (const value of Object.values(node)) visit(value)
  }
  visit(parseSync(file, code).program)
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

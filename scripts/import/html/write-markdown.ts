/** Writes paragraphs, headings and lists as the Markdown of pages. */
import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { type Handle, type Options, toMarkdown, type Unsafe } from 'mdast-util-to-markdown'
import { hasTooManyMarks } from '../../../schema/resolve/markdown.ts'

/** A text that looks the same from its beginning to its end, or a line break. */
export type Run = {
  text: string
  mark?: 'strong' | 'emphasis' | 'delete' | undefined
  href?: string | undefined
}

/** Matches a bare address of which no character has a meaning in Markdown at its place. */
const bareAddress =
  /(?<![\w/])https:\/\/[\w./?=&%~+,;@#:-]*[\w/](?=[.,;:!?]?\s)|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** What a line says, without spaces and breaks at its ends. */
export function toPhrasing(line: Run[]): PhrasingContent[] {
  const last = line.findLastIndex(({ text }) => text.trim() !== '')
  return writeRuns(trimRuns(line.slice(0, last + 1)))
}

/** Joins runs that look the same. Spaces at the ends of marks and links stay outside of them. */
function trimRuns(runs: Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const isBreak = run.text === '\n' || last?.text === '\n'
    if (last && !isBreak && last.mark === run.mark && last.href === run.href) last.text += run.text
    else joined.push({ ...run })
  }
  const trimmed: Run[] = []
  const add = (run: Run) => {
    const last = trimmed.at(-1)
    if (run.text === '\n' && last) last.text = last.text.trimEnd()
    else if (!last || /\s$/.test(last.text)) run.text = run.text.trimStart()
    if (run.text !== '') trimmed.push(run)
  }
  for (const [index, run] of joined.entries()) {
    const { href } = run
    const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(run.text) ?? []
    const space = (text: string, beside: Run | undefined) =>
      add({ text, ...(beside?.href === href && { href }) })
    if (run.text === '\n') add(run)
    else {
      space(before, joined[index - 1])
      add({ ...run, text: text.replaceAll(/\s+/g, ' ') })
      space(after, joined[index + 1])
    }
  }
  const last = trimmed.at(-1)
  if (last) last.text = last.text.trimEnd()
  return trimmed.filter(({ text }) => text !== '')
}

function writeRuns(runs: Run[]): PhrasingContent[] {
  const nodes: PhrasingContent[] = []
  for (const [index, run] of runs.entries()) {
    const { href } = run
    const written = writeRun(run, runs[index - 1], runs[index + 1])
    const last = nodes.at(-1)
    if (href === undefined) nodes.push(...written)
    else if (last?.type === 'link' && runs[index - 1]?.href === href)
      last.children.push(...(written as never[]))
    else nodes.push({ type: 'link', url: href, children: written as never[] })
  }
  return nodes
}

/** A mark is kept where no letter and no other mark is beside it, which Markdown may read otherwise. */
function writeRun(
  { text, mark, href }: Run,
  before: Run | undefined,
  after: Run | undefined,
): PhrasingContent[] {
  if (text === '\n') return [{ type: 'break' }]
  const isApart = (beside: Run | undefined, at: number) => {
    const sign = beside?.text.at(at) ?? ' '
    return /\s/.test(sign) || (!beside?.mark && !/[\p{L}\p{N}]/u.test(sign))
  }
  if (mark && isApart(before, -1) && isApart(after, 0))
    return [{ type: mark, children: [{ type: 'text', value: text }] }]
  if (href !== undefined) return [{ type: 'text', value: text }]
  let at = 0
  const nodes: PhrasingContent[] = []
  // Behind an address, a space or the end of the paragraph.
  for (const { 0: address, index } of `${text}${after ? '' : ' '}`.matchAll(bareAddress)) {
    nodes.push(
      { type: 'text', value: text.slice(at, index) },
      { type: 'inlineCode', value: address },
    )
    at = index + address.length
  }
  return [...nodes, { type: 'text' as const, value: text.slice(at) }].filter(
    (node) => !('value' in node) || node.value !== '',
  )
}

/** The targets of links have no character that Markdown would read. */
const formatLink: Handle = ({ children, url }, _, state, info) => {
  const exit = state.enter('label')
  const text = state.containerPhrasing(
    { type: 'link', url, children },
    { ...info, before: '[', after: ']' },
  )
  exit()
  return `[${text}](${url})`
}
const writeLink = Object.assign(formatLink, { peek: () => '[' })

/** Other dialects have attributes, marks, boxes and emojis. Of a citation, the brace stays. */
const dialects: Unsafe[] = [
  { character: '^' },
  { character: '{', before: String.raw`(?<!\$)` },
  { character: '=', after: '=' },
  { character: '+', after: String.raw`\+` },
  { character: ':', after: '::' },
  { character: ':', after: '[a-z_]+:' },
  { character: '!', after: '!!' },
].map((unsafe) => ({ ...unsafe, inConstruct: 'phrasing' }))

/** What makes an address a link, in letters of any case, even an unfinished one. Mail addresses are links on pages, too. */
const addresses: Unsafe[] = [
  { character: '.', before: '[Ww]{3}' },
  { character: ':', before: '[PSps]', after: '/' },
].map((unsafe) => ({ ...unsafe, inConstruct: 'phrasing', notInConstruct: 'label' }))

const options: Options = {
  bullet: '-',
  bulletOther: '+',
  listItemIndent: 'one',
  // Pages have no code, so inline code carries text that must not be escaped.
  handlers: { link: writeLink, inlineCode: ({ value }: { value: string }) => value },
  extensions: [gfmStrikethroughToMarkdown(), { unsafe: [...addresses, ...dialects] }],
}

export function writeMarkdown(nodes: RootContent[]): string {
  const text = write(nodes)
  return hasTooManyMarks(text) ? write(nodes.flatMap(divide)) : text
}

const write = (children: RootContent[]): string =>
  toMarkdown({ type: 'root', children }, options)
    .trim()
    .replaceAll(/\\&(?!#?\w+;)/g, '&')

/** Pages refuse a paragraph with too many marks, so its lines are paragraphs. */
function divide(node: RootContent): RootContent[] {
  if (!hasTooManyMarks(write([node]))) return [node]
  if (node.type === 'list') return node.children.flatMap((item) => item.children).flatMap(divide)
  if (node.type !== 'paragraph') return [node]
  const lines: PhrasingContent[][] = [[]]
  for (const child of node.children)
    if (child.type === 'break') lines.push([])
    else lines.at(-1)!.push(child)
  return lines.map((children) => ({ type: 'paragraph', children }))
}

export const getPlainText = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(getPlainText).join('') : ' '

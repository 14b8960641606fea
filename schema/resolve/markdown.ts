import { memoizeByText } from '../util/memoize.ts'
import type { Nodes, RootContent } from 'mdast'
import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import type { PictureFile, RichNode, RichText } from '../page-data.ts'
import { fastParseMarkdown } from './fast-markdown.ts'
import { withFastPath } from '../util/with-fast-path.ts'

/**
 * Unsupported syntax in a text, described for its author.
 * @property isMalformed the syntax is supported, but written with a mistake that makes it plain
 * text
 */
export type MarkdownIssue = { found: string; needle?: string; fix?: string; isMalformed?: boolean }

type MarkdownOptions = {
  /** Whether `##` and `###` are allowed. */
  headings: boolean
  /**
   * Finds the file of a picture. @returns undefined if there is none, which has been reported. Left
   * out where pictures are not allowed.
   */
  picture?: (src: string) => PictureFile | undefined
  /** Checks and completes the URL of a link. */
  link: (href: string) => string
  onIssue: (issue: MarkdownIssue) => void
}

/** Parses Markdown with `mdast-util-from-markdown`: the reference for `parseMarkdown`. */
export function parseMarkdownReference(text: string, options: MarkdownOptions): RichText {
  const getSource = ({ position }: Nodes) =>
    text.slice(position!.start.offset, position!.end.offset)
  const onIssue = (issue: MarkdownIssue, node: Nodes) =>
    options.onIssue({ needle: getSource(node).split('\n')[0], ...issue })
  if (hasTooManyMarks(text)) {
    const fix = 'Divide it into paragraphs, or delete what is no text.'
    options.onIssue({ found: `a paragraph with more than ${maxMarks} characters of Markdown`, fix })
    return []
  }
  try {
    return convertNodes(parseMarkdownTree(text), { ...options, text, onIssue, getSource })
  } catch (error) {
    // Thousands of nested lists exhaust the stack.
    if (!(error instanceof RangeError)) throw error
    options.onIssue({ found: 'lists or emphasis nested too deeply' })
    return []
  }
}

/**
 * Parses a safe subset of Markdown: paragraphs, emphasis, deleted text, links, bare addresses,
 * lists, line breaks and, if allowed, headings and pictures. Anything else is reported and omitted.
 */
export const parseMarkdown: (text: string, options: MarkdownOptions) => RichText = withFastPath(
  (text) => fastParseMarkdown(text),
  parseMarkdownReference,
)

const markdownOptions: Options = {
  extensions: [gfmStrikethrough({ singleTilde: false }), gfmAutolinkLiteral()],
  mdastExtensions: [
    gfmStrikethroughFromMarkdown(),
    // Without its transforms, which would make links of escaped addresses, such as cited ones.
    { ...gfmAutolinkLiteralFromMarkdown(), transforms: [] },
  ],
}

const maxMarks = 1000

/**
 * Whether a paragraph has too many marks to parse: the time grows with the square of the number of
 * emphases and links.
 */
export const hasTooManyMarks = (text: string): boolean =>
  text.length > maxMarks &&
  text
    .split(/\n[ \t]*\n/)
    .some(
      (paragraph) =>
        paragraph.length > maxMarks && (paragraph.match(/[*_~[\]`<>]/g)?.length ?? 0) > maxMarks,
    )

/** Kept between loads, since most of the time to load a site is spent parsing Markdown. */
const parseMarkdownTree = memoizeByText(
  (text): RootContent[] => fromMarkdown(text, markdownOptions).children,
  50_000,
)

/** Escapes Markdown syntax, so that a cited fact appears literally. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

const disallowedNodes: Record<string, string> = {
  html: 'HTML',
  imageReference: 'a picture',
  code: 'code (lines indented by four spaces are code)',
  inlineCode: 'code',
  blockquote: 'a quote (>)',
  thematicBreak: 'a horizontal rule (---)',
  definition: 'a link definition',
  linkReference: 'a link without a URL',
}

type ConvertOptions = Omit<MarkdownOptions, 'onIssue'> & {
  /** The whole text. */
  text: string
  onIssue: (issue: MarkdownIssue, node: Nodes) => void
  getSource: (node: Nodes) => string
}

function convertNodes(nodes: RootContent[], options: ConvertOptions): RichNode[] {
  return nodes.flatMap((node, index) => {
    if (node.type === 'text')
      reportLeftoverAsterisks(node, nodes[index - 1], nodes[index + 1], options)
    return convertNode(node, options)
  })
}

function convertNode(node: Nodes, options: ConvertOptions): RichNode[] {
  const children = () => ('children' in node ? convertNodes(node.children, options) : [])
  switch (node.type) {
    case 'text':
      return [node.value.replace(/\n/g, ' ')]
    case 'paragraph': {
      const [only, ...others] = node.children
      if (options.picture && only?.type === 'image' && others.length === 0)
        return convertPicture(only, options)
      return [{ t: 'p', c: children() }]
    }
    case 'image':
      options.onIssue(
        options.picture
          ? {
              found: 'a picture in the middle of a paragraph',
              fix: 'Put it on a line of its own, with an empty line before and after it.',
            }
          : { found: 'a picture', fix: 'Add a block of type picture, or use a prose block.' },
        node,
      )
      return []
    case 'strong':
      return isFormula(node, options)
        ? ['**', ...children(), '**']
        : [{ t: 'strong', c: children() }]
    case 'emphasis':
      return isFormula(node, options) ? ['*', ...children(), '*'] : [{ t: 'em', c: children() }]
    case 'delete':
      return [{ t: 'del', c: children() }]
    case 'break':
      return [{ t: 'br' }]
    case 'link':
      return [{ t: 'a', href: options.link(completeBareAddress(node, options)), c: children() }]
    case 'list':
      // Markdown parses "2019. That was" as a list, which would drop the number.
      if (node.ordered && node.start !== 1) {
        options.onIssue(
          {
            found: `a list that starts at ${node.start}`,
            fix: `If it is not a list, write ${node.start}\\. instead.`,
          },
          node,
        )
        return []
      }
      return [{ t: node.ordered ? 'ol' : 'ul', c: children() }]
    case 'listItem': {
      const content = children()
      const [only] = content
      // Tight items contain their text directly, loose ones contain paragraphs.
      const tight = content.length === 1 && typeof only === 'object' && only.t === 'p'
      return [{ t: 'li', c: tight ? only.c : content }]
    }
    case 'heading':
      if (options.headings && (node.depth === 2 || node.depth === 3))
        return [{ t: `h${node.depth}`, c: children() }]
      options.onIssue(
        { found: options.headings ? 'a heading other than ## and ###' : 'a heading (#)' },
        node,
      )
      return []
    default:
      options.onIssue({ found: disallowedNodes[node.type] ?? node.type }, node)
      return []
  }
}

function convertPicture(
  image: Nodes & { type: 'image' },
  { picture, onIssue }: ConvertOptions,
): RichNode[] {
  const alt = (image.alt ?? '').trim()
  const file = picture!(image.url)
  if (alt === '') {
    const fix = `Say what it shows: ![Two people at a table](${image.url}).`
    onIssue({ found: 'a picture without a description', fix, isMalformed: true }, image)
  }
  const caption = image.title?.trim()
  return file ? [{ t: 'picture', file, alt, ...(caption && { caption }) }] : []
}

/** Whether asterisks are part of a formula, such as 5*3*2 or a*b*c, and not of emphasized text. */
function isFormula(node: Nodes, { text, getSource }: ConvertOptions): boolean {
  const source = getSource(node)
  if (!source.startsWith('*')) return false
  const inside = source.replace(/^\*+|(?<!\*)\*+$/g, '')
  const before = text[node.position!.start.offset! - 1] ?? ''
  const after = text[node.position!.end.offset!] ?? ''
  if (![before, after].every((character) => /[\p{L}\p{N}]/u.test(character))) return false
  return inside.length === 1 || /\d/.test(before + inside[0] + inside.at(-1) + after)
}

/** Returns the URL of a link. Markdown completes www.example.com to an address without TLS. */
const completeBareAddress = (node: Nodes & { type: 'link' }, { getSource }: ConvertOptions) =>
  getSource(node).startsWith('www.') ? node.url.replace(/^http:/, 'https:') : node.url

/** Reports asterisks that were meant to make text strong: `** so **` or `**so*`. */
function reportLeftoverAsterisks(
  node: Nodes & { type: 'text' },
  before: Nodes | undefined,
  after: Nodes | undefined,
  options: ConvertOptions,
): void {
  if (!node.value.includes('*')) return
  // Escaped asterisks are meant literally.
  const written = options.getSource(node).replace(/\\./gs, '  ')
  const isBeside =
    (after?.type === 'emphasis' && written.endsWith('*')) ||
    (before?.type === 'emphasis' && written.startsWith('*'))
  const at = written.indexOf('**')
  if (at === -1 && !isBeside) return
  const found = 'asterisks that do not make text bold'
  const fix = 'Write **strong** with two asterisks on both sides and no spaces inside them.'
  const needle = at === -1 ? '**' : /\*\*[^\n ]*/.exec(written.slice(at))![0]
  options.onIssue({ found, needle, fix, isMalformed: true }, node)
}

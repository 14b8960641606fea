import { visit, type Document } from 'yaml'
import { createCorrection } from '../../problems/correction.ts'
import { problemInFile } from '../../problems/problem.ts'
import { spliceText } from '../../util/splice-text.ts'
import { parseFaults } from './diagnose.ts'
import { quoteTextAt } from './texts.ts'
import { readLines } from './lines.ts'
import type { OffsetLocator } from '../position-types.ts'
import type { Correction, Problem } from '../../problems/types.ts'

/** Matches the tags of YAML's core schema, such as `!!str 79701` for text. */
const coreTagPattern = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/

const quoteFix = 'Put quotes around the text.'
const elseQuoteFix = 'If not, put quotes around the text.'

/**
 * Finds texts that lose a part to YAML syntax: `Room #4` ends at a comment, `&Co` is an anchor,
 * `!Now` is a tag. Comments with a space after the #, and anchors that an alias uses, are taken as
 * intended.
 */
export function findTruncatedTexts(
  file: string,
  document: Document,
  text: string,
  at: OffsetLocator,
): Problem[] {
  const problems: Problem[] = []
  const report = (
    syntax: string,
    start: number,
    found: string,
    { fix, isSure = true }: { fix?: string; isSure?: boolean } = {},
  ) => {
    const correction = quoteWholeText(text, start, isSure)
    const message = `YAML reads "${found}" as ${syntax}, so it does not appear on the page.`
    problems.push({
      ...problemInFile(file, 'TRUNCATED_TEXT', message, {
        found,
        ...(fix && { fix }),
        ...(correction && { correction }),
      }),
      ...at(start, start + found.length),
    })
  }
  const reportTag = (tag: string | undefined, start: number) => {
    if (tag === undefined || coreTagPattern.test(tag)) return
    const written = tag.replace('tag:yaml.org,2002:', '!!')
    const fix = `If it is meant as a tag, delete it. ${elseQuoteFix}`
    report('a tag', Math.max(0, text.lastIndexOf(written, start)), written, {
      fix,
      isSure: false,
    })
  }
  const used = new Set<string>()
  visit(document, { Alias: (_, { source }) => void used.add(source) })
  visit(document, {
    Collection(_, { tag, range }) {
      if (range) reportTag(tag, range[0])
    },
    Scalar(_, { type, comment, range, anchor, tag, value }) {
      if (!range) return
      if (comment && /^[^\s]/.test(comment) && (type === 'PLAIN' || value === null)) {
        const found = `#${comment.split('\n')[0]}`
        // It may be a comment whose # is not followed by a space.
        const isSure = /^#\d/.test(found)
        const fix = isSure
          ? quoteFix
          : `If it is a comment, add a space after the #. ${elseQuoteFix}`
        report('a comment', text.indexOf('#', range[0]), found, { fix, isSure })
      }
      if (anchor !== undefined && !used.has(anchor))
        report('an anchor', text.lastIndexOf(`&${anchor}`, range[0]), `&${anchor}`, {
          fix: quoteFix,
        })
      reportTag(tag, range[0])
    },
  })
  // The text may be meant to start with a Markdown heading, which requires a block scalar (|).
  for (const { index, 1: key, 2: heading } of text.matchAll(
    /^([ ]*(?:- )?[\w-]+:[ ]+)(##[^\n]*)$/gm,
  )) {
    // The author may have meant a heading or a comment, so there is no correction.
    if (!isInsideBlockScalar(document, index))
      report('a comment', index + key!.length, heading!, { isSure: false })
  }
  return problems
}

/** Quotes a text that YAML truncates, if the rest of the file keeps its meaning. */
function quoteWholeText(text: string, offset: number, isSure: boolean): Correction | undefined {
  const lines = readLines(text)
  const line = lines[lines.findLastIndex(({ start }) => start <= offset)]!
  const splice = quoteTextAt(line, offset - line.start)
  if (!splice || parseFaults(spliceText(text, [splice]))?.length !== 0) return undefined
  return createCorrection(text, [splice], isSure)
}

/** Whether an offset is in a block scalar (| or >), where every character is text. */
function isInsideBlockScalar(document: Document, offset: number): boolean {
  let inside = false
  visit(document, {
    Scalar(_, { type, range }) {
      if (range && /^BLOCK/.test(type ?? '') && range[0] < offset && offset < range[1])
        inside = true
    },
  })
  return inside
}

import { visit, type Document } from 'yaml'
import { createCorrection, type Correction } from '../../problems/correction.ts'
import { spliceText } from '../../util/splice-text.ts'
import { parseFaults } from './diagnose.ts'
import { findLine, readLines } from '../../problems/yaml-lines.ts'
import { quoteTextAt } from '../../problems/yaml-texts.ts'
import type { Report } from './report.ts'
import type { Problem } from '../../problems/problem.ts'

/** Matches the tags of YAML's core schema, such as `!!str 79701` for text. */
const coreTagPattern = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/

/** For each, the file is parsed again to find a correction. */
const maxReported = 20

const quoteFix = 'Put quotes around the text.'
const elseQuoteFix = 'If not, put quotes around the text.'

/**
 * Finds texts that lose a part to YAML syntax: `Room #4` ends at a comment, `&Co` is an anchor,
 * `!Now` is a tag. Comments with a space after the #, and anchors that an alias uses, are taken as
 * intended.
 */
export function findTruncatedTexts(text: string, document: Document, report: Report): Problem[] {
  const problems: Problem[] = []
  const used = new Set<string>()
  /** The ranges of block scalars (| or >), where every character is text. */
  const literal: [start: number, end: number][] = []
  const add = (syntax: string, start: number, found: string, fix?: string, isSure = false) => {
    if (problems.length === maxReported) return
    const correction = quoteWholeText(text, start, isSure)
    const message = `YAML reads "${found}" as ${syntax}, so it does not appear on the page.`
    const details = { found, ...(fix && { fix }), ...(correction && { correction }) }
    problems.push(report('TRUNCATED_TEXT', message, [start, start + found.length], details))
  }
  const addTag = (tag: string | undefined, start: number) => {
    if (tag === undefined || coreTagPattern.test(tag)) return
    const written = tag.replace('tag:yaml.org,2002:', '!!')
    const fix = `If it is meant as a tag, delete it. ${elseQuoteFix}`
    add('a tag', Math.max(0, text.lastIndexOf(written, start)), written, fix)
  }
  visit(document, { Alias: (_, { source }) => void used.add(source) })
  visit(document, {
    Collection(_, { tag, range }) {
      if (range) addTag(tag, range[0])
    },
    Scalar(_, { type, comment, range, anchor, tag, value }) {
      if (!range) return
      const [start, end] = range
      if (type?.startsWith('BLOCK')) literal.push([start, end])
      if (comment && /^[^\s]/.test(comment) && (type === 'PLAIN' || value === null)) {
        const found = `#${comment.split('\n')[0]}`
        // It may be a comment whose # is not followed by a space.
        const isSure = /^#\d/.test(found)
        const fix = `If it is a comment, add a space after the #. ${elseQuoteFix}`
        add('a comment', text.indexOf('#', start), found, isSure ? quoteFix : fix, isSure)
      }
      if (anchor !== undefined && !used.has(anchor))
        add('an anchor', text.lastIndexOf(`&${anchor}`, start), `&${anchor}`, quoteFix, true)
      addTag(tag, start)
    },
  })
  // The text may be meant to start with a Markdown heading, which requires a block scalar (|), or
  // it may be a comment, so there is no sure correction.
  const headings = text.matchAll(/^([ ]*(?:- )?[\w-]+:[ ]+)(##[^\n]*)$/gm)
  for (const { index, 1: key, 2: heading } of headings)
    if (
      problems.length < maxReported &&
      !literal.some(([start, end]) => start < index && index < end)
    )
      add('a comment', index + key!.length, heading!)
  return problems
}

/** Quotes a text that YAML truncates, if the rest of the file keeps its meaning. */
function quoteWholeText(text: string, offset: number, isSure: boolean): Correction | undefined {
  const lines = readLines(text)
  const line = lines[findLine(lines, offset)]!
  const splice = quoteTextAt(line, offset - line.start)
  if (!splice || parseFaults(spliceText(text, [splice]))?.length !== 0) return undefined
  return createCorrection(text, [splice], isSure)
}

import { toTextRange, spliceLine } from '../edit-lines.ts'
import { deleteLine, type SourceLine } from '../read-lines.ts'
import type { Splice } from '../../../util/splice-text.ts'
import type { SearchedText, SyntaxCause } from '../types.ts'

/**
 * Finds characters that look like YAML syntax but are not, which word processors and web pages use.
 */
export function* findUnusualCharacters({ lines }: SearchedText): Iterable<SyntaxCause> {
  const code = lines.filter(({ kind }) => kind === 'code')
  const message = 'There is a space here that YAML does not accept, such as a non-breaking space.'
  yield* replaceEverywhere(code, (line) => listUnusualSpaces(line, ' '), {
    message,
    fix: 'Replace it with a normal space.',
  })
  yield* replaceEverywhere(code, (line) => listUnusualSpaces(line, ''), {
    message,
    fix: 'Delete it.',
  })
  yield* replaceEverywhere(code, listBullets, {
    message: 'This character looks like the hyphen of a list entry, but it is a different one.',
    fix: 'Start the entry with a hyphen and a space.',
  })
  yield* replaceEverywhere(code, listWideColons, {
    message: 'This character looks like a colon, but it is a different one.',
    fix: 'Write a normal colon and a space.',
  })
  for (const line of code)
    yield* replaceEverywhere([line], listTypographicQuotes, {
      message: 'Typographic quotes (“ ”, ‘ ’) do not quote text in YAML.',
      fix: 'Write straight quotes.',
    })
}

/** Replaces a character on all lines, since copied text usually has the same mistake on several. */
function* replaceEverywhere(
  lines: SourceLine[],
  list: (line: SourceLine) => Splice[],
  words: { message: string; fix: string },
): Iterable<SyntaxCause> {
  const edits = lines.flatMap(list)
  const [first] = edits
  if (first) yield { ...words, range: [first.start, Math.max(first.end, first.start + 1)], edits }
}

/**
 * Lists unusual spaces in the indentation and after a dash or colon. Elsewhere, they are part of a
 * text.
 */
function listUnusualSpaces(line: SourceLine, space: string): Splice[] {
  const structure = line.text.slice(0, line.valueColumn)
  return [
    ...structure.matchAll(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]|[\u200b-\u200d\ufeff]/g),
  ].map(({ 0: found, index }) =>
    spliceLine(line, index, index + 1, /[\u200b-\u200d\ufeff]/.test(found) ? '' : space),
  )
}

function listBullets(line: SourceLine): Splice[] {
  const [, space = '', bullet, gap] =
    /^( *)(?:([–—•·‣▪])|[*+](?= ))(\s*)(?=\S)/.exec(line.text) ?? []
  if (gap === undefined) return []
  return [spliceLine(line, space.length, space.length + 1, bullet && gap === '' ? '- ' : '-')]
}

function listWideColons(line: SourceLine): Splice[] {
  const [, name = '', colon] = /^( *(?:- +)*[\w-]+)(\s*[：﹕∶]\s*)/.exec(line.text) ?? []
  return colon ? [spliceLine(line, name.length, name.length + colon.length, ': ')] : []
}

/** Lists the typographic quotes around a value. Those inside a text are correct. */
function listTypographicQuotes(line: SourceLine): Splice[] {
  const quote = /(?<=^\s*|[-:]\s|[[{,]\s?)[“”„«»‘’‚‹›]|[“”„«»‘’‚‹›](?=\s*(?:$|[,}\]]|#))/g
  return [...line.text.matchAll(quote)].map(({ 0: found, index }) =>
    spliceLine(line, index, index + 1, /[“”„«»]/.test(found) ? '"' : "'"),
  )
}

/** Finds the syntax of other file formats. */
export function* findPastedText({ lines }: SearchedText): Iterable<SyntaxCause> {
  const code = lines.filter(({ kind }) => kind === 'code')
  const find = (pattern: RegExp) => code.filter(({ text }) => pattern.test(text))
  const fences = find(/^\s*(?:```|~~~)[\w-]*\s*$/)
  if (fences.length > 0)
    yield {
      message: 'This line is Markdown, not YAML.',
      fix: fences.length === 1 ? 'Delete the line.' : 'Delete the lines with ```.',
      range: toTextRange(fences[0]!, 0, fences[0]!.text.length),
      edits: fences.map((line) => deleteLine(lines, line)),
    }
  for (const line of find(/^\s*\/\/(?:\s|$)/))
    yield {
      message: 'In YAML, a comment starts with #.',
      fix: 'Write # instead of //.',
      range: toTextRange(line, line.indent, line.indent + 2),
      edits: [spliceLine(line, line.indent, line.indent + 2, '#')],
    }
  for (const line of find(/^\s*<!--.*-->\s*$/)) {
    const text = line.text.trim().slice(4, -3).trim()
    yield {
      message: 'In YAML, a comment starts with #.',
      fix: 'Write # instead of <!-- and -->.',
      range: toTextRange(line, line.indent, line.indent + 4),
      edits: [spliceLine(line, line.indent, line.text.length, `# ${text}`)],
    }
  }
  for (const line of find(/^(?:---|\.\.\.)\s*$/))
    yield {
      message: `The line ${line.text.trim()} ${line.text.startsWith('-') ? 'starts a second document' : 'ends the document'}, but a file can only have one.`,
      fix: 'Delete the line.',
      range: toTextRange(line, 0, 3),
      edits: [deleteLine(lines, line)],
    }
  const ended = find(/["'}\]]\s*[,;]\s*$/)
  if (ended.length > 0) {
    const edits = ended.map((line) => {
      const column = line.text.trimEnd().length - 1
      return spliceLine(line, column, column + 1, '')
    })
    yield {
      message: 'In YAML, a line does not end with a comma or semicolon.',
      fix: 'Delete it.',
      range: [edits[0]!.start, edits[0]!.end],
      edits,
    }
  }
}

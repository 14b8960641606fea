import { toTextRange, shiftLines, spliceLine } from '../edit-lines.ts'
import { isPropertyName } from '../property-names.ts'
import { findCodeLine } from '../read-lines.ts'
import type { SearchedText, SyntaxCause } from '../types.ts'

/** Finds two properties on one line: `label: Prices    blocks:`. */
export function* findJoinedLines({ lines, faultLine }: SearchedText): Iterable<SyntaxCause> {
  for (const line of lines.slice(0, faultLine + 1)) {
    if (line.kind !== 'code' || line.key === undefined) continue
    const found = /(?:\s{2,}|(?<=["'\]}])\s*|\s+(?=[\w-]+:\s*$))((?:- )?([\w-]+):)(?=\s|$)/.exec(
      line.value,
    )
    if (!found || !isPropertyName(found[2]!, lines, line)) continue
    const from = line.valueColumn + found.index
    const to = from + found[0].length - found[1]!.length
    yield {
      message: `"${found[2]}" belongs on a line of its own.`,
      fix: 'Start a new line.',
      range: toTextRange(line, to, to + found[1]!.length),
      edits: [spliceLine(line, from, to, `\n${' '.repeat(line.content)}`)],
    }
  }
}

/** Finds a text over several lines whose later lines are not indented more than its key. */
export function* findUnindentedContinuations({
  lines,
  faultLine,
}: SearchedText): Iterable<SyntaxCause> {
  for (const index of [faultLine, findCodeLine(lines, faultLine, 1) ?? faultLine]) {
    const line = lines[index]
    const above = lines[findCodeLine(lines, index, -1) ?? -1]
    if (line?.kind !== 'code' || line.key !== undefined || line.dashes.length > 0) continue
    if (above?.key === undefined || /^[|>[{]/.test(above.value) || line.indent > above.content)
      continue
    const further = lines.slice(index + 1)
    const end = further.findIndex(
      ({ kind, key, dashes }) => kind === 'code' && (key ?? dashes[0]) !== undefined,
    )
    const own = [line, ...further.slice(0, end === -1 ? undefined : end)]
    yield {
      message: `This line continues the text of "${above.key}", so it must be indented more.`,
      fix: `Indent it ${above.content + 2} spaces.`,
      range: toTextRange(line, line.indent, line.text.length),
      edits: own.flatMap((each) => shiftLines([each], above.content + 2 - each.indent)),
      hidesRest: true,
      isGuess: !above.value.includes(' ') || !line.text.trim().includes(' '),
    }
  }
}

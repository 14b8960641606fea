/** A part of a line of YAML, for syntax highlighting. */
type YamlPart = { text: string; kind: 'key' | 'citation' | 'comment' | 'text' }

/** A key before its colon, a citation such as `${price}` or `{{town}}`, or a comment. */
const partPattern =
  /(?<key>(?<=^\s*(?:- +)*|[{,] *)[\w$/][\w./{}-]*(?=:(?:\s|$)))|(?<citation>\$\{[^}]*\}|\{\{[^}]*\}\})|(?<comment>(?<=^|\s)#.*)/g

/**
 * Splits a line of YAML. It looks at one line only, so a word in a line of a multiline text may be
 * taken for a key.
 * @returns parts that join to the line
 */
export function splitYamlLine(line: string): YamlPart[] {
  const parts: YamlPart[] = []
  const addText = (text: string) => text !== '' && parts.push({ text, kind: 'text' })
  let end = 0
  for (const { 0: text, index, groups } of line.matchAll(partPattern)) {
    addText(line.slice(end, index))
    const kind = groups!.key ? 'key' : groups!.citation ? 'citation' : 'comment'
    parts.push({ text, kind })
    end = index + text.length
  }
  addText(line.slice(end))
  return parts
}

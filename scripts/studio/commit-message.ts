import type { Author } from '../edit/draft/save-log.ts'

/**
 * The paragraphs of a commit's message. Only its last one has trailers, and they are from the log of
 * saves: what people write is changed where Git or a host would follow it.
 * @param authors whose saves it has, beside the one who commits
 */
export const writeCommitMessage = (texts: string[], authors: Author[]): string[] =>
  [
    ...texts.map(disarm),
    [...new Map(authors.map((each) => [each.email, each])).values()]
      .map(({ name, email }) => `Co-authored-by: ${name} <${email}>`)
      .join('\n'),
  ].filter((paragraph) => paragraph !== '')

/**
 * Such as `Signed-off-by:`, also after characters that nobody sees, and those with which hosts name
 * an organization or skip checks.
 */
const trailer =
  /^[\s\p{Cf}]*(?:[\p{L}\p{N}-]+-by|on-behalf-of|skip-checks|request-checks)[\s\p{Cf}]*:/iu
/** Below the first line, hosts and programs know many more, such as `Change-Id:` and `Changelog:`. */
const anyTrailer = /^[\s\p{Cf}]*[\p{L}\p{N}][\p{L}\p{N} -]*[\s\p{Cf}]*:/u
/** What keeps hosts from publishing a commit, such as `[skip ci]` or `***NO_CI***`. */
const skipped = /\[([^[\]]{0,60}(?:skip|no[ _-]?ci)[^[\]]{0,60})\]|\*{3}(no_ci)\*{3}/giu
/** What closes an issue, such as `Fixes #12`, also by its address. */
const closed = /(\b(?:close|fix|resolve|implement)\w{0,4}):?(?=\s+\S{0,200}(?:[#!/]|GH-)\d)/giu

const disarm = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
    .replaceAll(skipped, '($1$2)')
    .replaceAll(closed, '$1 no.')
    .split('\n')
    .map((line, index) => {
      const read = line.normalize('NFKC')
      return trailer.test(read) || (index > 0 && anyTrailer.test(read)) ? `> ${line}` : line
    })
    .join('\n')

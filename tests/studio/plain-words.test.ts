import { expect, it } from 'vitest'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import type { Schema } from '../../schema/validate/json-schema.ts'
import { problemCodes, type ProblemCode } from '../../schema/problems/problem-codes.ts'
import { wordFix, wordHelp } from '../../scripts/edit/plain-words.ts'

/** A command, a file of the developer, or a property of YAML. */
const jargon =
  /npm run|--\w|`|\.gen\.|pages\.yaml|settled|noindex|\w: (true|false|\{)|\b(from|until|planned|name|timeZone|kind|pages|id|include):/

/** Whoever meets these has written YAML by hand. */
const ofFiles: ProblemCode[] = ['DUPLICATE_FIELD', 'FILE_NOT_FOUND', 'MISSING_INCLUDE']

it('the studio names no command and no YAML in what to do about a problem', () => {
  const codes = Object.keys(problemCodes) as ProblemCode[]
  const worded = codes
    .filter((code) => !ofFiles.includes(code))
    .map((code) => `${code}: ${wordFix({ code, fix: problemCodes[code].fix })}`)
  expect(worded.length).toBeGreaterThan(80)
  expect(worded.filter((text) => jargon.test(text.replace(/^\w+: /, '')))).toEqual([])
})

it('a fix of one problem keeps what is not about a command', () => {
  const fix = 'Correct its name, or delete it. If you have just added it, run npm run generate.'
  expect(wordFix({ code: 'UNKNOWN_PROPERTY', fix })).toBe('Correct its name, or delete it.')
  const ofFile = 'Indent it below the line site: in pages.yaml.'
  expect(wordFix({ code: 'UNKNOWN_PROPERTY', fix: ofFile })).toBe(
    'The developer of the site must correct it.',
  )
})

it('a fix says what is expected with an example, and deletes nothing that is required', () => {
  const { $defs } = loadSchema() as { $defs: Record<string, Schema> }
  const { times } = ($defs['special-days']!.items as Schema).properties!
  expect(wordHelp(times!)).toMatch(/^Write closed, usual /)
  const format = { code: 'INVALID_FORMAT', fix: problemCodes.INVALID_FORMAT.fix } as const
  expect(wordFix({ ...format, expected: times!.expected as string })).toBe(
    'Write closed, usual, or times from 00:00 to 24:00, such as 08:00-12:00.',
  )
  expect(wordFix({ ...format, expected: `a time such as "08:30", in quotes` })).toBe(
    'Write a time such as 08:30.',
  )
  const { fix } = problemCodes.EMPTY_TEXT
  expect(wordFix({ code: 'EMPTY_TEXT', fix })).toBe('Write the text.')
})

it('a page is translated as a page, and a text of all pages in its form', () => {
  const { fix } = problemCodes.MISSING_TRANSLATION
  expect(wordFix({ code: 'MISSING_TRANSLATION', fix })).toContain('Translate page')
  expect(wordFix({ code: 'MISSING_TRANSLATION', fix, expected: 'translations: { es: … }' })).toBe(
    'Translate it: Add field › Translations in this form.',
  )
})

it('the studio says about a field in whole sentences what a marketer understands', () => {
  const description = 'How the parts are arranged, not on ppc pages. split by default.'
  expect(wordHelp({ description })).toBe(
    'How the parts are arranged, not on ad pages. By default: split.',
  )
  const helps = listHelps(loadSchema())
  expect(helps.length).toBeGreaterThan(400)
  expect(
    helps.filter((help) =>
      /(^|[.!?] )[a-z]|\$\{|\bppc\b|\bhero\b|\bsite\.\w|settled:|unproven:|\bomit it/.test(help),
    ),
  ).toEqual([])
})

/** What forms say about every value in a schema. */
function listHelps(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { description } = schema as Schema
  const own = typeof description === 'string' ? [wordHelp(schema as Schema)] : []
  return [...own, ...Object.values(schema).flatMap(listHelps)]
}

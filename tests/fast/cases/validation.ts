import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { fastValidate, loadFastChecks } from '../../../schema/validate/fast-validate.ts'
import { parseFile } from '../../../schema/source/parse-file.ts'
import { createReferenceValidator } from '../../../schema/validate/validate-file.ts'
import type { Schema } from '../../../schema/validate/json-schema.ts'
import { loadSchema } from '../../../schema/validate/load-schema.ts'
import { root } from '../../helpers/run-npm-script.ts'
import type { FastPathTest } from '../harness.ts'

const schema = loadSchema()
const emptyFile = parseFile('pages.yaml', Buffer.from('a: 1'))

/** Whether a value is valid. Both validators must accept and reject the same values. */
type Verdict = 'valid' | 'invalid'

function listYamlFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
}

const parseValue = (file: string) => parseFile(file, readFileSync(join(root, file))).value
const pages = listYamlFiles('pages').map(parseValue)
const cases = listYamlFiles('tests/cases').map(parseValue)

/** Copies a value deeply and replaces or removes a part of it, chosen at random. */
function mutate(value: unknown, dice: Iterator<number>, replace: unknown): unknown {
  const roll = (sides: number) => (dice.next().value as number) % sides
  if (typeof value !== 'object' || value === null || roll(8) === 0)
    return roll(3) === 0 ? undefined : replace
  const keys = Object.keys(value)
  const chosen = keys[roll(Math.max(1, keys.length))]
  const copy = Array.isArray(value) ? [...value] : { ...value }
  if (chosen !== undefined)
    (copy as Record<string, unknown>)[chosen] = mutate(
      (value as Record<string, unknown>)[chosen],
      dice,
      replace,
    )
  if (
    chosen !== undefined &&
    !Array.isArray(copy) &&
    (copy as Record<string, unknown>)[chosen] === undefined
  )
    delete (copy as Record<string, unknown>)[chosen]
  return copy
}

const mistakes: unknown[] = [1, '', 'x', null, true, [], {}, ['x'], { type: 'x' }, '/x', 'a-b']
const pagesWithMistakes = fc
  .tuple(fc.constantFrom(...pages), fc.infiniteStream(fc.nat(9999)), fc.constantFrom(...mistakes))
  .map(([page, dice, mistake]) => mutate(page, dice, mistake) ?? {})

/** @param definition the name of a definition of the schema; left out for whole files. */
function createValidators(validated: Schema, definition?: string) {
  const checks = loadFastChecks(validated)
  const reference = createReferenceValidator(validated)
  const check = definition === undefined ? checks.whole : checks[definition]
  const isValid = (value: unknown) =>
    definition === undefined
      ? reference({ ...emptyFile, value })
      : reference.definition(definition, value, { source: emptyFile, path: [] })
  return {
    fast: (value: unknown): Verdict => (fastValidate(check, value) ? 'valid' : 'invalid'),
    reference: (value: unknown): Verdict => (isValid(value).length === 0 ? 'valid' : 'invalid'),
  }
}

const whole = createValidators(schema)

const limitedTitles = structuredClone(schema)
limitedTitles.$defs!.page!.properties!.title = { type: 'string', minLength: 2, maxLength: 3 }
const [firstPage] = pages.flatMap((value) =>
  Object.values((value as { pages?: object } | null)?.pages ?? {}),
)
const withTitle = (title: string): unknown => ({ ...firstPage, title })

export const validationTests: FastPathTest<unknown, Verdict>[] = [
  {
    ...whole,
    title: 'Validation: pages with a mistake',
    arbitrary: pagesWithMistakes,
    runs: 400,
    minimumCoverage: 1,
    covered: cases.filter((value) => value !== undefined).map((value) => value ?? {}),
  },
  {
    title: 'Validation: pages with a mistake, which must often be found',
    fast: (value) => (whole.fast(value) === 'invalid' ? 'invalid' : undefined),
    reference: whole.reference,
    arbitrary: pagesWithMistakes,
    runs: 400,
    minimumCoverage: 1 / 8,
  },
  {
    ...createValidators(limitedTitles, 'page'),
    title: 'Validation: the length of a text, in code points',
    arbitrary: fc
      .array(fc.constantFrom('a', '–', '😀', '\ud83d', '\ude00'), { maxLength: 5 })
      .map((parts) => withTitle(parts.join(''))),
    runs: 200,
    minimumCoverage: 1,
    covered: [
      ...['a', 'ab', 'abc', 'abcd', '😀', '😀😀', '😀–😀', '😀a😀b'],
      // Lone surrogates.
      ...['\ud83d', '\ud83d\ud83d', '\ude00\ud83d', 'a\ud83db\ud83d'],
    ].map(withTitle),
  },
  {
    ...createValidators(schema, 'page'),
    title: 'Validation: a page without a file',
    arbitrary: fc.constantFrom<unknown>(firstPage, { kind: 'nonsense' }),
    runs: 10,
    minimumCoverage: 1,
    covered: [{ kind: 'info', title: 'A', description: 'B', blocks: [] }],
  },
  {
    ...createValidators(schema, 'ledger-entry'),
    title: 'Validation: a fact without a file',
    arbitrary: fc.constantFrom<unknown>({ value: 'x', nonsense: 1 }, { value: 'x' }),
    runs: 10,
    minimumCoverage: 1,
  },
]

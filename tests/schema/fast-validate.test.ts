/** Most files are checked by code that says yes or no only. What it accepts, the thorough check must accept, and the other way round. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFile } from '../../schema/source/parse-file.ts'
import { loadFastChecks } from '../../schema/fast/fast-validate.ts'
import type { Schema } from '../../schema/validate/walk-schema.ts'
import { createReferenceValidator } from '../../schema/validate/validate-file.ts'
import { root } from '../helpers/run-npm-script.ts'

const schema = JSON.parse(readFileSync(join(root, 'schema/site.gen.json'), 'utf8')) as Schema
const quickChecks = loadFastChecks(schema)
const referenceValidator = createReferenceValidator(schema)

const isAcceptedByReference = (value: unknown) =>
  referenceValidator({ ...parseFile('a.yaml', Buffer.from('a: 1')), value }).length === 0

function listYamlFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name))
}

const parseValue = (file: string) => parseFile(file, readFileSync(join(root, file))).value
const pages = listYamlFiles('pages').map(parseValue)

/** A deep copy in which one part, chosen by chance, is another. */
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

describe('the quick check', () => {
  it.each(listYamlFiles('tests/cases'))('says of %s what the thorough one says', (file) => {
    const value = parseValue(file)
    if (value !== undefined)
      expect(quickChecks.whole(value ?? {})).toBe(isAcceptedByReference(value ?? {}))
  })

  it('says the same of pages with a mistake', () => {
    let refused = 0
    const wrong = fc.constantFrom<unknown>(
      1,
      '',
      'x',
      null,
      true,
      [],
      {},
      ['x'],
      { type: 'x' },
      '/x',
      'a-b',
    )
    fc.assert(
      fc.property(
        fc.nat(pages.length - 1),
        fc.infiniteStream(fc.nat(9999)),
        wrong,
        (index, dice, replace) => {
          const value = mutate(pages[index], dice, replace)
          if (value === undefined) return
          expect(quickChecks.whole(value ?? {})).toBe(isAcceptedByReference(value ?? {}))
          if (!quickChecks.whole(value ?? {})) refused++
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 400) },
    )
    expect(refused).toBeGreaterThan(50)
  })

  it('counts a sign that takes two places once', () => {
    const short = structuredClone(schema)
    short.$defs!.page!.properties!.title = { type: 'string', minLength: 2, maxLength: 3 }
    const quick = loadFastChecks(short)
    const thorough = createReferenceValidator(short)
    const file = parseFile('a.yaml', Buffer.from('a: 1'))
    const [written] = pages.flatMap((value) =>
      Object.values((value as { pages?: object } | null)?.pages ?? {}),
    )
    const judge = (title: string) => {
      const page = { ...written, title }
      const isValid = quick.page!(page)
      expect(isValid, title).toBe(
        thorough.definition('page', page, { source: file, path: [] }).length === 0,
      )
      return isValid
    }
    expect(['a', 'ab', 'abc', 'abcd'].map(judge)).toEqual([false, true, true, false])
    expect(['😀', '😀😀', '😀–😀', '😀a😀b'].map(judge)).toEqual([false, true, true, false])
    // Halves of signs, each by itself.
    expect(['\ud83d', '\ud83d\ud83d', '\ude00\ud83d', 'a\ud83db\ud83d'].map(judge)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('knows the parts that stand in no file', () => {
    expect(quickChecks.page!({ kind: 'info', title: 'A', description: 'B', blocks: [] })).toBe(
      referenceValidator.definition(
        'page',
        { kind: 'info', title: 'A', description: 'B', blocks: [] },
        { source: parseFile('a.yaml', Buffer.from('a: 1')), path: [] },
      ).length === 0,
    )
    expect(quickChecks.page!({ kind: 'nonsense' })).toBe(false)
    expect(quickChecks['ledger-entry']!({ value: 'x', nonsense: 1 })).toBe(false)
  })
})

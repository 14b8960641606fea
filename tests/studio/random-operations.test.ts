/**
 * Random operations on generated YAML and on the files of this site. `STUDIO_RUNS` sets how many
 * there are.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'yaml'
import { expect, it } from 'vitest'
import type { JsonValue, StructureEdit } from '../../scripts/edit/yaml-operations.ts'
import { UserError } from '../../scripts/shared/user-error.ts'
import { root } from '../helpers/run-npm-script.ts'
import {
  applyToModel,
  createMap,
  createOperation,
  createRandomSource,
  createRandomValue,
  writeRandomYaml,
  type Random,
} from '../helpers/random-yaml.ts'
import { History } from '../../scripts/edit/draft/history.ts'

const runs = Number(process.env.STUDIO_RUNS ?? 40)
const folder = join(root, 'pages')
const ownFiles = ['pages.yaml', ...readdirSync(folder).map((name) => `pages/${name}`)]
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => readFileSync(join(root, name), 'utf8'))

const listComments = (text: string) => text.match(/# c\d+c/g) ?? []

/** Checks an edit, and returns whether it was made. */
function checkEdit(before: string, value: JsonValue, operation: StructureEdit): boolean {
  const history = new History()
  history.addText('a.yaml', before)
  try {
    history.add(history.plan([{ file: 'a.yaml', ...operation }], ''))
  } catch (error) {
    // An edit that cannot be made exactly is refused, and nothing is written.
    expect(error).toBeInstanceOf(UserError)
    return false
  }
  const text = history.texts.get('a.yaml')!
  expect(parse(text)).toEqual(applyToModel(value, operation))
  history.undo()
  expect(history.texts.get('a.yaml')).toBe(before)
  if (operation.kind === 'move') expect([...text].sort().join('')).toBe([...before].sort().join(''))
  if (operation.kind === 'insert' || operation.kind === 'move')
    expect(listComments(text).sort()).toEqual(listComments(before).sort())
  if (operation.kind === 'remove')
    expect(isSubsequence(listComments(text), listComments(before))).toBe(true)
  if (operation.kind === 'set' && typeof getAt(value, operation.path) !== 'object')
    expect(listComments(text)).toEqual(listComments(before))
  // New lines end as the others do.
  if (/\r\n/.test(before)) expect(text).not.toMatch(/(?<!\r)\n/)
  return true
}

const getAt = (value: JsonValue, path: (string | number)[]): unknown =>
  path.reduce<unknown>((node, step) => (node as Record<string, unknown>)?.[step], value)

function isSubsequence(part: string[], whole: string[]): boolean {
  let at = 0
  for (const each of whole) if (each === part[at]) at++
  return at === part.length
}

function run(
  numRuns: number,
  create: (random: Random) => { text: string; value: JsonValue },
): number {
  let [made, all] = [0, 0]
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = createRandomSource(seed)
      const { text, value } = create(random)
      const operation = createOperation(value, random)
      if (!operation) return
      all++
      if (checkEdit(text, value, operation)) made++
    }),
    { numRuns },
  )
  return made / all
}

it('generated YAML changes as intended, and undo restores every byte', () => {
  const share = run(runs, (random) => {
    const value = random.chance(0.5)
      ? createMap(random, 0, 1 + random.below(6))
      : [createRandomValue(random), createRandomValue(random), createRandomValue(random)]
    const text = writeRandomYaml(value, random)
    expect(parse(text)).toEqual(value)
    return { text, value }
  })
  // About one edit in 100 is refused, so several of so few must not fail the test.
  expect(share).toBeGreaterThan(0.8)
})

it('the files of this site change as intended, and undo restores every byte', () => {
  const values = new Map(ownFiles.map((text) => [text, parse(text) as JsonValue]))
  // The number of runs is small, because these files are large.
  const share = run(Math.ceil(runs / 10), (random) => {
    const text = random.pick(ownFiles)
    return { text, value: values.get(text)! }
  })
  // About one edit in 2,000 is refused, so a single one of so few must not fail the test.
  expect(share).toBeGreaterThanOrEqual(0.75)
})

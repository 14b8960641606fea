/**
 * Steps meet a random edit of another program: both stay, or the step is reported. `STUDIO_RUNS`
 * sets how many runs there are.
 */
import fc from 'fast-check'
import { parse } from 'yaml'
import { expect, it } from 'vitest'
import { applyOperations } from '../../scripts/edit/apply-operations.ts'
import { mergeFiles } from '../../scripts/edit/draft/merge-texts.ts'
import { createStep, replaySteps, type Step } from '../../scripts/edit/draft/history.ts'
import type { JsonValue, StructureEdit } from '../../scripts/edit/yaml-operations.ts'
import { UserError } from '../../scripts/shared/user-error.ts'
import {
  applyToModel,
  createMap,
  createOperation,
  createRandomSource,
  writeRandomYaml,
} from '../helpers/random-yaml.ts'

const file = 'a.yaml'
const runs = Number(process.env.STUDIO_RUNS ?? 40)

function tryApply(text: string, operation: StructureEdit): string | undefined {
  try {
    return applyOperations(file, text, [operation])
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return undefined
  }
}

it('steps and an edit of another program both stay, or a step is reported', () => {
  let [apart, applied, reported] = [0, 0, 0]
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = createRandomSource(seed)
      const value = createMap(random, 0, 2 + random.below(6))
      const base = writeRandomYaml(value, random)
      const outsideEdit = createOperation(value, random)
      const outside = outsideEdit && tryApply(base, outsideEdit)
      if (outside === undefined) return
      const steps: Step[] = []
      const operations: StructureEdit[] = []
      let [text, model] = [base, value]
      for (let count = 0; count < 3; count++) {
        const operation = createOperation(model, random)
        const edited = operation && tryApply(text, operation)
        if (edited === undefined || edited === text) continue
        steps.push({ ...createStep('', [{ file, before: text, after: edited }]), id: `${count}` })
        operations.push(operation!)
        ;[text, model] = [edited, applyToModel(model, operation!)]
      }
      const same = replaySteps(new Map([[file, base]]), steps)
      expect(same.conflicts).toEqual([])
      expect(same.texts.get(file)).toBe(text)

      const { steps: kept, conflicts, texts } = replaySteps(new Map([[file, outside]]), steps)
      const result = texts.get(file)!
      // A step that is there already is done.
      expect(kept.length + conflicts.length).toBeLessThanOrEqual(steps.length)
      const read = parse(result) as JsonValue
      // Without the steps, the file is as the other program has written it.
      let back = result
      for (const { changes } of kept.toReversed()) {
        expect(changes[0]!.after).toBe(back)
        back = changes[0]!.before
      }
      expect(back).toBe(outside)
      const own = new Set(operations.map(({ path }) => path[0]))
      if (own.has(outsideEdit!.path[0])) return
      // Edits of different properties do not depend on each other.
      apart += steps.length
      reported += conflicts.length
      let expected = parse(outside) as JsonValue
      for (const { id } of kept)
        expected = applyToModel(expected, operations[steps.findIndex((step) => step.id === id)]!)
      if (conflicts.length === 0) expect(read).toEqual(expected)
      applied += kept.length
    }),
    // Enough for the shares below. The example has lines in two lists that can be taken for each other.
    { numRuns: 4 * runs, examples: [[915111297]] },
  )
  expect(apart).toBeGreaterThan(runs / 2)
  expect(applied).toBeGreaterThan(10 * reported)
})

it.each([
  ['values beside each other', 'a: 1\nb: 2\n', 'a: 3\nb: 2\n', 'a: 1\nb: 4\n', 'a: 3\nb: 4\n'],
  ['in one line', '{ a: 1, b: 2 }', '{ a: 3, b: 2 }', '{ a: 1, b: 4 }', '{ a: 3, b: 4 }'],
  ['entries at the same place', '- a\n', '- a\n- b\n', '- a\n- c\n', '- a\n- c\n- b\n'],
  ['a value and its comment', 'a: 1 # x\n', 'a: 2 # x\n', 'a: 1 # y\n', 'a: 2 # y\n'],
])('%s are both kept', (_, before, mine, theirs, merged) => {
  expect(mergeFiles(file, before, mine, theirs)).toEqual({ text: merged })
})

it('cells of one row are both kept', () => {
  const [before, mine, theirs] = ['a;b\n1;"2;"\n', 'a;b\n3;"2;"\n', 'a;b\n1;"4;"\n']
  expect(mergeFiles('a.csv', before, mine, theirs)).toEqual({ text: 'a;b\n3;"4;"\n' })
})

it.each([
  ['one value', 'a: one two\n', 'a: one three\n', 'a: four two\n'],
  ['an empty value', 'a:\n', 'a: 1\n', 'a: 2\n'],
  ['a key that both add', 'a: 1\n', 'a: 1\nb:\n  - 2\n', 'a: 1\nb:\n  - 3\n'],
  ['a value that is removed', 'a: 1\nb: 2\n', 'a: 3\nb: 2\n', 'b: 2\n'],
])('%s is never mixed', (_, before, mine, theirs) => {
  expect(mergeFiles(file, before, mine, theirs)).toHaveProperty('clash')
})

it('operations that are made at once have the effect that they have one after the other', () => {
  let inside = 0
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = createRandomSource(seed)
      const value = createMap(random, 0, 2 + random.below(6))
      const base = writeRandomYaml(value, random)
      const operations: StructureEdit[] = []
      let [text, model] = [base, value]
      for (let count = 0; count < 6; count++) {
        const operation = createOperation(model, random)
        const edited = operation && tryApply(text, operation)
        if (edited === undefined) continue
        operations.push(operation!)
        ;[text, model] = [edited, applyToModel(model, operation!)]
        if (operation!.path.length > 2) inside++
      }
      expect(parse(applyOperations(file, base, operations))).toEqual(model)
    }),
    { numRuns: runs },
  )
  // Not only at the top level.
  expect(inside).toBeGreaterThan(runs / 2)
})

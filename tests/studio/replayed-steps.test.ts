/**
 * Steps are applied again after a random edit of another program, or reported. `STUDIO_RUNS` sets
 * how many runs there are.
 */
import fc from 'fast-check'
import { parse } from 'yaml'
import { expect, it } from 'vitest'
import type { JsonValue, StructureOperation } from '../../scripts/edit/yaml-operations.ts'
import { UserError } from '../../scripts/shared/user-error.ts'
import { replaySteps, type Step } from '../../scripts/edit/draft/apply-step.ts'
import { applyOperations } from '../../scripts/edit/apply-operations.ts'
import type { FileOperation } from '../../scripts/edit/yaml-operations.ts'
import {
  applyToModel,
  createMap,
  createOperation,
  createRandomSource,
  writeRandomYaml,
} from './random-yaml.ts'

const file = 'a.yaml'
const runs = Number(process.env.STUDIO_RUNS ?? 50)

function tryApply(text: string, operation: StructureOperation): string | undefined {
  try {
    return applyOperations(file, text, [operation])
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return undefined
  }
}

it('every step is applied again or reported, and what others wrote stays', () => {
  let [applied, reported] = [0, 0]
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = createRandomSource(seed)
      const value = createMap(random, 0, 2 + random.below(6))
      const base = writeRandomYaml(value, random)
      const outsideEdit = createOperation(value, random)
      const outside = outsideEdit && tryApply(base, outsideEdit)
      if (outside === undefined) return
      const steps: Step[] = []
      let [text, model] = [base, value]
      for (let count = 0; count < 3; count++) {
        const operation = createOperation(model, random)
        const edited = operation && tryApply(text, operation)
        if (edited === undefined) continue
        ;[text, model] = [edited, applyToModel(model, operation!)]
        const operations = [{ file, ...operation! } as FileOperation]
        steps.push({ id: `${count}`, label: '', operations, undo: new Map() })
      }
      const same = replaySteps(new Map([[file, base]]), new Map([[file, base]]), steps)
      expect(same.conflicts).toEqual([])
      expect(same.texts.get(file)).toBe(text)

      const replayed = replaySteps(new Map([[file, base]]), new Map([[file, outside]]), steps)
      const ids = [...replayed.steps, ...replayed.conflicts].map(({ id }) => id).sort()
      expect(ids).toEqual(steps.map(({ id }) => id))
      // The result is the applied steps on top of what others wrote, and nothing else.
      let expected = parse(outside) as JsonValue
      for (const { operations } of replayed.steps)
        for (const { file: _, ...operation } of operations)
          expected = applyToModel(expected, operation as StructureOperation)
      expect(parse(replayed.texts.get(file)!)).toEqual(expected)
      applied += replayed.steps.length
      reported += replayed.conflicts.length
    }),
    { numRuns: runs },
  )
  expect(applied).toBeGreaterThan(2 * reported)
})

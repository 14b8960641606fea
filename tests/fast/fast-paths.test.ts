/**
 * Compares every fast path with its reference. `RUNS=100000 npx vitest run -c
 * tests/vitest.config.ts fast-paths` tries more inputs.
 */
import { globSync } from 'tinyglobby'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { root } from '../helpers/run-npm-script.ts'
import { markdownTests } from './cases/markdown.ts'
import { validationTests } from './cases/validation.ts'
import { yamlTests } from './cases/yaml.ts'
import { testFastPath, type FastPathTest } from './harness.ts'

const tests: Record<string, FastPathTest<any, any>[]> = {
  'schema/resolve/fast-markdown.ts': markdownTests,
  'schema/validate/fast-validate.ts': validationTests,
  'schema/source/fast-yaml.ts': yamlTests,
}

it('every fast path has tests', () => {
  const files = globSync('schema/*/fast-*.ts', { cwd: root })
  expect(Object.keys(tests).sort()).toEqual(files.sort())
})

describe('SIGNPOST_REFERENCE=1', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })
  const importWithSwitch = async <Module>(value: string, load: () => Promise<Module>) => {
    vi.stubEnv('SIGNPOST_REFERENCE', value)
    vi.resetModules()
    return load()
  }

  it.each([
    ['', 'fast'],
    ['1', 'reference'],
  ])('set to %j gives the result of the %s', async (value, expected) => {
    const { withFastPath } = await importWithSwitch(
      value,
      () => import('../../schema/util/with-fast-path.ts'),
    )
    const run = withFastPath(
      () => 'fast',
      () => 'reference',
    )
    expect(run()).toBe(expected)
  })

  it('separates the bundles and caches of builds with and without fast paths', async () => {
    const hashWith = async (value: string) => {
      const { hashCode } = await importWithSwitch(
        value,
        () => import('../../scripts/prerender/bundle/bundle.ts'),
      )
      return hashCode()
    }
    expect(await hashWith('1')).not.toBe(await hashWith(''))
  })
})

for (const test of Object.values(tests).flat()) testFastPath(test)

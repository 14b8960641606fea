/**
 * Compares every fast path with its reference. `RUNS=100000 npx vitest run -c
 * tests/vitest.config.ts fast-paths` tries more inputs.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { root } from '../helpers/run-npm-script.ts'
import { headTests } from './cases/head.tsx'
import { markdownTests } from './cases/markdown.ts'
import { staticMarkupTests } from './cases/static-markup.tsx'
import { validationTests } from './cases/validation.ts'
import { yamlTests } from './cases/yaml.ts'
import { testFastPath, type FastPathTest } from './harness.ts'

// React warns about missing keys, unknown attributes, and hooks outside of a render.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

const tests: Record<string, FastPathTest<any, any>[]> = {
  'schema/fast/fast-markdown.ts': markdownTests,
  'schema/fast/fast-validate.ts': validationTests,
  'schema/fast/fast-yaml.ts': yamlTests,
  'renderer/fast/fast-head.ts': headTests,
  'renderer/fast/fast-static-markup.ts': staticMarkupTests,
}

it('every fast path has tests', () => {
  const files = ['schema/fast', 'renderer/fast'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /^fast-/.test(name))
      .map((name) => `${folder}/${name}`),
  )
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
      () => import('../../schema/util/fast-paths.ts'),
    )
    const run = withFastPath(
      () => 'fast',
      () => 'reference',
    )
    expect(run()).toBe(expected)
  })

  it('separates the bundles and caches of builds with and without fast paths', async () => {
    const hashWith = async (value: string) => {
      const { hashRenderSources } = await importWithSwitch(
        value,
        () => import('../../scripts/prerender/bundle/bundle.ts'),
      )
      return hashRenderSources(root)
    }
    expect(await hashWith('1')).not.toBe(await hashWith(''))
  })
})

for (const test of Object.values(tests).flat()) testFastPath(test)

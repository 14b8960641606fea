/** The table of dependencies and their licenses. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  dependencyTable,
  generateDependencyTable,
} from '../../scripts/generate/dependency-table.ts'
import { root } from '../helpers/run-npm-script.ts'

it('lists what package-lock.json installs', async () => {
  const table = await readFile(join(root, dependencyTable), 'utf8')
  expect(table, 'Run: npm run generate').toBe(await generateDependencyTable(root))
})

it('keeps the day of a version, and drops that of another one', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'signpost-dependencies-'))
  const write = (file: string, content: unknown) =>
    writeFile(join(dir, file), typeof content === 'string' ? content : JSON.stringify(content))
  const lock = (version: string) => ({
    packages: {
      '': {},
      'node_modules/a': { version, license: 'MIT' },
      'node_modules/b': { version },
    },
  })
  try {
    await mkdir(join(dir, 'docs'))
    await write('package.json', { dependencies: { a: '1.0.0' }, devDependencies: {} })
    await write(dependencyTable, '| `a` | 1.0.0 | MIT | 2026-03-04 |\n')
    await write('package-lock.json', lock('1.0.0'))
    const table = await generateDependencyTable(dir)
    expect(table).toContain('\n| `a` | 1.0.0 | MIT | 2026-03-04 |\n')
    expect(table).toContain('\n| MIT | 1 |\n| unknown | 1 |\n')
    await write('package-lock.json', lock('1.0.1'))
    expect(await generateDependencyTable(dir)).toContain('\n| `a` | 1.0.1 | MIT | |\n')
  } finally {
    await rm(dir, { recursive: true })
  }
})

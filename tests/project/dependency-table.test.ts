/** The table of dependencies and their licenses. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

it('lists versions and licenses, and counts the licenses of all packages', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'signpost-dependencies-'))
  const write = (file: string, content: unknown) =>
    writeFile(join(dir, file), JSON.stringify(content))
  try {
    await write('package.json', { dependencies: { a: '1.0.0' }, devDependencies: {} })
    await write('package-lock.json', {
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0', license: 'MIT' },
        'node_modules/b': { version: '1.0.0' },
      },
    })
    const table = await generateDependencyTable(dir)
    expect(table).toContain('\n| `a` | 1.0.0 | MIT |\n')
    expect(table).toContain('\n| MIT | 1 |\n| unknown | 1 |\n')
  } finally {
    await rm(dir, { recursive: true })
  }
})

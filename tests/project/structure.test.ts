/** Checks the layout: which folder may import which, and that the code is free of site content. */
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { describe, expect, it } from 'vitest'
import { root } from '../helpers/run-npm-script.ts'

type Import = { from: string; to: string; typeOnly: boolean }

const sourceFiles = globSync(['{schema,blocks,renderer,scripts}/**/*.{ts,tsx}'], {
  cwd: root,
}).sort()
const readSourceFile = (file: string) => readFileSync(join(root, file), 'utf8')

/** Every import of every source file, as a path from the root or a package name. */
const imports: Import[] = sourceFiles.flatMap((file) =>
  [
    ...readSourceFile(file).matchAll(
      /^(?:import|export) (type )?(?:[^'"]*? from )?'([^']+)'|import\(\s*'([^']+)'/gm,
    ),
  ].map(([, type, name, dynamic]) => {
    const to = (name ?? dynamic)!
    return {
      from: file,
      to: to.startsWith('.') ? relative(root, resolve(root, file, '..', to)) : to,
      typeOnly: type !== undefined,
    }
  }),
)
const getTopFolder = (path: string) => path.split('/')[0]!
const formatImport = ({ from, to }: Import) => `${from} imports ${to}`

/** Returns import cycles, each from a file back to itself, that include every file in a cycle. */
function findImportCycles(files: string[]): string[][] {
  const importsByFile = new Map(files.map((file): [string, string[]] => [file, []]))
  for (const { from, to } of imports) if (importsByFile.has(to)) importsByFile.get(from)?.push(to)
  const reported = new Set<string>()
  return files.flatMap((start) => {
    if (reported.has(start)) return []
    const cycle = findShortestCycle(start, importsByFile)
    for (const file of cycle) reported.add(file)
    return cycle.length > 0 ? [cycle] : []
  })
}

function findShortestCycle(start: string, importsByFile: Map<string, string[]>): string[] {
  const importers = new Map<string, string>()
  const reached = new Set([start])
  // Iterating a set includes entries added on the way, which makes this a breadth-first search.
  for (const file of reached) {
    for (const to of importsByFile.get(file)!) {
      if (to === start) {
        const cycle = [file, start]
        while (cycle[0] !== start) cycle.unshift(importers.get(cycle[0]!)!)
        return cycle
      }
      if (!reached.has(to)) importers.set(to, file)
      reached.add(to)
    }
  }
  return []
}

it('the source files and their imports are found', () => {
  expect(sourceFiles.length).toBeGreaterThan(80)
  expect(imports.length).toBeGreaterThan(300)
})

describe('imports point one way', () => {
  const layers = ['schema', 'blocks', 'renderer', 'scripts']

  it('scripts → renderer → blocks → schema', () => {
    const upward = imports.filter(
      ({ from, to }) => layers.indexOf(getTopFolder(to)) > layers.indexOf(getTopFolder(from)),
    )
    expect(upward.map(formatImport)).toEqual([])
  })

  it('schema imports no component', () => {
    expect(
      imports
        .filter(
          ({ from, to }) =>
            getTopFolder(from) === 'schema' && (to.endsWith('.tsx') || to === 'react'),
        )
        .map(formatImport),
    ).toEqual([])
  })

  it('source ← validate ← what a site consists of ← resolve ← rules: a folder imports those above', () => {
    const folders = [
      // The types of what is written and what is shown.
      '',
      ...['util', 'shared', 'times', 'problems', 'source', 'validate'],
      ...['block-types', 'words', 'theme', 'tables', 'facts', 'days', 'hours', 'drawing'],
      ...[
        'reviews',
        'names',
        'statements',
        'merge',
        'sets',
        'similarity',
        'resolve',
        'rules',
        'editor',
      ],
    ]
    const rank = (path: string) => folders.indexOf(path.split('/').slice(1, -1)[0] ?? '')
    const within = imports.filter(
      ({ from, to }) => getTopFolder(from) === 'schema' && getTopFolder(to) === 'schema',
    )
    expect(within.filter(({ from }) => rank(from) === -1)).toEqual([])
    expect(within.filter(({ from, to }) => rank(to) > rank(from)).map(formatImport)).toEqual([])
  })

  it('blocks import only types from schema, and the functions in schema/shared', () => {
    expect(
      imports
        .filter(
          ({ from, to, typeOnly }) =>
            getTopFolder(from) === 'blocks' &&
            getTopFolder(to) === 'schema' &&
            !to.startsWith('schema/shared/') &&
            !typeOnly,
        )
        .map(formatImport),
    ).toEqual([])
  })

  it('a block imports from its own folder and blocks/shared, never from another block', () => {
    const siblings = imports.filter(({ from, to }) => {
      const [, ownBlock] = from.split('/')
      const [dir, other] = to.split('/')
      return (
        getTopFolder(from) === 'blocks' &&
        !from.includes('.gen.') &&
        dir === 'blocks' &&
        other !== 'shared' &&
        other !== ownBlock
      )
    })
    expect(siblings.map(formatImport)).toEqual([])
  })
})

describe('inside scripts, doors use report and edit, which use prerender', () => {
  const doors = ['studio', 'import', 'sheet', 'mcp', 'new', 'upgrade']
  const within = (path: string, folders: string[]) =>
    folders.some((folder) => path.startsWith(`scripts/${folder}/`))

  /** What may import a door, besides the door itself and its command. */
  const exceptions = [
    // The development server serves the studio, once somebody opens it.
    'scripts/dev/start-dev-server.ts imports scripts/studio/server/hosting.ts',
    'scripts/dev/start-dev-server.ts imports scripts/studio/server/studio-origin.ts',
    'scripts/dev/start-dev-server.ts imports scripts/studio/server/vite-plugin-studio.ts',
    // The package contains the studio's page, bundled.
  ]

  it('nothing imports a door, not even another door', () => {
    const intruding = imports.filter(({ from, to }) => {
      const door = doors.find((each) => within(to, [each]))
      return door && !within(from, [door]) && from !== `scripts/${door}.ts`
    })
    expect(intruding.map(formatImport).sort()).toEqual(exceptions)
  })

  it('prerender imports neither report nor edit', () => {
    const upward = imports.filter(
      ({ from, to }) => within(from, ['prerender']) && within(to, ['report', 'edit']),
    )
    // The table of weights that build --verbose prints.
    const exception =
      'scripts/prerender/budgets/report-weights.ts imports scripts/report/print-text.ts'
    expect(upward.map(formatImport)).toEqual([exception])
  })
})

it('schema/shared imports only types, and itself', () => {
  const shared = imports.filter(({ from }) => from.startsWith('schema/shared/'))
  expect(shared).not.toEqual([])
  expect(
    shared.filter(({ to, typeOnly }) => !typeOnly && !to.startsWith('schema/shared/')),
  ).toEqual([])
})

it('no files import each other in a cycle, not even for types', () => {
  expect(findImportCycles(sourceFiles).map((cycle) => cycle.join(' → '))).toEqual([])
})

it('browser code never imports yaml, ajv or a compiler stage', () => {
  const reached = new Set(['renderer/vike/+client.ts', 'renderer/client/hydrate.tsx'])
  // Iterating a set includes entries added on the way. The development client is never published.
  for (const file of reached) {
    for (const { from, to, typeOnly } of imports)
      if (from === file && !typeOnly && !to.includes('/dev/')) reached.add(to)
  }
  expect(reached).toContain('blocks/hero/hero.tsx')
  expect(
    [...reached].filter(
      (to) =>
        (getTopFolder(to) === 'schema' && !to.startsWith('schema/shared/')) ||
        ['yaml', 'ajv', 'tinyglobby', 'd3-geo', 'topojson-client', 'us-atlas'].includes(to) ||
        to.startsWith('node:'),
    ),
  ).toEqual([])
})

it('the code has no words that belong to the site', () => {
  const words = /notar|midland|texas|permian|odessa/i
  const code = sourceFiles
    // A list of all states has that of the site, too.
    .filter((file) => !file.includes('.gen.') && file !== 'scripts/new/site/states.ts')
    .concat(globSync(['{blocks,renderer}/**/*.css'], { cwd: root }))
  expect(code.filter((file) => words.test(readSourceFile(file)))).toEqual([])
})

it('nothing is sized in ch, which changes when a typeface arrives late', () => {
  const stylesheets = globSync(['{blocks,renderer}/**/*.css'], { cwd: root })
  expect(stylesheets.filter((file) => /\dr?ch\b/.test(readSourceFile(file)))).toEqual([])
})

describe('blocks are pure functions of their data', () => {
  const blockFiles = sourceFiles.filter(
    (file) => getTopFolder(file) === 'blocks' && !file.includes('.gen.'),
  )
  const offenders = (among: string[], ambient: RegExp) =>
    among.filter((file) => ambient.test(readSourceFile(file)))

  it('they use no random values and no React ids', () => {
    expect(offenders(blockFiles, /Math\.random|useId/)).toEqual([])
  })

  /**
   * Live blocks run in the browser. So do blocks with an eager script, and shared code that only
   * such blocks import.
   */
  it('only live blocks use the clock, state or the document', () => {
    const isLive = (file: string): boolean => {
      const folder = file.split('/')[1]!
      if (file.includes('/eager/')) return true
      if (folder !== 'shared')
        return /"live": true|"eager": /.test(readSourceFile(`blocks/${folder}/schema.json`))
      const users = imports
        .filter(({ from, to }) => to === file && from.startsWith('blocks/'))
        .map(({ from }) => from)
      return users.length > 0 && users.every(isLive)
    }
    const staticFiles = blockFiles.filter((file) => !isLive(file))
    expect(staticFiles).toContain('blocks/shared/links/link.tsx')
    expect(staticFiles).not.toContain('blocks/shared/location/location-store.ts')
    expect(offenders(staticFiles, /\bDate\b|useState|useEffect|\bwindow\b|\bdocument\b/)).toEqual(
      [],
    )
  })
})

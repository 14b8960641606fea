/** What the layout promises: imports point one way, and nothing of the first site is in the code. */
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

/** Every import of every source file, as paths from the root, or the package's name. */
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

it('finds files and imports', () => {
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

  it('schema knows no component', () => {
    expect(
      imports
        .filter(
          ({ from, to }) =>
            getTopFolder(from) === 'schema' && (to.endsWith('.tsx') || to === 'react'),
        )
        .map(formatImport),
    ).toEqual([])
  })

  it('blocks take types alone from schema', () => {
    expect(
      imports
        .filter(
          ({ from, to, typeOnly }) =>
            getTopFolder(from) === 'blocks' && getTopFolder(to) === 'schema' && !typeOnly,
        )
        .map(formatImport),
    ).toEqual([])
  })

  it('a block knows itself and blocks/shared, never a sibling', () => {
    const siblings = imports.filter(({ from, to }) => {
      const [, own] = from.split('/')
      const [dir, other] = to.split('/')
      return (
        getTopFolder(from) === 'blocks' &&
        !from.includes('.gen.') &&
        dir === 'blocks' &&
        other !== 'shared' &&
        other !== own
      )
    })
    expect(siblings.map(formatImport)).toEqual([])
  })
})

it('nothing that runs in the browser reaches yaml, ajv or a stage', () => {
  const reached = new Set(['renderer/vike/+client.ts', 'renderer/client/hydrate.tsx'])
  // A set grows while it is walked. The development client is loaded in development alone.
  for (const file of reached) {
    for (const { from, to, typeOnly } of imports)
      if (from === file && !typeOnly && !to.includes('/dev/')) reached.add(to)
  }
  expect(reached).toContain('blocks/hero/hero.tsx')
  expect(
    [...reached].filter(
      (to) =>
        getTopFolder(to) === 'schema' ||
        ['yaml', 'ajv', 'tinyglobby', 'd3-geo', 'topojson-client', 'us-atlas'].includes(to) ||
        to.startsWith('node:'),
    ),
  ).toEqual([])
})

it('no word of the first site is in the code', () => {
  const words = /notar|midland|texas|permian|odessa/i
  const code = sourceFiles
    .filter((file) => !file.includes('.gen.'))
    .concat(globSync(['{blocks,renderer}/**/*.css'], { cwd: root }))
  expect(code.filter((file) => words.test(readSourceFile(file)))).toEqual([])
})

describe('blocks are pure functions of their data', () => {
  const own = sourceFiles.filter(
    (file) => getTopFolder(file) === 'blocks' && !file.includes('.gen.'),
  )
  const offenders = (among: string[], ambient: RegExp) =>
    among.filter((file) => ambient.test(readSourceFile(file)))

  it('no chance and no ids of React', () => {
    expect(offenders(own, /Math\.random|useId/)).toEqual([])
  })

  /**
   * A live block has a life in the browser, and so has one with an early script, and what only such blocks use.
   */
  it('no clock, no state and no document, but for live blocks', () => {
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
    const still = own.filter((file) => !isLive(file))
    expect(still).toContain('blocks/shared/links/link.tsx')
    expect(still).not.toContain('blocks/shared/location/location-store.ts')
    expect(offenders(still, /\bDate\b|useState|useEffect|\bwindow\b|\bdocument\b/)).toEqual([])
  })
})

/** What the layout promises: imports point one way, and nothing of the first site is in the code. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import { describe, expect, it } from 'vitest'
import { root } from './run-script.ts'

type Import = { from: string; to: string; typeOnly: boolean }

const files = globSync(['{schema,blocks,renderer,scripts}/**/*.{ts,tsx}'], { cwd: root }).sort()
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Every import of every source file, as paths from the root, or the package's name. */
const imports: Import[] = files.flatMap((file) =>
  [...read(file).matchAll(/^(?:import|export) (type )?(?:[^'"]*? from )?'([^']+)'|import\(\s*'([^']+)'/gm)].map(([, type, name, dynamic]) => {
    const to = (name ?? dynamic)!
    return { from: file, to: to.startsWith('.') ? relative(root, resolve(root, file, '..', to)) : to, typeOnly: type !== undefined }
  }),
)
const top = (path: string) => path.split('/')[0]!
const show = ({ from, to }: Import) => `${from} imports ${to}`

it('finds files and imports', () => {
  expect(files.length).toBeGreaterThan(80)
  expect(imports.length).toBeGreaterThan(300)
})

describe('imports point one way', () => {
  const layers = ['schema', 'blocks', 'renderer', 'scripts']

  it('scripts → renderer → blocks → schema', () => {
    const upward = imports.filter(({ from, to }) => layers.indexOf(top(to)) > layers.indexOf(top(from)))
    expect(upward.map(show)).toEqual([])
  })

  it('schema knows no component', () => {
    expect(imports.filter(({ from, to }) => top(from) === 'schema' && (to.endsWith('.tsx') || to === 'react')).map(show)).toEqual([])
  })

  it('blocks take types alone from schema', () => {
    expect(imports.filter(({ from, to, typeOnly }) => top(from) === 'blocks' && top(to) === 'schema' && !typeOnly).map(show)).toEqual([])
  })

  it('a block knows itself and blocks/shared, never a sibling', () => {
    const siblings = imports.filter(({ from, to }) => {
      const [, own] = from.split('/')
      const [dir, other] = to.split('/')
      return top(from) === 'blocks' && !from.includes('.gen.') && dir === 'blocks' && other !== 'shared' && other !== own
    })
    expect(siblings.map(show)).toEqual([])
  })
})

it('nothing that runs in the browser reaches yaml, ajv or a stage', () => {
  const reached = new Set(['renderer/vike/+client.ts', 'renderer/client/wake.tsx'])
  // A set grows while it is walked. The development client is loaded in development alone.
  for (const file of reached) {
    for (const { from, to, typeOnly } of imports) if (from === file && !typeOnly && !to.includes('/dev/')) reached.add(to)
  }
  expect(reached).toContain('blocks/hero/hero.tsx')
  expect([...reached].filter((to) => top(to) === 'schema' || ['yaml', 'ajv', 'tinyglobby'].includes(to) || to.startsWith('node:'))).toEqual([])
})

it('no word of the first site is in the code', () => {
  const words = /notar|midland|texas|permian|odessa/i
  const code = files.filter((file) => !file.includes('.gen.')).concat(globSync(['{blocks,renderer}/**/*.css'], { cwd: root }))
  expect(code.filter((file) => words.test(read(file)))).toEqual([])
})

it('blocks read no clock, no chance and no ids of React', () => {
  const ambient = /\bDate\b|Math\.random|useId/
  // What a visitor does to a live block is state, and it comes after the first render.
  const state = /useState|useEffect|\bwindow\b|\bdocument\b/
  const isLive = (file: string) => existsSync(join(root, file, '../schema.json')) && JSON.parse(read(join(file, '../schema.json'))).live === true
  const own = files.filter((file) => top(file) === 'blocks')
  expect(own.filter(isLive)).not.toEqual([])
  expect(own.filter((file) => ambient.test(read(file)) || (!isLive(file) && state.test(read(file))))).toEqual([])
})

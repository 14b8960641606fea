/** No path that somebody else has written leads out of its folder, through whichever door. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveInside, type PathRules } from '../../schema/util/resolve-inside.ts'

let work: string
let folder: string
beforeAll(() => {
  work = realpathSync(mkdtempSync(join(tmpdir(), 'signpost-inside-')))
  folder = join(work, 'site')
  mkdirSync(join(folder, 'people'), { recursive: true })
  mkdirSync(join(folder, '.git'))
  mkdirSync(join(work, 'site-2'))
  writeFileSync(join(folder, '.git/config'), 'token')
  writeFileSync(join(folder, 'file.txt'), '')
  symlinkSync(work, join(folder, 'up'))
  symlinkSync('people', join(folder, 'staff'))
  symlinkSync(join(work, 'new-file'), join(folder, 'nowhere'))
  symlinkSync('loop', join(folder, 'loop'))
  symlinkSync('.git/config', join(folder, 'data.csv'))
})
afterAll(() => rmSync(work, { recursive: true }))

const resolve = (path: string, rules?: PathRules) => resolveInside(folder, path, rules)

it.each([
  ['people/sam.jpg', 'people/sam.jpg'],
  ['/people/sam.jpg', 'people/sam.jpg'],
  ['//new//folder/a b..c.jpg', 'new/folder/a b..c.jpg'],
  ['/.well-known/security.txt', '.well-known/security.txt'],
  ['staff/sam.jpg', 'people/sam.jpg'],
  ['file.txt/x', 'file.txt/x'],
  ['/100%25.txt', '100%25.txt'],
  ['console.png', 'console.png'],
  ['', ''],
])('%s is in the folder', (path, expected) => {
  expect(resolve(path)).toEqual({ path: join(folder, expected) })
})

it.each([
  '..',
  '../x',
  '/../x',
  'a/../../x',
  'a/..',
  './x',
  '.env',
  'a/.ssh/id',
  'a/.well-known/x',
  '..\\x',
  'a\\b',
  'C:\\x',
  'C:/x',
  'c:x',
  'a/D:x',
  '.. /x',
  '.../x',
  'a\0.png',
  'a\n.png',
  'con',
  'con.png',
  'a/NUL.tar.gz',
  'aux ',
  'Com1.png',
  'lpt9/x',
  'CONIN$',
  'name.',
  'name ',
  'up/x',
  'up/site-2/x',
  'nowhere',
  'nowhere/x',
  'loop',
  'loop/x',
  'data.csv',
  'x'.repeat(256),
  'ü'.repeat(128),
])('%j is refused', (path) => {
  expect(resolve(path).path).toBeUndefined()
  expect(resolve(path).refused).toMatch(/^(?:is|has) /)
})

describe('the path of a URL', () => {
  it.each([
    '/..%2f..%2fx',
    '/a%2f..%2f..%2fx',
    '/%2e%2e/x',
    '/%2E./x',
    '/a%5cb',
    '/a%00',
    '/%zz',
    '/up%2fx',
  ])('%s is refused', (path) => {
    expect(resolve(path, { encoded: true }).path).toBeUndefined()
  })

  it('is decoded once', () => {
    const decoded = resolve('/a%20b%252f..%252fx', { encoded: true })
    expect(decoded).toEqual({ path: join(folder, 'a b%2f..%2fx') })
  })
})

describe('the path in a file of an author', () => {
  it.each([
    ['./people/sam.csv', 'people/sam.csv'],
    ['data/../people/sam.csv', 'people/sam.csv'],
    ['./', ''],
  ])('%s is in the folder', (path, expected) => {
    expect(resolve(path, { climbs: true }).path).toBe(join(folder, expected))
  })
  it.each(['../site-2/x', 'a/../../x', '/../x', './.git/config', '..\\x'])(
    '%s is refused',
    (path) => {
      expect(resolve(path, { climbs: true }).path).toBeUndefined()
    },
  )
})

it('names of a build may be hidden, and reserved, but lead nowhere else', () => {
  const rules = { hidden: true, reserved: true }
  for (const path of ['.htaccess', '/con/index.html', '.git/config'])
    expect(resolve(path, rules).path).toBe(join(folder, path))
  for (const path of ['..', 'a/../../x', '.. /x', 'up/x', 'nowhere', 'C:/x'])
    expect(resolve(path, rules).path).toBeUndefined()
})

it('the folder may be a link, or missing', () => {
  symlinkSync('site', join(work, 'linked'))
  expect(resolveInside(join(work, 'linked'), 'people/x').path).toBe(join(folder, 'people/x'))
  expect(resolveInside(join(work, 'new/site'), 'x').path).toBe(join(work, 'new/site/x'))
})

/** The drawings of this repository's site: small, for light and dark, and each one is shown. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { expect, it } from 'vitest'
import { root } from '../helpers/run-npm-script.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const drawings = globSync('public/{scenes,towns,articles}/*.svg', { cwd: root }).sort()

it('each drawing is below 6 kB, and has colors for light and dark', () => {
  expect(drawings.length).toBeGreaterThan(20)
  for (const file of drawings) {
    const svg = read(file)
    expect(svg.length, file).toBeLessThan(6000)
    expect(svg, file).toContain('@media(prefers-color-scheme:dark)')
    // The line of all drawings.
    expect(svg, file).toContain('stroke:#43200f')
  }
})

it('each drawing is on a page', () => {
  const pages = globSync('pages/*.yaml', { cwd: root }).map(read).join()
  const unused = drawings.filter((file) => !pages.includes(file.slice('public'.length)))
  expect(unused).toEqual([])
})

/** A declaration with a custom property that is defined nowhere is ignored, without a message. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { describe, expect, it } from 'vitest'
import { root } from '../helpers/run-npm-script.ts'

/** What may use the properties that it defines: a block, what blocks share, or the renderer. */
const getOwner = (file: string) => /^blocks\/[^/]+\/|^renderer\//.exec(file)?.[0] ?? file

const sources = globSync('{blocks,renderer}/**/*.{css,ts,tsx}', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))
const defined = new Map<string, Set<string>>()
for (const { file, text } of sources) {
  const names = defined.get(getOwner(file)) ?? new Set()
  defined.set(getOwner(file), names)
  // In a stylesheet, in an object of styles, and in `setProperty`.
  for (const [, name] of text.matchAll(/(?<![\w-])(--[\w-]+)(?:['"]?\s*:|['"],)/g)) names.add(name!)
}
const uses = sources.flatMap(({ file, text }) =>
  // A property with a fallback may be undefined.
  [...text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name]) => ({ file, name: name! })),
)

describe('custom properties', () => {
  it('are found', () => {
    expect(uses.length).toBeGreaterThan(300)
    expect(defined.get('blocks/shared/')).toContain('--accent')
  })

  it('are defined where they are used, or in blocks/shared/', () => {
    const isDefined = (name: string, owner: string) => defined.get(owner)?.has(name)
    const undefinedUses = uses
      .filter(
        ({ file, name }) =>
          ![getOwner(file), 'blocks/shared/'].some((owner) => isDefined(name, owner)),
      )
      .map(({ file, name }) => `${file}: ${name}`)
    expect(undefinedUses).toEqual([])
  })
})

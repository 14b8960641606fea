/**
 * Requirements for every block folder and every example in it. The folders are listed, so a new
 * block is tested automatically.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { JSDOM } from 'jsdom'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { registry } from '../../blocks/registry.gen.ts'
import { listStylesheets } from '../../renderer/document.tsx'
import { loadExamples, type Example } from '../../scripts/catalogue/load-examples.ts'
import { bundleStyles } from '../../scripts/prerender/bundle/bundle-styles.ts'
import { SiteBlocks } from '../../scripts/prerender/bundle/site-blocks.ts'
import { listHtmlErrors } from '../helpers/validate-html.ts'
import { root } from '../helpers/run-npm-script.ts'

const blocksDir = join(root, 'blocks')
const types = readdirSync(blocksDir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
  .map(({ name }) => name)

function renderExample({ page }: Example): string {
  const block = page.blocks[0]!
  const Component = registry[block.type] as ComponentType<object>
  return renderToStaticMarkup(<Component {...block} />)
}

/** Wraps a block in a complete document, so that rules about documents and landmarks apply. */
const wrapInDocument = (html: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example</title></head><body><main id="main">${html}</main></body></html>`

/** Without those of blocks themselves, which the styles of a neighbor may name. */
const listClasses = (text: string, pattern: RegExp) =>
  new Set(
    [...text.matchAll(pattern)]
      .flatMap(([, names]) => names!.split(' '))
      .filter((name) => !types.includes(name)),
  )

/** The stylesheets of blocks, each with the classes that no other one has. */
const { styles, ownClasses } = await readStylesheets()

async function readStylesheets() {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-styles-'))
  const { styles } = await bundleStyles(root, folder, new SiteBlocks(root))
  rmSync(folder, { recursive: true })
  const classesBySheet = [styles.shared, ...new Set(Object.values(styles.blocks).flat())].map(
    (css) => [css, [...listClasses(css, /\.([a-z][\w-]*)/g)]] as const,
  )
  const all = classesBySheet.flatMap(([, classes]) => classes)
  const ownClasses = classesBySheet.map(
    ([css, classes]) =>
      [css, classes.filter((name) => all.indexOf(name) === all.lastIndexOf(name))] as const,
  )
  return { styles, ownClasses }
}

it('the block folders are found', () => {
  expect(types.length).toBeGreaterThanOrEqual(20)
  expect(Object.keys(registry).sort()).toEqual(types.sort())
})

describe.each(types)('%s', async (type) => {
  const text = readFileSync(join(blocksDir, type, 'examples.yaml'), 'utf8')
  const examples = await loadExamples({ type, examples: text })
  const valid = examples.filter(({ error }) => error === undefined)
  const invalid = examples.filter(({ error }) => error !== undefined)

  it('has a description for every property', () => {
    const schema = JSON.parse(readFileSync(join(blocksDir, type, 'schema.json'), 'utf8'))
    expect(listUndescribedProperties(schema, type)).toEqual([])
  })

  it('has at least three valid examples and an invalid one, with unique names', () => {
    expect(valid.length).toBeGreaterThanOrEqual(3)
    expect(invalid.length).toBeGreaterThanOrEqual(1)
    expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length)
  })

  it('has only examples of its type', () => {
    const written = parse(text) as {
      block: { type: string }
    }[]
    expect(new Set(written.map(({ block }) => block.type))).toEqual(new Set([type]))
  })

  it.each(valid)(
    'example "$name" has no problems, and is valid HTML without "undefined"',
    async (example) => {
      const hint = 'An example may cite the facts of scripts/catalogue/sample-site.yaml.'
      expect(example.problems, hint).toEqual([])
      const html = renderExample(example)
      expect(renderExample(example)).toBe(html)
      expect(html).not.toMatch(/undefined|\[object Object\]|NaN/)
      expect(await listHtmlErrors(wrapInDocument(html))).toEqual([])
    },
  )

  it.each(valid)('example "$name" comes with the styles of all its parts', (example) => {
    const classes = listClasses(renderExample(example), /class="([^"]*)"/g)
    const loaded = listStylesheets(example.page, { styles }).flatMap((name) => styles.blocks[name]!)
    const missing = ownClasses.flatMap(([css, own]) =>
      css === styles.shared || loaded.includes(css) ? [] : own.filter((name) => classes.has(name)),
    )
    expect(missing).toEqual([])
  })

  // In one document, because axe takes longer for a document than for its contents.
  it('has no axe violations in any example', async () => {
    expect(await findAxeViolations(wrapInDocument(valid.map(renderExample).join('')))).toEqual([])
  })

  it.each(invalid)('example "$name" reports $error', ({ error, problems }) => {
    expect(problems.map(({ code }) => code)).toContain(error)
  })
})

function listUndescribedProperties(
  schema: { properties?: object; items?: object; description?: string; $ref?: string },
  path: string,
): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'items') return listUndescribedProperties(value as object, `${path}[]`)
    if (keyword !== 'properties') return []
    return Object.entries(value as Record<string, object>)
      .filter(([name]) => name !== 'type')
      .flatMap(([name, property]) => [
        ...('description' in property ? [] : [`${path}.${name}`]),
        ...listUndescribedProperties(property, `${path}.${name}`),
      ])
  })
}

// One window for all examples, because it takes long to create one and to load axe.
const { window } = new JSDOM('', { runScripts: 'outside-only' })
window.eval(axe.source)
// The documents have no styles. jsdom would compare its own with each element, again and again.
const hiddenElements = new Set(['HEAD', 'TITLE', 'META', 'SCRIPT', 'STYLE', 'TEMPLATE', 'DATALIST'])
const [shown, hidden] = ['block', 'none'].map((display) => {
  const values: Record<string, string> = { display, visibility: 'visible', position: 'static' }
  return Object.assign(values, { getPropertyValue: (name: string) => values[name] ?? '' })
})
window.getComputedStyle = ((element: HTMLElement) =>
  hiddenElements.has(element.tagName) || element.hidden
    ? hidden
    : shown) as unknown as typeof window.getComputedStyle
const { run } = (window as unknown as { axe: typeof axe }).axe

async function findAxeViolations(html: string): Promise<string[]> {
  window.document.open()
  window.document.write(html)
  window.document.close()
  // jsdom has no layout: the browser tests check contrast and sizes. A single block has no h1, and
  // the examples of one have the same landmarks.
  const rules = {
    'color-contrast': { enabled: false },
    'page-has-heading-one': { enabled: false },
    'heading-order': { enabled: false },
    'landmark-unique': { enabled: false },
  }
  const options: axe.RunOptions = { rules, resultTypes: ['violations'], preload: false }
  const { violations } = await run(window.document, options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

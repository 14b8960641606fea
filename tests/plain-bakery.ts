/** The bakery with plain documents, pages in two files and a set, so that an edit can reach everything that a build keeps. */
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { parse, stringify } from 'yaml'
import { root, runScript } from './run-script.ts'

export type Entry = Record<string, any>
/** The files of an output, each with its content and the time of its last change. */
export type Tree = Map<string, { content: string; changed: number }>

export const page = (title: string, body: string): Entry => ({
  kind: 'info',
  title,
  description: `${title}, told in short.`,
  blocks: [
    { type: 'hero', heading: title },
    { type: 'prose', body },
  ],
})

/** As if the site had last been touched an hour ago: only then a file is told by its times. */
const later = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent('const now = Date.now; Date.now = () => now() + 3600000')}`,
}

export const contents = (tree: Tree) => [...tree].map(([file, { content }]) => [file, content])

export async function readTree(dir: string): Promise<Tree> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
  const read = async (file: string) =>
    [
      file.slice(dir.length),
      { content: await readFile(file, 'base64'), changed: (await stat(file)).mtimeMs },
    ] as const
  return new Map(await Promise.all(files.map(read)))
}

/** Which files are others in one tree than in another one, or were written anew. */
export const listChanged = (before: Tree, after: Tree) =>
  [...after]
    .filter(([file, { changed }]) => before.get(file)?.changed !== changed)
    .map(([file]) => file)

export class PlainBakery {
  /** @param site its folder. @param out what it is built into. */
  constructor(
    readonly site: string,
    readonly out: string,
  ) {}

  async lay(): Promise<void> {
    for (const dir of [this.site, this.out]) await rm(dir, { recursive: true, force: true })
    await cp(join(root, 'tests/sites/bakery'), this.site, { recursive: true })
    const main = await this.read('pages.yaml')
    main.site = { ...main.site, application: false, shareImages: 'none', icons: 'none' }
    main.facts = { ...main.facts, dozen: { label: 'A dozen', unit: 'count', value: 12 } }
    main.sets = {
      '/shops/{town}': {
        rows: [
          { town: 'Leeds', open: 7 },
          { town: 'York', open: 8 },
          { town: 'Hull', open: 9 },
        ],
        facts: { opening: { label: 'Opens at', unit: 'count', value: '{{open}}' } },
        page: page('Our shop in {{town}}', 'In {{town}} we open at ${opening}.'),
      },
    }
    await this.write('pages.yaml', main)
    await this.write('pages/more.yaml', {
      pages: {
        '/news': page('News of the bakery', 'A ${dozen} loaves. See [our bread](/bread).'),
        '/news/flour': page('New flour', 'It comes from [the mill](/news).'),
      },
    })
  }

  async read(file: string): Promise<Entry> {
    return parse(await readFile(join(this.site, file), 'utf8')) as Entry
  }

  write(file: string, value: Entry): Promise<void> {
    return writeFile(join(this.site, file), stringify(value))
  }

  async edit(file: string, change: (content: Entry) => void): Promise<void> {
    const content = await this.read(file)
    change(content)
    await this.write(file, content)
  }

  build(to = this.out) {
    return runScript('build', ['--site', this.site, '--out', to], later)
  }

  /** What a build from nothing writes. */
  async buildCold() {
    const fresh = await mkdtemp(join(dirname(this.out), 'cold-'))
    await rm(fresh, { recursive: true })
    const outcome = this.build(fresh)
    return { outcome, tree: outcome.code === 0 ? await readTree(fresh) : undefined }
  }
}

/** Builds once more, and holds what comes of it, and what is said, against a build from nothing. */
export async function expectCold(bakery: PlainBakery): Promise<void> {
  const warm = bakery.build()
  const { outcome, tree } = await bakery.buildCold()
  expect(warm.code, warm.stderr).toBe(outcome.code)
  expect(warm.stderr).toBe(outcome.stderr)
  if (tree) expect(contents(await readTree(bakery.out))).toEqual(contents(tree))
}

/** The bakery with plain documents, pages in two files and a set, so that an edit can reach everything that a build keeps. */
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { parse, stringify } from 'yaml'
import { root, runNpmScript } from './run-npm-script.ts'

export type YamlMap = Record<string, any>
/** The files of an output, each with its content and the time of its last change. */
export type FileTree = Map<string, { content: string; modifiedMs: number }>

export const createInfoPage = (title: string, body: string): YamlMap => ({
  kind: 'info',
  title,
  description: `${title}, told in short.`,
  blocks: [
    { type: 'hero', heading: title },
    { type: 'prose', body },
  ],
})

/** As if the site had last been touched an hour ago: only then a file is told by its times. */
const oneHourLater = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent('const now = Date.now; Date.now = () => now() + 3600000')}`,
}

export const listContents = (tree: FileTree) =>
  [...tree].map(([file, { content }]) => [file, content])

export async function readOutputTree(dir: string): Promise<FileTree> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
  const read = async (file: string) =>
    [
      file.slice(dir.length),
      { content: await readFile(file, 'base64'), modifiedMs: (await stat(file)).mtimeMs },
    ] as const
  return new Map(await Promise.all(files.map(read)))
}

/** Which files are others in one tree than in another one, or were written anew. */
export const listWrittenFiles = (before: FileTree, after: FileTree) =>
  [...after]
    .filter(([file, { modifiedMs }]) => before.get(file)?.modifiedMs !== modifiedMs)
    .map(([file]) => file)

export class StaticBakery {
  /** @param site its folder. @param out what it is built into. */
  constructor(
    readonly site: string,
    readonly out: string,
  ) {}

  async create(): Promise<void> {
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
        page: createInfoPage('Our shop in {{town}}', 'In {{town}} we open at ${opening}.'),
      },
    }
    await this.write('pages.yaml', main)
    await this.write('pages/more.yaml', {
      pages: {
        '/news': createInfoPage(
          'News of the bakery',
          'A ${dozen} loaves. See [our bread](/bread).',
        ),
        '/news/flour': createInfoPage('New flour', 'It comes from [the mill](/news).'),
      },
    })
  }

  async read(file: string): Promise<YamlMap> {
    return parse(await readFile(join(this.site, file), 'utf8')) as YamlMap
  }

  write(file: string, value: YamlMap): Promise<void> {
    return writeFile(join(this.site, file), stringify(value))
  }

  async edit(file: string, change: (content: YamlMap) => void): Promise<void> {
    const content = await this.read(file)
    change(content)
    await this.write(file, content)
  }

  build(to = this.out) {
    return runNpmScript('build', ['--site', this.site, '--out', to], oneHourLater)
  }

  /** What a build from nothing writes. */
  async buildClean() {
    const fresh = await mkdtemp(join(dirname(this.out), 'cold-'))
    await rm(fresh, { recursive: true })
    const outcome = this.build(fresh)
    return { outcome, tree: outcome.code === 0 ? await readOutputTree(fresh) : undefined }
  }
}

/** Builds once more, and holds what comes of it, and what is said, against a build from nothing. */
export async function expectSameAsCleanBuild(bakery: StaticBakery): Promise<void> {
  const warm = bakery.build()
  const { outcome, tree } = await bakery.buildClean()
  expect(warm.code, warm.stderr).toBe(outcome.code)
  expect(warm.stderr).toBe(outcome.stderr)
  if (tree) expect(listContents(await readOutputTree(bakery.out))).toEqual(listContents(tree))
}

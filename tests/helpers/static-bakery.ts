import { cp, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CleanBuild } from './clean-build.ts'
import { readOutputTree } from './output-files.ts'
import { runInProcess } from './run-in-process.ts'
import { root, runNpmScript, type ScriptResult } from './run-npm-script.ts'
import { createInfoPage, readYaml, writeYaml, type YamlMap } from './site-yaml.ts'

export { expectSameAsCleanBuild } from './clean-build.ts'
export { createInfoPage, type YamlMap } from './site-yaml.ts'

/** In milliseconds. A build an hour later trusts the times of files that have just been saved. */
const oneHour = 3_600_000

/** The same for a process of its own: environment variables. */
const oneHourLater = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(`const { now } = Date; Date.now = () => now() + ${oneHour}`)}`,
}

/**
 * A copy of the bakery without scripts, with pages in two files and a set, so that an edit can
 * affect everything that a build caches.
 */
export class StaticBakery {
  /** @param site the folder of the copy. @param out the output folder. */
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
        page: createInfoPage('Our shop in {{town}}', 'In {{town}} we open at ${opening}.', {
          noindex: true,
        }),
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

  read(file: string): Promise<YamlMap> {
    return readYaml(join(this.site, file))
  }

  write(file: string, value: YamlMap): Promise<void> {
    return writeYaml(join(this.site, file), value)
  }

  async edit(file: string, change: (content: YamlMap) => void): Promise<void> {
    const content = await this.read(file)
    change(content)
    await this.write(file, content)
  }

  build(to = this.out): Promise<ScriptResult> {
    return runInProcess('build', ['--site', this.site, '--out', to], { clockOffset: oneHour })
  }

  /** Builds in a process of its own, which knows nothing but what is on the disk. */
  buildInNewProcess(to = this.out): ScriptResult {
    return runNpmScript('build', ['--site', this.site, '--out', to], oneHourLater)
  }

  /** Builds into a new folder, for which there is no cache. */
  async buildClean(): Promise<CleanBuild> {
    const fresh = await mkdtemp(join(dirname(this.out), 'cold-'))
    await rm(fresh, { recursive: true })
    const outcome = await this.build(fresh)
    return { outcome, tree: outcome.code === 0 ? await readOutputTree(fresh) : undefined }
  }
}

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listContents, readOutputTree } from '../helpers/output-files.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root, type ScriptResult } from '../helpers/run-npm-script.ts'

/** In milliseconds. A build an hour later trusts the times of files that have just been saved. */
const oneHour = 3_600_000

/** A copy of the base site without scripts and drawings, which builds in a moment. */
export class SmallSite {
  readonly folder: string
  readonly dir: string

  private constructor(folder: string) {
    this.folder = folder
    this.dir = join(folder, 'site')
  }

  /** @param pages the text of one more file with pages */
  static async create(pages: string): Promise<SmallSite> {
    const site = new SmallSite(await mkdtemp(join(tmpdir(), 'signpost-days-')))
    await cp(join(root, 'tests/base-site'), site.dir, { recursive: true })
    await site.edit('pages.yaml', (text) =>
      text.replace(
        '  language:',
        '  application: false\n  icons: none\n  shareImages: none\n  language:',
      ),
    )
    await site.write('pages/more.yaml', pages)
    return site
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }

  read(file: string): Promise<string> {
    return readFile(join(this.dir, file), 'utf8')
  }

  write(file: string, text: string): Promise<void> {
    return writeFile(join(this.dir, file), text)
  }

  async edit(file: string, change: (text: string) => string): Promise<void> {
    await this.write(file, change(await this.read(file)))
  }

  run(command: string, ...args: string[]): Promise<ScriptResult> {
    return runInProcess(command, ['--site', this.dir, ...args], { clockOffset: oneHour })
  }

  /** Builds into a folder of this name, whose cache is used again. */
  build(out: string, ...args: string[]): Promise<ScriptResult> {
    return this.run('build', '--out', join(this.folder, out), ...args)
  }

  /** The files of an output, as Base64 by path. */
  async list(out: string): Promise<Map<string, string>> {
    const files = listContents(await readOutputTree(join(this.folder, out)))
    return new Map(files as [string, string][])
  }

  async readOutput(out: string, file: string): Promise<string> {
    return readFile(join(this.folder, out, file), 'utf8')
  }
}

/** A file with one page that has a hero. @param more additional lines of the page */
export const pageText = (route: string, name: string, more = '', blocks = ''): string => `
  ${route}:
    kind: info
    title: ${name}
    description: All about ${name}, in one sentence.
${more}    blocks:
      - type: hero
        heading: ${name}
${blocks}`

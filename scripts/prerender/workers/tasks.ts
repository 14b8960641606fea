import { loadSiteSchema } from '../../../schema/block-types/load-site-schema.ts'
import { readSourceBytes } from '../../../schema/source/text/source-bytes.ts'
import { readSourceSummary, type SourceSummary } from '../../../schema/source/source-summary.ts'
import { getValidator, type Validator } from '../../../schema/validate/validate-file.ts'
import type { Assets } from '../../../renderer/assets.ts'
import { loadRenderer } from '../bundle/load-renderer.ts'
import { makePages, type PageMaker } from '../make/make-pages.ts'
import type { PageOutcome, RenderJob, PageInputs } from '../make/page-types.ts'
import { createAssetReader } from '../budgets/measure-output.ts'
import { createPageWeigher } from '../budgets/measure-page.ts'

/**
 * A file to read.
 * @property site the folder of its site.
 * @property pictures the files in public/ that it may name.
 */
type ReadJob = { site: string; path: string; file: string; pictures: string[] }

/** The setup that all jobs of a worker share. */
type WorkerSetup = { inputs: PageInputs; output?: RenderTarget; reads?: ReadTarget }

/** @property folder the output. @property files the folders of the files that pages name. */
export type RenderTarget = { folder: string; renderer: string; assets: Assets; files: string[] }

/** @property renderer of the bundle with which documents are rendered to be read. */
export type ReadTarget = { renderer: string }

/** The tasks of a build that can run in parallel, in this process or in threads. */
export type WorkerTasks = {
  /** @returns a summary of the file, or the error of the file system. */
  read(order: ReadJob): Promise<SourceSummary | { code?: string; message: string }>
  setUp(setup: WorkerSetup): void
  make(order: RenderJob): Promise<PageOutcome[]>
}

export function createWorkerTasks(): WorkerTasks {
  let validator: Validator | undefined
  let maker: PageMaker | undefined
  return {
    async read({ site, path, file, pictures }) {
      let bytes: Buffer
      try {
        bytes = readSourceBytes(path)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        return { code, message }
      }
      validator ??= getValidator((await loadSiteSchema(site)).schema)
      return readSourceSummary(path, file, bytes, validator, pictures)
    },
    setUp({ inputs, output, reads }) {
      maker = {
        inputs,
        ...(output && {
          output: {
            ...output,
            renderer: loadRenderer(output.renderer),
            weigh: createPageWeigher(createAssetReader(...output.files)),
          },
        }),
        ...(reads && { reads: { renderer: loadRenderer(reads.renderer) } }),
      }
    },
    async make(order) {
      return makePages(order, maker!)
    },
  }
}

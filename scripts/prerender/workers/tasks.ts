import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type * as Renderer from '../../../renderer/server.ts'
import type { Schema } from '../../../schema/validate/walk-schema.ts'
import {
  readSourceSummary,
  readUnvalidatedSource,
  type SourceSummary,
  type UnvalidatedSource,
} from '../../../schema/source/source-summary.ts'
import { createValidator, type Validator } from '../../../schema/validate/validate-file.ts'
import type { Assets } from '../../../renderer/document.tsx'
import { makePages, type PageMaker } from '../make/make-pages.ts'
import { type RenderJobResult, type RenderJob, type SharedInput } from '../make/page-types.ts'
import { tryReadBytes } from '../read/read-bytes.ts'
import { createAssetReader } from '../budgets/measure-output.ts'
import { createPageWeigher } from '../budgets/measure-page.ts'

/** A file to be read, with the schema that it is held to and the pictures that it may speak of. */
type ReadJob = { path: string; file: string; schema: string; pictures: string[] }

/** Everything that a worker is told once. */
export type WorkerSetup = { shared: SharedInput; output?: RenderTarget }

/** @property folder where pages are written. @property files the folders with the files that pages name. */
export type RenderTarget = { folder: string; renderer: string; assets: Assets; files: string[] }

/** The work of a build that can be done side by side, in this process or in a thread of its own. */
export type WorkerTasks = {
  /** @returns the part, or the error of the file system. */
  read(order: ReadJob): Promise<SourceSummary | { code?: string; message: string }>
  /** @returns undefined where the file is not there, or cannot be read so. */
  readUnvalidated(order: Omit<ReadJob, 'schema'>): Promise<UnvalidatedSource | undefined>
  setUp(setup: WorkerSetup): Promise<void>
  make(order: RenderJob): Promise<RenderJobResult>
}

export function createWorkerTasks(): WorkerTasks {
  let validator: Validator | undefined
  let maker: PageMaker | undefined
  return {
    async read({ path, file, schema, pictures }) {
      let bytes: Buffer
      try {
        bytes = readFileSync(path)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        return { code, message }
      }
      validator ??= createValidator(JSON.parse(readFileSync(schema, 'utf8')) as Schema)
      return readSourceSummary(path, file, bytes, validator, pictures)
    },
    async readUnvalidated({ path, file, pictures }) {
      const bytes = tryReadBytes(path)
      return bytes instanceof Error ? undefined : readUnvalidatedSource(path, file, bytes, pictures)
    },
    async setUp({ shared, output }) {
      validator ??= createValidator(shared.context.schema)
      const renderer =
        output && ((await import(pathToFileURL(output.renderer).href)) as typeof Renderer)
      maker = {
        shared,
        validate: validator,
        ...(output && {
          output: {
            ...output,
            renderer: renderer!,
            weigh: createPageWeigher(createAssetReader(...output.files)),
          },
        }),
      }
    },
    async make(order) {
      return makePages(order, maker!)
    },
  }
}

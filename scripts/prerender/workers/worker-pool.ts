import { availableParallelism } from 'node:os'
import { serialize } from 'node:v8'
import type { Tinypool } from 'tinypool'
import { getUnsavedSources } from '../../../schema/source/text/source-bytes.ts'
import type { RenderJob, PageOutcome, PageInputs } from '../make/page-types.ts'
import { canUseThreads, locateModule } from './start-worker.ts'
import { loadSiteSchema } from '../../../schema/block-types/load-site-schema.ts'
import { openFile } from '../../../schema/source/parse-file.ts'
import { createSourceRecord, type SourceRecord } from '../read/source-record.ts'
import { getValidator, type Validator } from '../../../schema/validate/validate-file.ts'
import type { Assets } from '../../../renderer/assets.ts'
import { loadRenderer } from '../bundle/load-renderer.ts'
import { addKnownEntries, makePages, type PageMaker } from '../make/make-pages.ts'
import { createPageWeigher } from '../budgets/weigh-page.ts'
import { getBasePath } from '../../../renderer/routes.ts'

/** Runs tasks in this process, or in parallel in threads that `close` ends. */
export type WorkerPool = WorkerTasks & {
  /** Lets threads run all later tasks. */
  useThreads(): void
  /** Ends the threads. Later tasks run in this process, or in new threads after `useThreads`. */
  close(): Promise<void>
}

/**
 * Threads start for more work than this: bytes of YAML to read, or pages to render or only to check,
 * not counting those of the largest file, since a file is one task. Starting them takes as long as
 * checking hundreds of pages, and 100 MB. With `SIGNPOST_THREADS=1`, any work is enough, so that tests
 * of threads need no large site.
 */
export const threadThresholds =
  process.env.SIGNPOST_THREADS === '1'
    ? { bytes: 0, rendered: 0, checked: 0 }
    : { bytes: 4_000_000, rendered: 40, checked: 400 }

/**
 * What threads get to make pages.
 * @property setup serialized once, in memory that all threads read. The first task with a new id
 * sets a thread up.
 */
export type MakeTask = { job: RenderJob; setup: { id: number; bytes: Uint8Array } }

/** Creates a pool that runs tasks in this process until `useThreads`. */
export function createWorkerPool(): WorkerPool {
  const local = createWorkerTasks()
  let threads: Promise<Tinypool> | undefined
  let setup: MakeTask['setup'] = { id: 0, bytes: new Uint8Array() }
  return {
    useThreads() {
      if (!canUseThreads) return
      threads ??= startThreads()
    },
    read: async (job) => (threads ? (await threads).run(job, { name: 'read' }) : local.read(job)),
    setUp(next) {
      if (!threads) return local.setUp(next)
      const bytes = serialize(next)
      setup = { id: setup.id + 1, bytes: new Uint8Array(new SharedArrayBuffer(bytes.length)) }
      setup.bytes.set(bytes)
    },
    make: async (job) => {
      // Takes the setup before waiting for the threads, in case `setUp` is called meanwhile.
      if (!threads) return local.make(job)
      const task: MakeTask = { job: addKnownEntries(job), setup }
      return (await threads).run(task, { name: 'make' })
    },
    async close() {
      await (await threads)?.destroy()
      threads = undefined
    },
  }
}

async function startThreads(): Promise<Tinypool> {
  const count = availableParallelism()
  const workerData = getUnsavedSources()
  // Loaded here, since few sites need threads, and the threads themselves do not need it.
  const { Tinypool } = await import('tinypool')
  return new Tinypool({
    filename: locateModule('worker'),
    runtime: 'worker_threads',
    minThreads: count,
    maxThreads: count,
    isolateWorkers: false,
    // Pages leave little behind, so a small nursery saves 80 MB of 10,000 pages and takes no longer.
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
    workerData,
  })
}

/**
 * A file to read.
 * @property site the folder of its site.
 * @property pictures the files in public/ that it may name.
 */
type ReadJob = { site: string; path: string; file: string; pictures: string[] }

/** The setup that all jobs of a worker share. Without a target, pages are only checked. */
type WorkerSetup = { inputs: PageInputs; target?: RenderTarget }

/**
 * @property renderer the module of a bundle
 * @property output where documents are written
 * @property output.files the folders of the files that pages name
 */
export type RenderTarget = {
  renderer: string
  output: { folder: string; assets: Assets; files: string[] }
}

/** The tasks of a build that can run in parallel, in this process or in threads. */
type WorkerTasks = {
  /** @returns a record of the file, or the error of the file system. */
  read(order: ReadJob): Promise<SourceRecord | { code?: string; message: string }>
  setUp(setup: WorkerSetup): void
  make(order: RenderJob): Promise<PageOutcome[]>
}

/** Creates the tasks, with what they keep from one to the next. */
export function createWorkerTasks(): WorkerTasks {
  let validator: Validator | undefined
  let maker: PageMaker | undefined
  return {
    async read({ site, path, file, pictures }) {
      try {
        const opened = openFile(path, file)
        validator ??= getValidator((await loadSiteSchema(site)).schema)
        return createSourceRecord(opened, validator, pictures)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        if (code === undefined) throw error
        return { code, message }
      }
    },
    setUp({ inputs, target }) {
      maker = { inputs }
      if (!target) return
      const { renderer, output } = target
      const weigh = createPageWeigher(
        output.files,
        inputs.siteData ? getBasePath(inputs.siteData) : '',
      )
      maker.output = { ...output, renderer: loadRenderer(renderer), weigh }
    },
    async make(order) {
      return makePages(order, maker!)
    },
  }
}

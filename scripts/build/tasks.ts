import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type * as Renderer from '../../renderer/server.ts'
import type { Schema } from '../../schema/schema-walk.ts'
import {
  readPart,
  readUnchecked,
  type SitePart,
  type UncheckedPart,
} from '../../schema/site-part.ts'
import { createValidator, type Validator } from '../../schema/validate-file.ts'
import type { Assets } from '../../renderer/document.tsx'
import {
  makePages,
  type Made,
  type PageMaker,
  type PagesOrder,
  type SharedInput,
} from './make-pages.ts'
import { tryToRead } from './read-bytes.ts'
import { newAssetReader } from './weigh-folder.ts'
import { createScales } from './weigh-page.ts'

/** A file to be read, with the schema that it is held to and the pictures that it may speak of. */
export type ReadOrder = { path: string; file: string; schema: string; pictures: string[] }

/** Everything that a worker is told once. */
export type Setup = { shared: SharedInput; output?: RenderOutput }

/** @property folder where pages are written. @property files the folders with the files that pages name. */
export type RenderOutput = { folder: string; renderer: string; assets: Assets; files: string[] }

/** The work of a build that can be done side by side, in this process or in a thread of its own. */
export type Tasks = {
  /** @returns the part, or the error of the file system. */
  read(order: ReadOrder): Promise<SitePart | { code?: string; message: string }>
  /** @returns undefined where the file is not there, or cannot be read so. */
  readUnchecked(order: Omit<ReadOrder, 'schema'>): Promise<UncheckedPart | undefined>
  setUp(setup: Setup): Promise<void>
  make(order: PagesOrder): Promise<Made>
}

export function createTasks(): Tasks {
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
      return readPart(path, file, bytes, validator, pictures)
    },
    async readUnchecked({ path, file, pictures }) {
      const bytes = tryToRead(path)
      return bytes instanceof Error ? undefined : readUnchecked(path, file, bytes, pictures)
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
            weigh: createScales(newAssetReader(...output.files)),
          },
        }),
      }
    },
    async make(order) {
      return makePages(order, maker!)
    },
  }
}

/** The large parts of a snapshot, packed so that reading it takes no time for what isn't used. */
import { deserialize, serialize } from 'node:v8'
import type { PageLoad, PageWeight } from '../budgets/page-weight.ts'
import type { SharedInput } from '../make/page-types.ts'
import { serializeLoad } from './stored-pages.ts'

/** Leaves out the schema, which is large and can be read from its file. */
export const packInput = ({ context, ...rest }: SharedInput): Uint8Array =>
  serialize({ ...rest, context: { ...context, schema: undefined } })

export function unpackInput(
  bytes: Uint8Array,
  schema: SharedInput['context']['schema'],
): SharedInput {
  const input = deserialize(bytes) as SharedInput
  return { ...input, context: { ...input.context, schema } }
}

/** `PageWeight` of many pages, one list per property. `load` is an index into `loads`. */
export type PackedWeights = {
  routes: string[]
  raw: number[]
  brotli: number[]
  estimated: boolean[]
  load: number[]
  loads: PageLoad[]
}

export function packWeights(weights: PageWeight[]): PackedWeights {
  const indexes = new Map<string, number>()
  const loads: PageLoad[] = []
  const indexOf = (load: PageLoad) => {
    const index = indexes.get(serializeLoad(load)) ?? loads.push(load) - 1
    indexes.set(serializeLoad(load), index)
    return index
  }
  return {
    routes: weights.map(({ route }) => route),
    raw: weights.map(({ html }) => html.raw),
    brotli: weights.map(({ html }) => html.brotli),
    estimated: weights.map(({ html }) => html.estimated === true),
    load: weights.map(({ load }) => indexOf(load)),
    loads,
  }
}

export const unpackWeights = (packed: PackedWeights): PageWeight[] =>
  packed.routes.map((route, index) => ({
    route,
    html: {
      raw: packed.raw[index]!,
      brotli: packed.brotli[index]!,
      ...(packed.estimated[index] && { estimated: true }),
    },
    load: packed.loads[packed.load[index]!]!,
  }))

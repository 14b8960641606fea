import type { CreateContext, StarterValues } from '../form/create-value.ts'
import type { Path } from '../../../../schema/source/position-types.ts'
import { getAt } from '../../../../schema/util/records.ts'
import type { StudioState } from './studio-state.ts'

/** Collects the values and limits from which a new value at a path is created. */
export function getCreateContext(state: StudioState, path: Path): CreateContext {
  const value = state.open?.entry.value
  const enclosing = path.map((_, depth) => getAt(value, path.slice(0, depth)))
  return { root: state.schema, starters: listStarters(state), enclosing }
}

function listStarters({ facts, choices }: StudioState): StarterValues {
  return {
    link: choices.links[0]?.href ?? '/',
    fact: facts[0]?.name ?? '',
    picture: choices.pictures[0] ?? '',
    date: new Date().toISOString().slice(0, 10),
  }
}

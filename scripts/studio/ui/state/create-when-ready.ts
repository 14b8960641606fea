import type { Schema } from '../../../../schema/validate/json-schema.ts'
import {
  createValue,
  requiresPicture,
  type CreateContext,
  type StarterValues,
} from '../form/create-value.ts'
import type { Path } from '../../../../schema/source/position-types.ts'
import type { StudioStore } from './studio-store.ts'
import { getAt } from '../../../../schema/util/records.ts'
import type { StudioState } from './studio-state.ts'

type NewValue = { path: Path; schema: Schema; name: string }

/**
 * Creates a value for a path. If it shows a picture and the site has none, the author is asked for
 * one first, since without it the value would be wrong.
 * @param use adds the value
 */
export async function createWhenReady(
  store: StudioStore,
  { path, schema, name }: NewValue,
  use: (value: unknown) => void,
): Promise<void> {
  const create = () => use(createValue(getCreateContext(store.getState(), path), schema, name))
  const lacksPicture = () => {
    const { choices, schema: root } = store.getState()
    return choices.pictures.length === 0 && requiresPicture(root, schema)
  }
  // Another program may have added one.
  if (lacksPicture()) await store.fetchChoices()
  if (lacksPicture()) store.openDialog({ name: 'first-picture', onUploaded: create })
  else create()
}

/** Collects the values and limits from which a new value at a path is created. */
function getCreateContext(state: StudioState, path: Path): CreateContext {
  const value = state.open?.entry.value
  const enclosing = path.map((_, depth) => getAt(value, path.slice(0, depth)))
  return { root: state.schema, starters: listStarters(state), enclosing }
}

function listStarters({ facts, choices }: StudioState): StarterValues {
  const { href = '/', name = '' } = choices.links.find((each) => each.href === '/') ?? {}
  return {
    link: href,
    linkName: name,
    fact: facts[0]?.name ?? '',
    picture: choices.pictures[0] ?? '',
    date: new Date().toISOString().slice(0, 10),
  }
}

import type { Schema } from '../../../../schema/validate/json-schema.ts'
import { createValue, requiresPicture } from '../form/create-value.ts'
import type { Path } from '../../../../schema/source/position-types.ts'
import { getCreateContext } from './create-context.ts'
import type { StudioStore } from './studio-store.ts'

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
  if (lacksPicture()) store.askForPicture(create)
  else create()
}

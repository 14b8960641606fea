import type { Schema } from '../../../../schema/validate/json-schema.ts'
import {
  createValue,
  requiresPicture,
  type CreateContext,
  type StarterValues,
} from '../form/create-value.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import type { StudioStore } from './studio-store.ts'
import { focusNewText, onceDialogIsClosed } from '../focus/move-focus.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { FirstPicture } from '../dialogs/upload-dialog.tsx'
import type { StudioState } from './studio-state.ts'

/**
 * @property name of the property or the block, for its texts
 * @property label what is said to have been added
 * @property focused selectors of what gets the focus then, the preferred one first
 */
type NewValue = { path: Path; schema: Schema; name: string; label: string; focused: string[] }

/**
 * Creates a value for a path. If it shows a picture and the site has none, the author is asked for
 * one first, since without it the value would be wrong. Otherwise it shows the first one, and says so.
 * @param add adds the value
 */
export async function createWhenReady(
  store: StudioStore,
  { path, schema, name, label, focused }: NewValue,
  add: (value: unknown) => void,
): Promise<void> {
  const hasPicture = requiresPicture(store.getState().schema, schema)
  const getPicture = () => store.getState().choices.pictures[0]
  const create = (hint = '') => {
    add(createValue(getCreateContext(store.getState(), path), schema, name))
    store.notify(`${label} was added.${hint}`)
    onceDialogIsClosed(() => focusNewText(...focused))
  }
  // Another program may have added one.
  if (hasPicture && !getPicture()) await store.fetchChoices()
  if (!hasPicture) create()
  else if (getPicture()) create(` It shows ${getPicture()} until you choose another picture.`)
  else {
    const content = <FirstPicture onUploaded={create} />
    store.openDialog({ name: 'form', title: 'Upload a picture first', content })
  }
}

/** Collects the values and limits from which a new value at a path is created. */
function getCreateContext(state: StudioState, path: Path): CreateContext {
  const value = state.open?.entry.value
  const enclosing = path.map((_, depth) => getAt(value, path.slice(0, depth)))
  return { root: state.schema, starters: listStarters(state), enclosing }
}

function listStarters({ facts, choices, open }: StudioState): StarterValues {
  // What a fact adds up, or is compared with, is for its author to choose: any other is wrong.
  const isInFact = open?.entry.address.path[0] === 'facts'
  const { href = '/', name = '' } = choices.links.find((each) => each.href === '/') ?? {}
  return {
    link: href,
    linkName: name,
    fact: isInFact ? '' : (facts[0]?.name ?? ''),
    picture: choices.pictures[0] ?? '',
    // Sweden writes dates as the files do.
    date: new Date().toLocaleDateString('sv'),
  }
}

import { createContext, useContext } from 'react'
import type { StudioStore } from '../state/studio-store.ts'
import { useStore } from '../state/use-studio.ts'

/** What fields do with the value that a form is about. */
type FormEdits = Pick<StudioStore, 'setValue' | 'setValues' | 'typeValue' | 'removeValue'>

/**
 * A form that a dialog asks to be filled in. It has no value in a file, so no problems either.
 * @property refused why what is in it was refused, and the property that is to be corrected
 */
type AskedForm = FormEdits & { refused?: { name: string; reason: string } }

export const AskedForm = createContext<AskedForm | undefined>(undefined)

/** Edits the form around a field: that of a dialog, or else that of what is open in the studio. */
export function useEdits(): FormEdits {
  const store = useStore()
  return useContext(AskedForm) ?? store
}

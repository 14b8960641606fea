import type { DraftState, WindowEdit } from '../../../edit/draft/draft-state.ts'
import { windowId } from './api.ts'

/** What other windows and other people edit. */
export const listOthers = ({ editors }: DraftState): WindowEdit[] =>
  editors.filter(({ window }) => window !== windowId)

/** @returns `Ann and Ben are editing`, or `Another window is editing` */
export function nameOthers(edits: WindowEdit[]): string {
  const names = [...new Set(edits.map(({ person }) => person ?? 'Another window'))]
  return `${new Intl.ListFormat('en').format(names)} ${names.length > 1 ? 'are' : 'is'} editing`
}

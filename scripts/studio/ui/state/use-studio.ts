import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { DraftState, WindowEdit } from '../../../edit/draft/draft-state.ts'
import type { PageItem } from '../../../edit/describe/list-page-items.ts'
import type { FactListing } from '../../../report/list-facts.ts'
import { asRecord, getAt } from '../../../../schema/util/records.ts'
import { windowId } from './api.ts'
import { isPageOpen, type StudioState } from './studio-state.ts'
import type { StudioStore } from './studio-store.ts'

export const StudioContext = createContext<StudioStore | undefined>(undefined)

/** @throws Error outside of the studio */
export function useStore(): StudioStore {
  const store = useContext(StudioContext)
  if (!store) throw new Error('There is no studio around this component.')
  return store
}

/** @param select returns a part of the state: the same object as long as nothing in it changes */
export function useStudio<T>(select: (state: StudioState) => T): T {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, () => select(store.getState()))
}

/**
 * The facts that the texts of the open page can cite, as the page prints them, starting with those
 * of its row if it belongs to a set.
 */
export function useCitableFacts(): FactListing[] {
  const facts = useStudio((state) => state.facts)
  const own = useStudio((state) => state.open?.set?.facts)
  const chosen = useStudio(({ open }) =>
    open && isPageOpen(open) ? getAt(open.page.value, ['readings']) : undefined,
  )
  return useMemo(() => {
    const readings = asRecord(chosen)
    const printed = facts.map((fact) => {
      const reading = fact.readings.find(({ name }) => name === readings[fact.name])
      return reading && !fact.isSettled ? { ...fact, text: reading.text, used: reading.name } : fact
    })
    return [...(own ?? []), ...printed]
  }, [own, facts, chosen])
}

/** The short names of pages, which fit in a list better than what search engines show. */
export function usePageNames(): (page: PageItem) => string {
  const siteName = useStudio((state) => ` | ${state.session.siteName}`)
  return useCallback(({ label, title }) => label ?? title.replace(siteName, ''), [siteName])
}

/** What other windows and other people edit. */
export const listOthers = ({ editors }: DraftState): WindowEdit[] =>
  editors.filter(({ window }) => window !== windowId)

/** @returns `Ann and Ben are editing`, or `Another window is editing` */
export function nameOthers(edits: WindowEdit[]): string {
  const names = [...new Set(edits.map(({ person }) => person ?? 'Another window'))]
  return `${new Intl.ListFormat('en').format(names)} ${names.length > 1 ? 'are' : 'is'} editing`
}

/** How much of the development bar is shown. */
export type BarView = 'folded' | 'bar' | 'details'

const storageKey = 'signpost-bar'

/** Reads the view that was chosen last, on any page. */
export function readBarView(): BarView {
  const saved = localStorage.getItem(storageKey)
  return saved === 'folded' || saved === 'details' ? saved : 'bar'
}

export const saveBarView = (view: BarView): void => localStorage.setItem(storageKey, view)

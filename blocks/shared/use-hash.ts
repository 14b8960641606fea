import { useSyncExternalStore } from 'react'

function subscribeToHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/** The place that the address names, without `#`. On the server and at hydration it is empty. */
export function useHash(): string {
  return useSyncExternalStore(
    subscribeToHash,
    () => location.hash.slice(1),
    () => '',
  )
}

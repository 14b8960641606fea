import { useSyncExternalStore } from 'react'

function subscribeToHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

/** Returns the URL fragment without `#`; empty on the server and at hydration. */
export function useHash(): string {
  return useSyncExternalStore(
    subscribeToHash,
    () => location.hash.slice(1),
    () => '',
  )
}

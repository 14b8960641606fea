/** What is remembered for this visit, and in this tab alone. Where the browser forbids storage, nothing is. */

export function writeVisitItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Forbidden or full: the visit goes on without a memory.
  }
}

export function readVisitItem(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

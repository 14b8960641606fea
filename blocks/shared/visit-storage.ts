/** What is remembered for this visit, and in this tab alone. Where the browser forbids storage, nothing is. */

export function keepForVisit(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Forbidden or full: the visit goes on without a memory.
  }
}

export function recallFromVisit(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Storage for one visit in one tab. Nothing is stored if the browser blocks storage. */

export function writeVisitItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Storage is blocked or full; the site works without it.
  }
}

export function readVisitItem(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

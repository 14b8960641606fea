/** Storage for one visit in one tab. Nothing is stored if the browser blocks storage. */

export function writeVisitItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(toSiteKey(key), value)
  } catch {
    // Storage is blocked or full; the site works without it.
  }
}

/** Returns null if there is no such item, or the browser blocks storage. */
export function readVisitItem(key: string): string | null {
  try {
    return sessionStorage.getItem(toSiteKey(key))
  } catch {
    return null
  }
}

/** Sites below different base paths of one domain share its storage. */
const toSiteKey = (key: string) => (document.documentElement.dataset.base ?? '') + key
